import { isUtf8 } from "node:buffer";
import type { GatewayAccount } from "../port.ts";
import { isId } from "./responses.ts";
import { stripePackage } from "./transport.ts";

const toleranceSeconds = 300;

export function isGenuine(
  { webhookSecret }: GatewayAccount,
  body: Buffer,
  signature: string,
  now: Date,
): boolean {
  // The package decodes invalid UTF-8 leniently, so different bodies would have the same signature.
  if (!isUtf8(body)) return false;
  const { webhooks } = stripePackage();
  try {
    webhooks.constructEvent(
      body.toString("utf8"),
      signature,
      webhookSecret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
    return true;
  } catch {
    return false;
  }
}

/** A dispute has our reference nowhere, but it names the payment intent. */
export function transactionIn(body: Buffer): string | undefined {
  try {
    const { object, payment_intent: intent } = JSON.parse(body.toString("utf8")).data.object;
    return object === "dispute" && isId(intent) ? intent : undefined;
  } catch {
    return undefined;
  }
}

export function isAboutDispute(body: Buffer): boolean {
  return transactionIn(body) !== undefined;
}

/** A session has a field for our reference; payment intents, charges and refunds have it in their metadata. */
export function referenceIn(body: Buffer): string | undefined {
  try {
    const { client_reference_id, metadata } = JSON.parse(body.toString("utf8")).data.object;
    const reference: unknown = client_reference_id ?? metadata.reference;
    return typeof reference === "string" && /^[A-Za-z0-9-]{1,200}$/.test(reference) ? reference : undefined;
  } catch {
    return undefined;
  }
}
