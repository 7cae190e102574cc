import type { FastifyRequest } from "fastify";
import type { Principal } from "../access.ts";
import { unauthenticated } from "../foundation/errors.ts";

export type Credential = { appId: string; secret: string };

/** Undefined for every cause alike: unknown, wrong, revoked. */
export type VerifyKey = (credential: Credential) => Promise<Principal | undefined> | Principal | undefined;

/** Either header form; both at once are accepted only when they say the same. */
export function readCredential(headers: FastifyRequest["headers"]): Credential | undefined {
  const fromBearer = parseBearer(headers.authorization);
  const fromPair = parsePair(headers["x-api-key"], headers["x-api-secret"]);
  if (headers.authorization !== undefined && !fromBearer) return undefined;
  if (fromBearer && (headers["x-api-key"] !== undefined || headers["x-api-secret"] !== undefined)) {
    const agree = fromPair?.appId === fromBearer.appId && fromPair.secret === fromBearer.secret;
    return agree ? fromBearer : undefined;
  }
  return fromBearer ?? fromPair;
}

function parseBearer(header: string | undefined): Credential | undefined {
  const match = header === undefined ? null : /^bearer +([^:\s]+):(\S+) *$/i.exec(header);
  return match ? { appId: match[1]!, secret: match[2]! } : undefined;
}

function parsePair(key: unknown, secret: unknown): Credential | undefined {
  return typeof key === "string" && typeof secret === "string" && key !== "" && secret !== ""
    ? { appId: key, secret }
    : undefined;
}

/** At once for a key that is remembered, so that most requests wait for nothing here. */
export function authenticate(
  headers: FastifyRequest["headers"],
  verifyKey: VerifyKey,
): Principal | Promise<Principal> {
  const credential = readCredential(headers);
  if (!credential) throw unauthenticated();
  const found = verifyKey(credential);
  return found instanceof Promise ? found.then(orRefuse) : orRefuse(found);
}

function orRefuse(principal: Principal | undefined): Principal {
  if (!principal) throw unauthenticated();
  return principal;
}
