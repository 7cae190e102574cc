import type { FastifyRequest } from "fastify";
import type { KeyPrincipal } from "../contract/access.ts";
import { unauthenticated } from "../contract/errors.ts";

export type Credential = { appId: string; secret: string };

export type Keys = {
  /** Undefined for every cause alike: unknown, wrong, revoked, expired, used from an address that is not allowed. */
  verify(
    credential: Credential,
    addressOf: () => string,
  ): Promise<KeyPrincipal | undefined> | KeyPrincipal | undefined;
  /** Whether the principal is still current, may be used from here, and its secret is not about to expire. */
  isUnchanged(principal: KeyPrincipal, addressOf: () => string): boolean;
};

/** Accepts either header form; both at once only if they agree. */
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

/** Two Authorization headers that differ: Node keeps the first, and a proxy may have looked at the other. */
function contradictsItself(rawHeaders: readonly string[]): boolean {
  let first: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length !== authorization.length || name.toLowerCase() !== authorization) continue;
    first ??= rawHeaders[at + 1]!;
    if (rawHeaders[at + 1] !== first) return true;
  }
  return false;
}

const authorization = "authorization";

/** What was proved on a connection: exactly the same header need not be proved again while the key is unchanged. */
type Proved = { authorization: string; principal: KeyPrincipal };
const proved = new WeakMap<object, Proved>();

/** Synchronous for a key that is remembered, so that most requests do not wait here. */
export function authenticate(
  request: Pick<FastifyRequest, "headers" | "ip"> & {
    raw: { socket: object; rawHeaders: readonly string[] };
  },
  keys: Keys,
): KeyPrincipal | Promise<KeyPrincipal> {
  const { headers, raw } = request;
  const addressOf = () => request.ip;
  if (headers.authorization !== undefined && contradictsItself(raw.rawHeaders)) throw unauthenticated();
  const earlier = proved.get(raw.socket);
  const repeats = earlier !== undefined && headers.authorization === earlier.authorization;
  if (repeats && headers["x-api-key"] === undefined && headers["x-api-secret"] === undefined) {
    if (keys.isUnchanged(earlier.principal, addressOf)) return earlier.principal;
  }
  const credential = readCredential(headers);
  if (!credential) throw unauthenticated();
  const accept = (principal: KeyPrincipal | undefined): KeyPrincipal => {
    if (!principal) throw unauthenticated();
    if (headers.authorization) proved.set(raw.socket, { authorization: headers.authorization, principal });
    return principal;
  };
  const found = keys.verify(credential, addressOf);
  return found instanceof Promise ? found.then(accept) : accept(found);
}
