import {
  integrationFailed,
  integrationRefusedKey,
  integrationUnavailable,
} from "../../../../contract/errors.ts";
import type { Outbound, OutboundResponse, OutboundResult } from "../../../../platform/outbound/outbound.ts";
import { parseObject, retryAfterSeconds } from "../../../../platform/outbound/response-parsing.ts";
import type { GatewayAccount } from "../port.ts";
import { malformedResponse } from "../responses.ts";
import type { Amounts } from "./amounts.ts";

/** What a call to one gateway account needs. */
export type PaystackClient = { title: string; outbound: Outbound; account: GatewayAccount; amounts: Amounts };

/** The gateway processed the request: it succeeded, or failed with a message. */
export type ApiReply = { status: number; ok: boolean; message: string; data: unknown };

type ApiRequest = { method: "GET" | "POST"; path: string; body?: unknown };

const timeoutMs = 10_000;
const answerBytesMax = 512 * 1024;

/** Sends the request once. Throws for anything that is not a well-formed response. */
export async function callApi(
  { title, outbound, account }: PaystackClient,
  request: ApiRequest,
): Promise<ApiReply> {
  const { method, path, body } = request;
  const result = await outbound.send({
    method,
    url: `${account.baseUrl}${path}`,
    headers: {
      authorization: `Bearer ${account.secretKey}`,
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    timeoutMs,
    responseBytesMax: answerBytesMax,
    // The gateway does not deduplicate refunds.
    onlyOnce: method === "POST",
  });
  return read(title, answered(title, result));
}

function answered(title: string, result: OutboundResult): OutboundResponse {
  if (result.kind === "answered") return result;
  const { failure, message } = result;
  // Retrying does not help with an address that we refuse to call.
  if (failure === "invalid_url" || failure === "address_refused") {
    throw integrationFailed(title, `can't be called: ${message}. Check its base URL`);
  }
  throw integrationUnavailable(title, message);
}

function read(title: string, { status, body, truncated, headers }: OutboundResponse): ApiReply {
  if (status === 401) throw integrationRefusedKey(title);
  if (status === 429) {
    throw integrationUnavailable(
      title,
      "it receives too many requests from this account",
      retryAfterSeconds(headers),
    );
  }
  if (status >= 500) throw integrationFailed(title, `returned an error (HTTP ${status}). Try again later`);
  const reply = truncated ? undefined : parseObject(body);
  // The key is valid if only the currency is rejected.
  if (status === 403 && !/currency/i.test(String(reply?.message))) throw integrationRefusedKey(title);
  if (!reply || typeof reply.status !== "boolean" || status < 200 || (status >= 300 && status < 400)) {
    throw malformedResponse(title);
  }
  const { message, data } = reply;
  const ok = reply.status && status < 300;
  return { status, ok, message: typeof message === "string" ? message : "", data };
}

/** The digits of a whole number, or undefined. */
export function wholeNumber(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,20}$/.test(text) ? text : undefined;
}
