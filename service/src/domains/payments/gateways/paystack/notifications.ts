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

/** A charge has its own reference, a refund that of the refunded charge. */
export function referenceIn(body: Buffer): string | undefined {
  const data = dataIn(body);
  const reference = data?.reference ?? data?.transaction_reference;
  return typeof reference === "string" && /^[A-Za-z0-9.=-]{1,100}$/.test(reference) ? reference : undefined;
}

function dataIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    return isObject(read) && isObject(read.data) ? read.data : undefined;
  } catch {
    return undefined;
  }
}
