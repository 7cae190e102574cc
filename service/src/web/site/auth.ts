import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import type { SensitiveAction } from "../../contract/sensitive-actions.ts";
import {
  type Auth,
  addressHeader,
  auditPerson,
  authPath,
  countTry,
  findCompaniesOf,
  mails,
  mailsStored,
  markProved,
  notifyOwners,
  resetTries,
  type TryLimit,
} from "../../domains/tenancy/users/service.ts";
import { stepUpRequired } from "../../http/authorize.ts";
import { unknownPath } from "../../http/error-handler.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { networkOf } from "../portal/visitor-limit.ts";
import { createDevices, type Devices } from "./devices.ts";
import { inEvenTime } from "./even-time.ts";
import { readJson } from "./input.ts";
import { requireOwnPage, type SessionAuth, type SignedIn } from "./session-auth.ts";

/** An endpoint of the account library that we expose, with the body fields it accepts and its rate limits. */
type Endpoint = {
  takes: readonly string[];
  /** Per IP address, counted before the body is read. */
  limit: TryLimit;
  /**
   * Also per account: the one that the body names by `email`, or the one whose `session` is used. Attempts at one
   * account never count for another, and a success clears only its own account's counter.
   */
  account?: { of: "email"; counter: string; limit: TryLimit } | { of: "session"; limit: TryLimit };
  /** The endpoint sends mail, so it requires that mail can be sent. */
  mails?: true;
  /** Attempts from a known device of the account are counted separately. */
  knowsDevices?: true;
  /** The name of the action in the audit log, if a signed-in user performs it. */
  action?: AuditAction;
  /** A sensitive change to a user's own account, which the owners of all their companies are mailed about. */
  stepUp?: SensitiveAction;
  /** The user must have entered a password or a code in the last ten minutes. */
  needsProof?: true;
  /** The endpoint checks the user's password itself, so its success is such a proof. */
  proves?: true;
};

export const guessLimit: TryLimit = { tries: 30, seconds: 15 * 60 };
export const guessLimitPerAddress: TryLimit = { tries: 10, seconds: 15 * 60 };
const mailLimit: TryLimit = { tries: 10, seconds: 60 * 60 };
const mailLimitPerRecipient: TryLimit = { tries: 5, seconds: 60 * 60 };
const calls: TryLimit = { tries: 300, seconds: 15 * 60 };

/** One counter for all endpoints that ask for a session's password or code. */
export const passwordCounter = ({ user_id }: SignedIn) => `password of ${user_id}`;

/** The password of a session's user can be guessed at only one rate, whichever endpoint is used. */
const bySession = {
  limit: guessLimit,
  account: { of: "session", limit: guessLimitPerAddress },
} as const;
const byMail = (counter: string) =>
  ({
    takes: ["email"],
    limit: mailLimit,
    account: { of: "email", counter, limit: mailLimitPerRecipient },
    mails: true,
  }) as const;

/** The complete list: any other endpoint returns 404, even if the library has it. */
const endpoints: Record<string, Endpoint> = {
  "POST /sign-in/email": {
    takes: ["email", "password"],
    limit: guessLimit,
    account: { of: "email", counter: "sign-in", limit: guessLimitPerAddress },
    knowsDevices: true,
  },
  "POST /sign-out": { takes: [], limit: calls },
  "POST /request-password-reset": byMail("reset"),
  "POST /reset-password": { takes: ["newPassword", "token"], limit: guessLimit },
  "POST /change-password": {
    takes: ["currentPassword", "newPassword"],
    ...bySession,
    // Its success is a proof too: it ends every session, and begins one that counts as proved.
    action: "user.password_changed",
  },
  // Endpoints that take a password need no other proof: the library requires the password of every account that has
  // one, and does not accept a code instead.
  "POST /two-factor/enable": { takes: ["password"], ...bySession, proves: true },
  "POST /two-factor/disable": {
    takes: ["password"],
    ...bySession,
    proves: true,
    action: "user.second_factor_removed",
    stepUp: "second_factor.disabled",
  },
  // Without a session these complete a sign-in, and the library counts wrong codes by the account.
  "POST /two-factor/verify-totp": {
    takes: ["code"],
    ...bySession,
    needsProof: true,
    action: "user.second_factor_set",
    stepUp: "second_factor.enabled",
  },
  "POST /two-factor/verify-backup-code": { takes: ["code"], ...bySession },
  "POST /two-factor/generate-backup-codes": {
    takes: ["password"],
    ...bySession,
    proves: true,
    action: "user.backup_codes_made",
    stepUp: "second_factor.codes_made",
  },
  "POST /send-verification-email": byMail("confirmation"),
  "GET /list-sessions": { takes: [], limit: calls },
  "POST /revoke-session": { takes: ["token"], limit: calls },
  "POST /revoke-other-sessions": { takes: [], limit: calls },
};

/** The sensitive changes that are made here and not by an API route. */
export const accountActions = Object.values(endpoints).flatMap(({ stepUp }) => stepUp ?? []);

/** `{site_base}/app/auth`: the endpoints of the account library that we expose. */
export function authEndpoints(
  server: FastifyInstance,
  context: Context,
  auth: () => Promise<Auth>,
  sessionAuth: SessionAuth,
): void {
  const origin = new URL(context.config.siteUrl).origin;
  const devices = createDevices(context);
  server.route({
    method: ["GET", "POST"],
    url: `${authPath}/*`,
    handler: async (request, reply) => {
      const path = new URL(request.url, origin).pathname.slice(authPath.length);
      const endpoint = Object.hasOwn(endpoints, `${request.method} ${path}`)
        ? endpoints[`${request.method} ${path}`]!
        : undefined;
      if (!endpoint) throw unknownPath(request);
      if (request.method === "POST") requireOwnPage(request, origin, undefined);
      if (endpoint.mails) context.mail.requireReady();
      await countAddress(context, devices, request, path, endpoint);
      const given = request.method === "POST" ? bodyOf(request, endpoint) : {};
      const person = await sessionAuth.findSession(request);
      if (endpoint.needsProof && person && !person.proved) throw stepUpRequired();
      const counter = await countAccount(context, devices, request, path, endpoint, given, person);
      const handle = async () => {
        const { handler } = await auth();
        return mailsStored(() => handler(forwarded(request, origin, path, given)));
      };
      const response = await (endpoint.mails ? inEvenTime(handle) : handle());
      if (response.ok && counter && !endpoint.mails) await resetTries(context.db, counter);
      if (response.ok && person) await afterSuccess(context, request, endpoint, person);
      return forwardResponse(response, reply, request, devices);
    },
  });
}

async function afterSuccess(
  context: Context,
  { id: requestId, ip: address }: FastifyRequest,
  { action, stepUp, proves }: Endpoint,
  person: SignedIn,
): Promise<void> {
  if (proves) await markProved(context.db, person.session_id);
  if (!action) return;
  const { user_id: userId } = person;
  await inTransaction(context.db, async (tx) => {
    await auditPerson(context, tx, userId, action, { requestId, address });
    if (action === "user.password_changed") {
      const about = `user/${userId}`;
      await context.mail.queue(tx, mails.passwordSet(person, context.config.siteUrl), { about });
    }
    if (!stepUp) return;
    const actor = { type: "user", id: String(userId) } as const;
    for (const { company_id: id, name } of await findCompaniesOf(tx, userId)) {
      const company = { id, name };
      await notifyOwners(context, tx, { company, action: stepUp, actor, address, alsoTo: person });
    }
  });
}

const addressCounter = (request: FastifyRequest, path: string) => `${path} ${networkOf(request.ip)}`;

/**
 * Runs before the body is read, so that nobody can make us parse many bodies. Other clients at the same address do not
 * use up the attempts of a device that has our cookie; the account is not known yet.
 */
async function countAddress(
  context: Context,
  devices: Devices,
  request: FastifyRequest,
  path: string,
  { limit, knowsDevices }: Endpoint,
): Promise<void> {
  const device = knowsDevices && devices.claimed(request.headers);
  const name = device ? `${path} device of ${device.userId}` : addressCounter(request, path);
  await countTry(context, name, limit);
}

/** Counts by account, and returns the counter's name, so that a success can clear it. */
async function countAccount(
  context: Context,
  devices: Devices,
  request: FastifyRequest,
  path: string,
  { account, limit, knowsDevices }: Endpoint,
  given: Record<string, unknown>,
  person: SignedIn | undefined,
): Promise<string | undefined> {
  if (!account) return undefined;
  if (account.of === "session") {
    if (!person) return undefined;
    return counted(context, passwordCounter(person), account.limit);
  }
  const email = String(given.email ?? "")
    .toLowerCase()
    .slice(0, 254);
  if (knowsDevices && devices.claimed(request.headers)) {
    const device = await devices.knownFor(request.headers, email);
    if (device) return counted(context, `${account.counter} on device ${device.id}`, account.limit);
    // A device that is known only for another account gets no advantage here, and its address was not counted yet.
    await countTry(context, addressCounter(request, path), limit);
  }
  return counted(context, `${account.counter} ${email}`, account.limit);
}

async function counted(context: Context, name: string, limit: TryLimit): Promise<string> {
  await countTry(context, name, limit);
  return name;
}

function bodyOf(request: FastifyRequest, { takes }: Endpoint): Record<string, unknown> {
  const body = (request.body as Buffer | undefined)?.length ? readJson(request) : {};
  const given = Object.entries(body).filter(([name]) => takes.includes(name));
  // A new password ends every other session, whether or not the page requests it.
  const forced = takes.includes("currentPassword") ? { revokeOtherSessions: true } : {};
  return { ...Object.fromEntries(given), ...forced };
}

/** The request that the library gets: at our own URL without a query, and with the caller's real IP. */
function forwarded(request: FastifyRequest, origin: string, path: string, body: object): Request {
  const { cookie, "user-agent": agent, origin: from } = request.headers;
  const headers = new Headers({ [addressHeader]: request.ip, "content-type": "application/json" });
  if (cookie) headers.set("cookie", cookie);
  if (agent) headers.set("user-agent", agent.slice(0, 300));
  // The origin was already checked to be ours; the library knows only one of our host names.
  if (from) headers.set("origin", origin);
  const { method } = request;
  const url = new URL(`${authPath}${path}`, origin);
  return new Request(url, { method, headers, ...(method === "POST" && { body: JSON.stringify(body) }) });
}

async function forwardResponse(
  response: Response,
  reply: FastifyReply,
  request: FastifyRequest,
  devices: Devices,
) {
  const cookies = response.headers.getSetCookie();
  const text = await response.text();
  // A device becomes known when its user signs in or sets a new password.
  const person = response.ok ? signedInPerson(text) : undefined;
  const device = person && cookies.length > 0 && (await devices.cookieFor(request.headers, person));
  if (device) cookies.push(device);
  reply.header("set-cookie", cookies).header("cache-control", "no-store");
  // None of the listed endpoints redirects.
  reply.code(response.status);
  if (text === "") return reply.send();
  reply.type("application/json; charset=utf-8");
  if (response.ok) return reply.send(text);
  const { code = "refused", message = "The request was refused." } = JSON.parse(text) as Record<
    string,
    string
  >;
  return reply.send({ success: false, error: message, code, message, request_id: request.id });
}

/** The library's response names the user and the session only if it created a session. */
function signedInPerson(text: string): number | undefined {
  const { token, user } = (JSON.parse(text) ?? {}) as { token?: unknown; user?: { id?: unknown } };
  const id = Number(user?.id);
  return typeof token === "string" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
