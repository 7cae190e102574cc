import { hash } from "node:crypto";
import type { OutboundResponse } from "../../../../platform/outbound/outbound.ts";
import { parseObject } from "../../../../platform/outbound/response-parsing.ts";
import { randomToken } from "../../../../platform/security/ids.ts";
import { isHeaderValue, recordExchange, send } from "../http-exchange.ts";
import { secretsOf } from "../masking.ts";
import { failed, failureIn, malformedResponse, unreadable } from "../outcomes.ts";
import { type AuthorityCall, type Failed, type FiscalAccount, type Operation, settingOf } from "../port.ts";
import { groupOf, textOf } from "../response-fields.ts";
import { sealLogin, unseal } from "./codec.ts";
import { envelopeOf } from "./envelope.ts";

/** A session with the portal. It lasts six hours, and its key encrypts every exchange. */
export type Session = { token: string; key: Buffer; expiresAt: number };

const sessions = new Map<string, Session>();
const loggingIn = new Map<string, Promise<Session | Failed>>();
const sessionsMax = 1_000;

// A margin, so that a call started just before the end does not outlast the session.
const marginMs = 10 * 60_000;

/** Returns the current session, or logs in. */
export async function openSession(call: AuthorityCall, operation: Operation): Promise<Session | Failed> {
  const known = sessions.get(nameOf(call.account));
  if (known && known.expiresAt - marginMs > call.now.getTime()) return known;
  return logInOnce(call, operation, undefined);
}

/** Replaces a rejected session, unless another caller has already done so. */
export async function renewSession(
  call: AuthorityCall,
  operation: Operation,
  refused: Session,
): Promise<Session | Failed> {
  const known = sessions.get(nameOf(call.account));
  if (known && known.token !== refused.token) return known;
  return logInOnce(call, operation, refused);
}

/** Sessions are cached by all credentials: another password means another session. */
function nameOf({ baseUrl, business_id, api_key, api_secret, username, password }: FiscalAccount): string {
  return hash(
    "sha256",
    JSON.stringify([baseUrl, business_id, api_key, api_secret, username, password]),
    "base64",
  );
}

/** Concurrent callers share one login. */
function logInOnce(
  call: AuthorityCall,
  operation: Operation,
  refused: Session | undefined,
): Promise<Session | Failed> {
  const name = nameOf(call.account);
  const earlier = loggingIn.get(name);
  if (earlier) return earlier;
  const mine = logInAgain(call, operation, refused).finally(() => loggingIn.delete(name));
  loggingIn.set(name, mine);
  return mine;
}

// The portal returns the existing session if there is one. Forcing a new one ends it for all its users, so that is
// requested only if the portal returns the very session that it rejected.
async function logInAgain(
  call: AuthorityCall,
  operation: Operation,
  refused: Session | undefined,
): Promise<Session | Failed> {
  const first = await logIn(call, operation, false);
  const isRefused = !("kind" in first) && first.token === refused?.token;
  const session = isRefused ? await logIn(call, operation, true) : first;
  if (!("kind" in session)) cacheSession(nameOf(call.account), session);
  return session;
}

function cacheSession(name: string, session: Session): void {
  sessions.delete(name);
  sessions.set(name, session);
  const [oldest] = sessions.keys();
  if (sessions.size > sessionsMax && oldest !== undefined) sessions.delete(oldest);
}

async function logIn(
  call: AuthorityCall,
  operation: Operation,
  isForced: boolean,
): Promise<Session | Failed> {
  const { account } = call;
  const appKey = Buffer.from(randomToken(32), "base64url");
  const data = sealLogin(settingOf(account, "public_key"), {
    UserName: settingOf(account, "username"),
    Password: settingOf(account, "password"),
    AppKey: appKey.toString("base64"),
    ForceRefreshAccessToken: isForced,
  });
  const headers = clientHeaders(account);
  if (data === undefined || !headers) {
    return failed("auth", false, "can't be used with the configured keys and user name");
  }
  const body = JSON.stringify({ Data: data });
  const request = { operation, method: "POST", path: "/eivital/v1.04/auth", headers, body } as const;
  const result = await send(call, request);
  const isAnswered = result.kind === "answered" && !result.truncated;
  const envelope = isAnswered ? envelopeOf(result.body, secretsOf(account)) : undefined;
  const code = envelope?.errors[0]?.code ?? null;
  recordExchange(call, request, result, {
    code,
    request: '{"Data":"…"}',
    // The session's token and key are as sensitive as the password, so they are not recorded.
    ...(envelope?.isGranted && { response: '{"Status":1,"Data":"…"}' }),
  });
  const failure = failureIn(result, false);
  if (failure) return failure;
  if (!envelope) return unreadable(result as OutboundResponse, false);
  if (!envelope.isGranted) return denied(code, envelope.errors[0]?.message);
  return readSession(envelope.data, appKey, call.now) ?? malformedResponse(false);
}

export function clientHeaders(account: FiscalAccount): Record<string, string> | undefined {
  const headers = {
    client_id: settingOf(account, "api_key"),
    client_secret: settingOf(account, "api_secret"),
    gstin: settingOf(account, "business_id"),
    user_name: settingOf(account, "username"),
  };
  return Object.values(headers).every(isHeaderValue) ? headers : undefined;
}

/** The portal's error codes for an outage. */
export const isOutage = (code: string | null) => ["2146", "2147", "5002"].includes(code ?? "");

function denied(code: string | null, message = "it gave no reason"): Failed {
  if (code === null) return malformedResponse(false);
  return isOutage(code) ? failed("unavailable", false, message) : failed("auth", false, message);
}

function readSession(data: unknown, appKey: Buffer, now: Date): Session | undefined {
  const { AuthToken, Sek, TokenExpiry } =
    typeof data === "string" ? (parseObject(data) ?? {}) : groupOf(data);
  const key = unseal(appKey, Sek);
  const token = textOf(AuthToken);
  if (token === undefined || !isHeaderValue(token) || key?.length !== 32) return undefined;
  const longest = now.getTime() + lifetimeMs;
  return { token, key, expiresAt: Math.min(longest, indianMoment(TokenExpiry)?.getTime() ?? longest) };
}

const lifetimeMs = 6 * 3_600_000;

/** The portal's timestamps are Indian time without a zone. */
export function indianMoment(text: unknown): Date | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(String(text)) ?? [];
  const moment = new Date(`${day}T${time}+05:30`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
