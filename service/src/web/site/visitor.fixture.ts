import { createHmac, randomUUID } from "node:crypto";
import type { Reply, TestService } from "../../../test/harness.ts";
import { siteCalls } from "../../../test/site-session.ts";
import { decryptContent } from "../../domains/sending/mails/content.ts";
import type { ShownMail } from "../../domains/sending/mails/service.ts";
import { createMember, hashPassword } from "../../domains/tenancy/users/service.ts";
import { inTransaction } from "../../platform/db/database.ts";

/** A browser as far as cookies and origins are concerned: it sends back the cookies that were set. */
export type Visitor = {
  cookies: Map<string, string>;
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  send(
    method: string,
    path: string,
    options?: { raw?: string; headers?: Record<string, string> },
  ): Promise<Reply>;
  /** Calls /app/api, with the CSRF token of the session. */
  api(method: string, path: string, body?: unknown): Promise<Reply>;
};

export function createVisitor(
  { url }: Pick<TestService, "url">,
  extra: Record<string, string> = {},
): Visitor {
  const cookies = new Map<string, string>();
  const send: Visitor["send"] = async (method, path, { raw, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { ...extra, ...(cookie && { cookie }), ...(method !== "GET" && { origin: url }) };
    const reply = await siteCalls(url, own)(method, path, undefined, {
      base: "",
      headers,
      ...(raw !== undefined && { raw }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value, rest] = /^([^=]+)=([^;]*)(.*)$/.exec(line)!;
      if (/max-age=0(;|$)/i.test(rest!)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return reply;
  };
  const post: Visitor["post"] = (path, body = {}) => send("POST", path, { raw: JSON.stringify(body) });
  return {
    cookies,
    send,
    post,
    get: (path) => send("GET", path),
    api: async (method, path, body) => {
      const { body: session } = await send("GET", "/app/session");
      const headers = { "x-csrf-token": session.csrf_token as string };
      return send(method, `/app/api${path}`, {
        headers,
        ...(body !== undefined && { raw: JSON.stringify(body) }),
      });
    },
  };
}

/** All test files share one database and one address, and together they exceed the limit of one address. */
export const forgetAddress = ({ context }: TestService) =>
  context.db.query("delete from user_rate_limits where key like '% 127.0.0.1'");

export const newAddress = () => `person-${randomUUID()}@example.com`;

/** The mails to this address that the page /mail shows, oldest first. */
export async function mailsTo({ context }: TestService, email: string): Promise<ShownMail[]> {
  const rows = await context.db.query<{ subject: string; message_id: string; content: string; at: Date }>(
    "select subject, message_id, content, created_at as at from mails where recipient = $1 and status = 'kept' order by id",
    [email],
  );
  return rows.map(({ subject, message_id, content, at }) => {
    const { text } = decryptContent(context.encryptionKeys, message_id, content);
    return { to: email, cc: [], subject, text, at };
  });
}

/** The newest mail to this address whose subject contains the words. It was stored before the request was answered. */
export async function mailTo(service: TestService, email: string, words: string): Promise<ShownMail> {
  const found = (await mailsTo(service, email)).findLast(({ subject }) => subject.includes(words));
  if (!found) throw new Error(`no mail '${words}' to ${email}`);
  return found;
}

/** The path of the link in a mail. */
export function linkIn({ context }: TestService, { text }: ShownMail): string {
  const { siteUrl } = context.config;
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${siteUrl}/`));
  if (!line) throw new Error(`no link in: ${text}`);
  return line.slice(siteUrl.length);
}

/** The token in the newest mail to this address whose subject contains the words. */
export async function tokenIn(service: TestService, email: string, words: string): Promise<string> {
  const link = linkIn(service, await mailTo(service, email, words));
  return new URL(link, service.url).searchParams.get("token")!;
}

/** Confirms as the page behind the link in the mail does. */
export const confirm = async (service: TestService, email: string, given = password) =>
  createVisitor(service).post("/app/registrations/confirm", {
    token: await tokenIn(service, email, "Confirm"),
    password: given,
  });

export const password = "correct horse battery";
let passwordHash: Promise<string> | undefined;

/** A user with that password, as an owner of the company. */
export async function newPerson(
  service: TestService,
  companyId: number,
  headers: Record<string, string> = {},
): Promise<{ id: number; email: string; visitor: Visitor }> {
  passwordHash ??= hashPassword(password);
  const { db, clock } = service.context;
  const newcomer = { email: newAddress(), name: "Chidi Eze", passwordHash: await passwordHash };
  const { id } = await inTransaction(db, (tx) =>
    createMember({ tx, now: clock.now() }, companyId, "owner", newcomer),
  );
  return { id, email: newcomer.email, visitor: createVisitor(service, headers) };
}

export const enter = (visitor: Visitor, email: string, given = password) =>
  visitor.post("/app/auth/sign-in/email", { email, password: given });

/** Like `newPerson`, but signed in. */
export async function signedInPerson(
  service: TestService,
  companyId: number,
  headers: Record<string, string> = {},
) {
  const somebody = await newPerson(service, companyId, headers);
  const { status, text } = await enter(somebody.visitor, somebody.email);
  if (status !== 200) throw new Error(`${somebody.email} could not sign in: ${text}`);
  return somebody;
}

/** Makes the last proof of all the user's sessions eleven minutes old. */
export const ageProof = ({ context }: TestService, userId: number) =>
  context.db.query(
    "update user_sessions set reauthenticated_at = now() - interval '11 minutes' where user_id = $1",
    [userId],
  );

export async function stepUp(visitor: Visitor, body: object): Promise<Reply> {
  const { body: session } = await visitor.get("/app/session");
  const headers = { "x-csrf-token": session.csrf_token as string };
  return visitor.send("POST", "/app/step-up", { raw: JSON.stringify(body), headers });
}

/** RFC 6238, as implemented by authenticator apps. */
export function totp(secret: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replaceAll("=", "")]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export const isIn = async (visitor: Visitor) => (await visitor.get("/app/session")).status === 200;
