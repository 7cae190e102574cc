import { createHmac, timingSafeEqual } from "node:crypto";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import type { GatewayAccount } from "../port.ts";

/**
 * The signature covers the raw bytes but no timestamp: a replayed notification only makes us poll the gateway again.
 */
export function isGenuine({ webhookSecret }: GatewayAccount, body: Buffer, signature: string): boolean {
  if (webhookSecret === "" || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const expected = createHmac("sha512", webhookSecret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

/** A charge has its own reference, a refund that of the refunded charge, and a dispute the whole charge. */
export function referenceIn(body: Buffer): string | undefined {
  const data = noticeIn(body)?.data;
  const charge = isObject(data?.transaction) ? data.transaction : undefined;
  const reference = data?.reference ?? data?.transaction_reference ?? charge?.reference;
  return typeof reference === "string" && /^[A-Za-z0-9.=-]{1,100}$/.test(reference) ? reference : undefined;
}

export function isAboutDispute(body: Buffer): boolean {
  return String(noticeIn(body)?.event).startsWith("charge.dispute.");
}

type Notice = { event: unknown; data: Record<string, unknown> };

function noticeIn(body: Buffer): Notice | undefined {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    return isObject(read) && isObject(read.data) ? { event: read.event, data: read.data } : undefined;
  } catch {
    return undefined;
  }
}
