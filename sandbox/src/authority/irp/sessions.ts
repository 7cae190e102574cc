import { randomBytes } from "node:crypto";

/** A login of the Indian protocol. It is kept in memory only, so every client logs in again after a restart. */
export type Session = {
  token: string;
  /** Encrypts all messages of this login. */
  sek: Buffer;
  businessId: string;
  expiresAt: number;
};

export type Sessions = {
  /** The current login, or a new one if it has expired or the caller asks for one. */
  open(businessId: string, now: Date, isForced: boolean): Session;
  find(token: unknown, now: Date): Session | undefined;
  clear(): void;
};

const lifetimeMs = 6 * 3_600_000;

export function createSessions(): Sessions {
  const byBusiness = new Map<string, Session>();
  const byToken = new Map<string, Session>();
  const isAlive = (session: Session | undefined, now: Date) => session && session.expiresAt > now.getTime();
  return {
    open: (businessId, now, isForced) => {
      const known = byBusiness.get(businessId);
      if (known && isAlive(known, now) && !isForced) return known;
      if (known) byToken.delete(known.token);
      const token = randomBytes(18).toString("base64url");
      const session = { token, sek: randomBytes(32), businessId, expiresAt: now.getTime() + lifetimeMs };
      byBusiness.set(businessId, session);
      byToken.set(token, session);
      return session;
    },
    find: (token, now) => {
      const session = byToken.get(String(token));
      return isAlive(session, now) ? session : undefined;
    },
    clear: () => {
      byBusiness.clear();
      byToken.clear();
    },
  };
}
