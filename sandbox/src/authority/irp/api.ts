import { decoded, type Exchange, isRecord } from "../../exchange.ts";
import { type Business, sha256 } from "../businesses.ts";
import { type Call, rejectCall, runCall } from "../calls.ts";
import type { Context } from "../context.ts";
import { type Answer, json, type Reply, readFields } from "../exchange.ts";
import { type Op, tokensIn } from "../fault-kinds.ts";
import type { Taken } from "../faults.ts";
import { decryptPkcs1 } from "../rsa.ts";
import { denial, denied, errorFormatFor, granted } from "./answers.ts";
import { indianTime, irpIrn } from "./documents.ts";
import { decryptJson, encryptBytes } from "./envelope.ts";
import { cancelIrn, generateIrn, showIrn } from "./registration.ts";
import type { Session } from "./sessions.ts";

/** A call under a login. `sent` is the decrypted content of its envelope. */
export type IrpAsked = {
  context: Context;
  business: Business;
  session: Session;
  irn: string | undefined;
  sent: Record<string, unknown> | undefined;
  faults: Taken;
};

type Route = {
  method: string;
  path: RegExp;
  op: Op;
  irnOf(
    business: Business,
    asking: { name: string; query: URLSearchParams; sent: IrpAsked["sent"] },
  ): string | undefined;
  run(asked: IrpAsked): Answer | Promise<Answer>;
};

const base = "/eicore/v1.03/Invoice";
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

const routes: readonly Route[] = [
  {
    method: "POST",
    path: new RegExp(`^${base}$`),
    op: "submit",
    irnOf: ({ irp }, { sent }) => {
      const { Typ, No, Dt } = isRecord(sent?.DocDtls) ? sent.DocDtls : {};
      return irpIrn(irp.gstin, Typ, No, Dt);
    },
    run: generateIrn,
  },
  {
    method: "POST",
    path: new RegExp(`^${base}/Cancel$`),
    op: "cancel",
    irnOf: (_, { sent }) => textOf(sent?.Irn),
    run: cancelIrn,
  },
  {
    method: "GET",
    path: new RegExp(`^${base}/irn/([^/]+)$`),
    op: "lookup",
    irnOf: (_, { name }) => name,
    run: (asked) => showIrn(asked, "2148"),
  },
  {
    method: "GET",
    path: new RegExp(`^${base}/irnbydocdetails$`),
    op: "lookup",
    irnOf: ({ irp }, { query }) =>
      irpIrn(irp.gstin, query.get("doctype"), query.get("docnum"), query.get("docdate")),
    run: (asked) => showIrn(asked, "2154"),
  },
];

/** The endpoints of the Indian protocol: a login, and then encrypted messages. */
export function answerIrp(context: Context, exchange: Exchange): Promise<Reply> | Reply {
  const { request, url, body } = exchange;
  if (request.method === "POST" && url.pathname === "/eivital/v1.04/auth") return logIn(context, exchange);
  const route = routes.find(({ method, path }) => method === request.method && path.test(url.pathname));
  if (!route) return json(404, { message: "There is nothing at this address" });
  const { headers } = request;
  const session = context.sessions.find(headers["auth-token"] ?? headers.authtoken, context.clock.now());
  const business = session && context.ledger.businesses.get(session.businessId);
  const isOwn = business && isClient(business, headers) && !business.revoked;
  const call = {
    protocol: "irp",
    op: route.op,
    business,
    irn: undefined,
    errorFormat: errorFormatFor("1005"),
  } as const;
  if (!session || !isOwn) return rejectCall(context, call);
  const sent = request.method === "POST" ? decryptJson(session.sek, readFields(body)?.Data) : undefined;
  const name = decoded(route.path.exec(url.pathname)?.[1] ?? "");
  const irn = route.irnOf(business, { name, query: url.searchParams, sent });
  const remark = isRecord(sent?.RefDtls) ? sent.RefDtls.InvRm : undefined;
  const run = (faults: Taken) => route.run({ context, business, session, irn, sent, faults });
  return runCall(context, { ...call, irn, tokens: tokensIn(remark), run });
}

type Headers = Exchange["request"]["headers"];

function isClient({ irp }: Business, headers: Headers): boolean {
  return (
    headers.client_id === irp.client_id &&
    sha256(String(headers.client_secret)) === irp.client_secret_sha256 &&
    headers.gstin === irp.gstin &&
    (headers.user_name === undefined || headers.user_name === irp.user_name)
  );
}

function logIn(context: Context, { request, body }: Exchange): Promise<Reply> {
  const { headers } = request;
  const business = context.ledger.byClientId.get(String(headers.client_id));
  const call: Omit<Call, "run"> = {
    ...{ protocol: "irp", op: "auth", business, irn: undefined, tokens: [] },
    errorFormat: errorFormatFor("1008"),
  };
  const run = async () => {
    const isKnown = business && sha256(String(headers.client_secret)) === business.irp.client_secret_sha256;
    if (!isKnown) return denied([denial("1007")]);
    if (headers.gstin !== business.irp.gstin) return denied([denial("1010")]);
    if (business.revoked) return denied([denial("1014")]);
    return openSession(context, business, readFields(body)?.Data);
  };
  return runCall(context, { ...call, run });
}

/** The login is base64-encoded JSON, encrypted with the authority's public key. */
async function openSession(context: Context, business: Business, data: unknown): Promise<Answer> {
  const { large } = await context.keys();
  const plain =
    typeof data === "string" ? decryptPkcs1(large.privateKey, Buffer.from(data, "base64")) : undefined;
  const login = plain && readFields(Buffer.from(plain.toString("latin1"), "base64"));
  const appKey = Buffer.from(String(login?.AppKey), "base64");
  if (!login || appKey.length !== 32) return denied([denial("1013")]);
  const { irp, business_id } = business;
  if (login.UserName !== irp.user_name || sha256(String(login.Password)) !== irp.password_sha256) {
    return denied([denial("1008")]);
  }
  const isForced = login.ForceRefreshAccessToken === true;
  const session = context.sessions.open(business_id, context.clock.now(), isForced);
  return granted({
    ClientId: irp.client_id,
    UserName: irp.user_name,
    AuthToken: session.token,
    Sek: encryptBytes(appKey, session.sek),
    TokenExpiry: indianTime(session.expiresAt),
  });
}
