import { decoded, type Exchange } from "../exchange.ts";
import { errorFormat, notFound, refusal, success } from "./answers.ts";
import { type Business, findByApiKey } from "./businesses.ts";
import { rejectCall, runCall } from "./calls.ts";
import { resources } from "./codes.ts";
import type { Context } from "./context.ts";
import { type Answer, json, type Reply, readFields } from "./exchange.ts";
import { type Op, type Protocol, type Token, textsWithFaults, tokensIn } from "./fault-kinds.ts";
import type { Taken } from "./faults.ts";
import { sign, validate, validateIrn } from "./firs-documents.ts";
import { confirm, download, search } from "./firs-reading.ts";
import { isCancelling, textsOf, updatePaymentStatus } from "./payment-status.ts";
import { pollSubmission, searchSubmission, submissionTexts, submit } from "./submissions.ts";

/** A call as its handler sees it. `name` is the path parameter. */
export type Asked = {
  context: Context;
  business: Business;
  name: string;
  query: URLSearchParams;
  wantsXml: boolean;
  fields: Record<string, unknown> | undefined;
  faults: Taken;
  /** By how much the clock of the caller's company was moved forward. */
  aheadMs: number;
};

type Route = {
  method: string;
  path: RegExp;
  protocol?: Protocol;
  op: Op | ((asking: Asking) => Op);
  /** The document that a call concerns, and its texts that may contain fault markers. */
  about?(context: Context, asking: Asking): { irn?: string | undefined; texts?: unknown[] };
  run(asked: Asked): Answer | Promise<Answer>;
};

type Asking = Pick<Asked, "name" | "query" | "fields">;

const uuid = "([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})";
const byName = (_: Context, { name }: Asking) => ({ irn: name });
const byBody = (_: Context, { fields }: Asking) => ({
  irn: textOf(fields?.irn),
  texts: textsWithFaults(fields),
});

const routes: readonly Route[] = [
  { method: "GET", path: /^\/api\/v1\/invoice\/resources\/([^/]+)$/, op: "resources", run: resource },
  { method: "GET", path: new RegExp(`^/api/v1/entity/${uuid}$`), op: "entity", run: entity },
  { method: "POST", path: /^\/api\/v1\/invoice\/irn\/validate$/, op: "irn", about: byBody, run: validateIrn },
  { method: "POST", path: /^\/api\/v1\/invoice\/validate$/, op: "validate", about: byBody, run: validate },
  { method: "POST", path: /^\/api\/v1\/invoice\/sign$/, op: "submit", about: byBody, run: sign },
  {
    method: "GET",
    path: /^\/api\/v1\/invoice\/confirm\/([^/]+)$/,
    op: "lookup",
    about: byName,
    run: confirm,
  },
  {
    method: "GET",
    path: /^\/api\/v1\/invoice\/download\/([^/]+)$/,
    op: "download",
    about: byName,
    run: download,
  },
  {
    method: "PATCH",
    path: /^\/api\/v1\/invoice\/update\/([^/]+)$/,
    op: ({ fields }) => (isCancelling(fields) ? "cancel" : "update"),
    about: (context, { name }) => ({ irn: name, texts: textsOf(context, name) }),
    run: updatePaymentStatus,
  },
  { method: "GET", path: new RegExp(`^/api/v1/invoice/${uuid}$`), op: "search", run: search },
  {
    method: "POST",
    path: /^\/api\/v1\/async\/submissions$/,
    protocol: "async",
    op: "submit",
    about: (_, { fields }) => ({
      irn: textOf(fields?.document_key),
      texts: textsWithFaults(fields?.invoice),
    }),
    run: submit,
  },
  {
    method: "GET",
    path: /^\/api\/v1\/async\/submissions$/,
    protocol: "async",
    op: "lookup",
    about: (_, { query }) => ({ irn: query.get("document_key") ?? undefined }),
    run: searchSubmission,
  },
  {
    method: "GET",
    path: /^\/api\/v1\/async\/submissions\/([^/]+)$/,
    protocol: "async",
    op: "poll",
    about: (context, { name }) => submissionTexts(context, name),
    run: pollSubmission,
  },
];

/** The endpoints of the Nigerian protocol, and those of a similar authority that decides asynchronously. */
export function answerFirs(context: Context, exchange: Exchange): Promise<Reply> | Reply {
  const { request, url, body } = exchange;
  if (request.method === "GET" && url.pathname === "/api") return health(context);
  const found = findRoute(request.method, url.pathname);
  if (!found) return refusal(404, "router", "There is nothing at this address.");
  const { route, name } = found;
  const fields = body.length > 0 ? readFields(body) : undefined;
  const asking: Asking = { name, query: url.searchParams, fields };
  const op = typeof route.op === "function" ? route.op(asking) : route.op;
  const { protocol = "firs" } = route;
  const { irn, texts = [] } = route.about?.(context, asking) ?? {};
  const key = request.headers["x-api-key"];
  const business = findByApiKey(context.ledger, key, request.headers["x-api-secret"]);
  const call = { protocol, op, business, irn, errorFormat };
  if (!business || business.revoked) return rejectCall(context, call);
  const wantsXml = (request.headers.accept ?? "").includes("application/xml");
  const tokens: Token[] = [...tokensIn(...texts), ...asked(request.headers)];
  const aheadMs = readOffset(request.headers["x-sandbox-clock-offset"]);
  const run = (faults: Taken) => route.run({ context, business, wantsXml, faults, aheadMs, ...asking });
  return runCall(context, { ...call, tokens, run });
}

/** A fault that the caller asks for by a header, for this call alone. */
const asked = (headers: Exchange["request"]["headers"]): Token[] => {
  const code = headers["x-sandbox-code"];
  return tokensIn(`SBX-${headers["x-sandbox-fault"] ?? ""}`).map(({ fault }) => ({
    fault: typeof code === "string" ? { ...fault, code } : fault,
    times: Number.POSITIVE_INFINITY,
  }));
};

/** In milliseconds; at most some thirty years, so that dates keep four digits of the year. */
const readOffset = (header: string | string[] | undefined): number =>
  typeof header === "string" && /^\d{1,12}$/.test(header) ? Number(header) : 0;

function findRoute(method: string | undefined, path: string): { route: Route; name: string } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, name: decoded(match[1] ?? "") };
  }
  return undefined;
}

function health(context: Context): Promise<Reply> {
  const call = {
    protocol: "firs",
    op: "health",
    business: undefined,
    irn: undefined,
    tokens: [],
    errorFormat,
  } as const;
  return runCall(context, { ...call, run: () => json(200, { healthy: true }) });
}

function resource({ name }: Asked): Answer {
  const list = resources.get(name);
  return list ? json(200, { code: 200, data: list() }) : notFound("resources", "resource");
}

async function entity({ context, business, name }: Asked): Promise<Answer> {
  if (name !== business.business_id)
    return refusal(403, "entity", "These credentials belong to another business.");
  const { business_id, service_id, tin } = business;
  const { large, small } = await context.keys();
  return success(200, {
    ...{ id: business_id, name: business.name, tin, service_id },
    irn_template: `{{invoice_id}}-${service_id}-{{YYYYMMDD}}`,
    ...{ public_key: large.publicPem, signing_key: small.publicPem },
  });
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
