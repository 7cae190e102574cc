import { createHmac } from "node:crypto";
import { signatureHeaders } from "../../../platform/security/signature.ts";
import type { KnownSecret, ReceivedDelivery } from "./diagnose.ts";

// A company with two endpoints. The first one rotates its secret, and rotated it once before.
export const current: KnownSecret = known("current", 7, "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
export const previous: KnownSecret = known("previous", 7, "C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
export const expired: KnownSecret = known("expired", 7, "9Zv4QyWbHn3kXo0cTq1RrUeLsJd7PgAi");
export const other: KnownSecret = known("current", 8, "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY");
export const secrets = [expired, other, previous, current];

function known(kind: KnownSecret["kind"], endpointId: number, text: string): KnownSecret {
  return { kind, endpointId, secret: `whsec_${text}` };
}

export const t = 1_790_000_000;
export const moment = new Date(t * 1000);
export const sent =
  '{"id":"evt_7f3kq","type":"customer.created","sequence":12,"data":{"object":{"id":3,"name":"Zoë Ødegård €","url":"https://example.com/a+b","total":1500.5}}}';

/** As it was received, if nothing went wrong. */
export function received(
  changes: Partial<ReceivedDelivery> & { signedBody?: string | Buffer; signedWith?: KnownSecret[] } = {},
): ReceivedDelivery {
  const { signedBody = sent, signedWith = [current], ...rest } = changes;
  const headers = signatureHeaders(
    signedWith.map(({ secret }) => secret),
    "evt_7f3kq",
    moment,
    Buffer.from(signedBody as string),
  );
  return { body: Buffer.from(sent), headers, receivedAt: moment, secrets, ...rest };
}

export const hmac = (key: string | Buffer, text: string, algorithm = "sha256") =>
  createHmac(algorithm, key).update(text);
