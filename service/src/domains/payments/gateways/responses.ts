import { integrationFailed } from "../../../contract/errors.ts";
import { oneLine } from "../../../platform/outbound/response-parsing.ts";
import type { GatewayAccount } from "./port.ts";

export const malformedResponse = (title: string, cause?: unknown) =>
  integrationFailed(title, "returned an invalid response. Try again later", cause);

/** The gateway's message without our key in it. */
export function safeMessage(
  message: unknown,
  { secretKey }: GatewayAccount,
  otherwise = "it gave no reason",
): string {
  const words = typeof message === "string" ? oneLine(message.replaceAll(secretKey, "…")) : "";
  return words || otherwise;
}

export function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value);
}
