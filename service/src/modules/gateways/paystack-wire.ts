import { integrationFailed, integrationRefusedKey, integrationUnavailable } from "../../foundation/errors.ts";
import type { Outbound, OutboundAnswer, OutboundResult } from "../../foundation/outbound/outbound.ts";
import { isObject, makesNoSense } from "./answers.ts";
import type { Amounts } from "./paystack-amounts.ts";
import type { Account } from "./port.ts";

/** The way to one account with one gateway. */
export type Wire = { title: string; outbound: Outbound; account: Account; amounts: Amounts };

/** The gateway understood the question: it said yes, or no and why. */
export type Reply = { status: number; ok: boolean; message: string; data: unknown };

type Question = { method: "GET" | "POST"; path: string; body?: unknown };

const timeoutMs = 10_000;
const answerBytesMax = 512 * 1024;

/** Asks once. What is no reply is thrown. */
export async function ask({ title, outbound, account }: Wire, question: Question): Promise<Reply> {
  const { method, path, body } = question;
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
    answerBytesMax,
    // The gateway has no way to know a refund that it was asked for twice.
    onlyOnce: method === "POST",
  });
  return read(title, answered(title, result));
}

function answered(title: string, result: OutboundResult): OutboundAnswer {
  if (result.kind === "answered") return result;
  const { failure, message } = result;
  // Waiting does not help against an address that we do not call.
  if (failure === "invalid_url" || failure === "address_refused") {
    throw integrationFailed(title, `can't be called: ${message}. Check its base address`);
  }
  throw integrationUnavailable(title, message);
}

function read(title: string, { status, body, truncated, headers }: OutboundAnswer): Reply {
  if (status === 401) throw integrationRefusedKey(title);
  if (status === 429) {
    throw integrationUnavailable(title, "it gets too many requests from this account", secondsIn(headers));
  }
  if (status >= 500)
    throw integrationFailed(title, `answered with an error (HTTP ${status}). Try again later`);
  const reply = truncated ? undefined : parse(body);
  // The key is good where only the currency is not.
  if (status === 403 && !/currency/i.test(String(reply?.message))) throw integrationRefusedKey(title);
  if (!reply || typeof reply.status !== "boolean" || status < 200 || (status >= 300 && status < 400)) {
    throw makesNoSense(title);
  }
  const { message, data } = reply;
  const ok = reply.status && status < 300;
  return { status, ok, message: typeof message === "string" ? message : "", data };
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"), keepDigits as Reviver);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

type Reviver = (key: string, value: unknown) => unknown;

/** Ids are counted in 64 bits; what a double can't hold stays text. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isLong = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? (context?.source ?? value) : value;
}

function secondsIn(headers: OutboundAnswer["headers"]): number | undefined {
  const seconds = Number(headers["retry-after"]);
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600 ? seconds : undefined;
}

/** Its digits, if that is what it is. */
export function wholeNumber(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,20}$/.test(text) ? text : undefined;
}

export function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value);
}
