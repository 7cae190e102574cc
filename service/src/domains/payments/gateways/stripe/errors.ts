import type Stripe from "stripe";
import {
  ApiError,
  integrationFailed,
  integrationRefusedKey,
  integrationUnavailable,
} from "../../../../contract/errors.ts";
import type { GatewayAccount } from "../port.ts";
import { malformedResponse, safeMessage } from "../responses.ts";

type StripeError = Stripe.errors.StripeError;

/** Translates the package's errors into ours. `task` is what Stripe was asked to do. */
export function explainError(error: unknown, account: GatewayAccount, task: string): ApiError {
  if (error instanceof ApiError) return error;
  // The package could not parse the response.
  if (!isStripeError(error)) return malformedResponse("Stripe", error);
  switch (error.type) {
    case "StripeAuthenticationError":
    case "StripePermissionError":
      return integrationRefusedKey("Stripe");
    case "StripeConnectionError":
      return integrationUnavailable(
        "Stripe",
        error.detail instanceof Error ? error.detail.message : "no answer",
      );
    case "StripeRateLimitError":
      return integrationUnavailable("Stripe", "it receives too many requests from this account");
    case "StripeInvalidRequestError":
    case "StripeIdempotencyError":
    case "StripeCardError":
      return integrationFailed("Stripe", `refused to ${task}: ${safeMessage(error.message, account)}`, error);
    default:
      return explainFailure(error);
  }
}

function explainFailure(error: StripeError): ApiError {
  const { statusCode } = error;
  if (statusCode === undefined) return malformedResponse("Stripe", error);
  // Another call with the same idempotency key is still running.
  if (statusCode === 409) return integrationUnavailable("Stripe", "it is still busy with the same request");
  return integrationFailed("Stripe", `answered with an error (HTTP ${statusCode}). Try again later`, error);
}

/** Whether Stripe rejected the request itself. */
export function isRefusal(error: unknown): error is StripeError {
  return (
    isStripeError(error) && (error.type === "StripeInvalidRequestError" || error.type === "StripeCardError")
  );
}

export function isKeyReused(error: unknown): boolean {
  return isStripeError(error) && error.type === "StripeIdempotencyError";
}

export function isMissing(error: unknown): boolean {
  return isStripeError(error) && error.code === "resource_missing";
}

function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && "rawType" in error && "type" in error;
}
