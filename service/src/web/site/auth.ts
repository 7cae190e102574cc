import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { unknownPath } from "../../http/error-handler.ts";
import {
  type Auth,
  addressHeader,
  auditPerson,
  authPath,
  countTry,
  forgetTries,
  type Limit,
} from "../../modules/accounts/service.ts";
import { networkOf } from "../portal/visitors.ts";
import { requireOwnPage, type SiteDoor } from "./door.ts";
import { readJson } from "./input.ts";

/**
 * An endpoint of the account library that we expose: which members of the body it takes, and how often it may be
 * called.
 */
type Endpoint = {
  takes: readonly string[];
  /** Per IP address; every endpoint that allows guessing or sends mail has one. */
  limit?: Limit;
  /** Also per account, as named by the body or by the session. */
  accountLimit?: Limit;
  /** Needs a way to send mail. */
  mails?: true;
  /** The name of the action in the audit log, when somebody signed in does it. */
  action?: string;
};

const guesses: Limit = { tries: 30, seconds: 15 * 60 };
const guessesOfOne: Limit = { tries: 10, seconds: 15 * 60 };
const letters: Limit = { tries: 10, seconds: 60 * 60 };
const lettersToOne: Limit = { tries: 5, seconds: 60 * 60 };

const byPassword = { limit: guesses, accountLimit: guessesOfOne } as const;
const byMail = { takes: ["email"], limit: letters, accountLimit: lettersToOne, mails: true } as const;

/** The complete list: anything else does not exist, whatever the library offers. */
const endpoints: Record<string, Endpoint> = {
  "POST /sign-in/email": { takes: ["email", "password"], ...byPassword },
  "POST /sign-out": { takes: [] },
  "POST /request-password-reset": byMail,
  "POST /reset-password": { takes: ["newPassword", "token"], limit: guesses },
  "POST /change-password": {
    takes: ["currentPassword", "newPassword"],
    ...byPassword,
    action: "user.password_changed",
  },
  "POST /two-factor/enable": { takes: ["password"], ...byPassword },
  "POST /two-factor/disable": { takes: ["password"], ...byPassword, action: "user.second_factor_removed" },
  "POST /two-factor/verify-totp": { takes: ["code"], limit: guesses, action: "user.second_factor_set" },
  "POST /two-factor/verify-backup-code": { takes: ["code"], limit: guesses },
  "POST /two-factor/generate-backup-codes": { takes: ["password"], ...byPassword },
  "GET /verify-email": { takes: [], limit: guesses },
  "POST /send-verification-email": byMail,
  "GET /list-sessions": { takes: [] },
  "POST /revoke-session": { takes: ["token"] },
  "POST /revoke-other-sessions": { takes: [] },
};

/** `{site_base}/app/auth`: the endpoints of the account library that we expose. */
export function authEndpoints(
  server: FastifyInstance,
  context: Context,
  auth: () => Promise<Auth>,
  door: SiteDoor,
): void {
  const origin = new URL(context.config.siteUrl).origin;
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
      const given = request.method === "POST" ? bodyOf(request, endpoint) : {};
      const person = await door.find(request);
      const name = `${path} ${
        person?.user_id ??
        String(given.email ?? "")
          .toLowerCase()
          .slice(0, 254)
      }`;
      if (endpoint.limit) await countTry(context, `${path} ${networkOf(request.ip)}`, endpoint.limit);
      if (endpoint.accountLimit) await countTry(context, name, endpoint.accountLimit);
      const response = await (await auth()).handler(forwarded(request, origin, given));
      if (response.ok && endpoint.accountLimit && !endpoint.mails) await forgetTries(context.db, name);
      if (response.ok && endpoint.action && person) {
        const author = { requestId: request.id, address: request.ip };
        await auditPerson(context, person.user_id, endpoint.action, author);
      }
      return passOn(response, reply, request);
    },
  });
}

function bodyOf(request: FastifyRequest, { takes }: Endpoint): Record<string, unknown> {
  const body = (request.body as Buffer | undefined)?.length ? readJson(request) : {};
  const given = Object.entries(body).filter(([name]) => takes.includes(name));
  // A new password ends every other session, whether or not the page asks for it.
  const forced = takes.includes("currentPassword") ? { revokeOtherSessions: true } : {};
  return { ...Object.fromEntries(given), ...forced };
}

/** The request as the library should see it: at our own address, with the caller's real IP. */
function forwarded(request: FastifyRequest, origin: string, body: object): Request {
  const { cookie, "user-agent": agent, origin: from } = request.headers;
  const headers = new Headers({ [addressHeader]: request.ip, "content-type": "application/json" });
  if (cookie) headers.set("cookie", cookie);
  if (agent) headers.set("user-agent", agent.slice(0, 300));
  // The origin was already checked to be ours; the library need not know under which of our names.
  if (from) headers.set("origin", origin);
  const { method } = request;
  return new Request(new URL(request.url, origin), {
    method,
    headers,
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
}

async function passOn(response: Response, reply: FastifyReply, request: FastifyRequest) {
  const cookies = response.headers.getSetCookie();
  const location = response.headers.get("location");
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  if (location) reply.header("location", location);
  reply.code(response.status).header("cache-control", "no-store");
  const text = await response.text();
  if (text === "") return reply.send();
  reply.type("application/json; charset=utf-8");
  if (response.ok) return reply.send(text);
  const { code = "refused", message = "This was refused." } = JSON.parse(text) as Record<string, string>;
  return reply.send({ success: false, error: message, code, message, request_id: request.id });
}
