import type { OutboundResponse, OutboundResult } from "../../../../platform/outbound/outbound.ts";
import { isObject, parseObject } from "../../../../platform/outbound/response-parsing.ts";
import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { type AuthorityRequest, isHeaderValue, recordExchange, send } from "../http-exchange.ts";
import { secretsOf } from "../masking.ts";
import { failed, failureIn, malformedResponse, unreadable } from "../outcomes.ts";
import { type AuthorityCall, type Failed, type Rejected, settingOf } from "../port.ts";
import { codeOf, safeMessage } from "../response-fields.ts";
import { type FirsError, faultOf } from "./faults.ts";

/** The authority processed the request: it succeeded, or was rejected with errors. */
export type FirsReply = { kind: "ok"; data: unknown } | FirsRefusal | Failed;

export type FirsRefusal = { kind: "refused"; status: number; errors: FirsError[] };

export type FirsRequest = Pick<AuthorityRequest, "operation" | "method" | "path"> & {
  body?: object;
  /** Whether the call is irreversible. */
  commits?: boolean;
};

/** Sends one request in the protocol of FIRS, and records the exchange. */
export async function callFirs(
  call: AuthorityCall,
  { body, commits = false, ...rest }: FirsRequest,
): Promise<FirsReply> {
  const headers = headersOf(call);
  if (!headers) return failed("auth", false, "can't be sent the configured API key or secret");
  const request = { ...rest, headers, ...(body && { body: JSON.stringify(body) }) };
  const result = await send(call, request);
  const answer = result.kind === "answered" && !result.truncated ? parseObject(result.body) : undefined;
  const errors = answer ? errorsIn(answer, secretsOf(call.account)) : [];
  recordExchange(call, request, result, { code: isRefusal(result) ? (errors[0]?.code ?? null) : null });
  const failure = failureIn(result, commits);
  return failure ?? read(result as OutboundResponse, answer, errors, commits);
}

function headersOf({ account }: AuthorityCall): Record<string, string> | undefined {
  const headers = {
    "x-api-key": settingOf(account, "api_key"),
    "x-api-secret": settingOf(account, "api_secret"),
  };
  return Object.values(headers).every(isHeaderValue) ? headers : undefined;
}

const isRefusal = (result: OutboundResult) => result.kind === "answered" && result.status >= 400;

function read(
  result: OutboundResponse,
  answer: Record<string, unknown> | undefined,
  errors: FirsError[],
  commits: boolean,
): FirsReply {
  const { status } = result;
  if (!answer) return unreadable(result, commits);
  if (status >= 400) return { kind: "refused", status, errors: errors };
  return "data" in answer ? { kind: "ok", data: answer.data } : malformedResponse(commits);
}

const errorsMax = 100;

/** The error format is undocumented, so anything that resembles an error is read. */
function errorsIn(answer: Record<string, unknown>, secrets: readonly string[]): FirsError[] {
  const error = isObject(answer.error) ? answer.error : {};
  const list = [error.details, answer.errors, error.errors].find(
    (candidate) => Array.isArray(candidate) && candidate.length > 0,
  ) as unknown[] | undefined;
  if (list) return errorsOf(list, secrets);
  const words = [error.details, error.public_message, answer.message, answer.error];
  const message = words.find((word) => typeof word === "string" && word.trim() !== "");
  return [errorFrom(message, secrets)];
}

export function errorsOf(list: readonly unknown[], secrets: readonly string[]): FirsError[] {
  return list.slice(0, errorsMax).map((entry) => errorFrom(entry, secrets));
}

function errorFrom(entry: unknown, secrets: readonly string[]): FirsError {
  const parts = isObject(entry) ? entry : { message: entry };
  const field = safeMessage(parts.field ?? parts.path ?? parts.property, secrets, "");
  const message = safeMessage(
    parts.message ?? parts.error ?? parts.description,
    secrets,
    "it gave no reason",
  );
  return { field: field === "" ? null : field, code: codeOf(parts.code), message };
}

const aboutContent = new Set([400, 409, 413, 422]);

/** Other statuses concern the address or the request itself, which no change of the invoice would fix. */
const isAboutContent = ({ status }: FirsRefusal) => aboutContent.has(status);

/** The outcome of a rejected request for the document. */
export function rejectedBy(refused: FirsRefusal, type?: CanonicalDocument["type"]): Rejected | Failed {
  if (!isAboutContent(refused)) {
    return failed("protocol", false, `refused the request (HTTP ${refused.status}). Check its base URL`);
  }
  return {
    kind: "rejected",
    faults: refused.errors.map((complaint) => faultOf(complaint, type)),
    isDuplicate: false,
  };
}
