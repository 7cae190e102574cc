import { isObject, parseObject } from "../../../../platform/outbound/answers.ts";
import type { OutboundAnswer, OutboundResult } from "../../../../platform/outbound/outbound.ts";
import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { settingOf } from "../account.ts";
import { failed, failureIn, nonsense, unreadable } from "../failures.ts";
import { isHeaderValue, keep, type Question, send } from "../http-exchange.ts";
import { secretsOf } from "../masking.ts";
import type { Calling, Failed, Rejected } from "../port.ts";
import { codeOf, wordsOf } from "../response-fields.ts";
import { type Complaint, faultOf } from "./faults.ts";

/** The authority understood the question: it said yes, or no and why. */
export type Reply = { kind: "ok"; data: unknown } | Refused | Failed;

export type Refused = { kind: "refused"; status: number; complaints: Complaint[] };

export type Asked = Pick<Question, "operation" | "method" | "path"> & {
  body?: object;
  /** Whether it is irreversible. */
  commits?: boolean;
};

/** Asks once, in the protocol of FIRS, and records the exchange. */
export async function ask(call: Calling, { body, commits = false, ...asked }: Asked): Promise<Reply> {
  const headers = headersOf(call);
  if (!headers) return failed("auth", false, "can't be sent the API key or secret that is configured");
  const question = { ...asked, headers, ...(body && { body: JSON.stringify(body) }) };
  const result = await send(call, question);
  const answer = result.kind === "answered" && !result.truncated ? parseObject(result.body) : undefined;
  const complaints = answer ? complaintsIn(answer, secretsOf(call.account)) : [];
  keep(call, question, result, { code: isRefusal(result) ? (complaints[0]?.code ?? null) : null });
  const failure = failureIn(result, commits);
  return failure ?? read(result as OutboundAnswer, answer, complaints, commits);
}

function headersOf({ account }: Calling): Record<string, string> | undefined {
  const headers = {
    "x-api-key": settingOf(account, "api_key"),
    "x-api-secret": settingOf(account, "api_secret"),
  };
  return Object.values(headers).every(isHeaderValue) ? headers : undefined;
}

const isRefusal = (result: OutboundResult) => result.kind === "answered" && result.status >= 400;

function read(
  result: OutboundAnswer,
  answer: Record<string, unknown> | undefined,
  complaints: Complaint[],
  commits: boolean,
): Reply {
  const { status } = result;
  if (!answer) return unreadable(result, commits);
  if (status >= 400) return { kind: "refused", status, complaints };
  return "data" in answer ? { kind: "ok", data: answer.data } : nonsense(commits);
}

const complaintsMax = 100;

/** The format of errors is not documented, so anything that resembles one is read. */
function complaintsIn(answer: Record<string, unknown>, secrets: readonly string[]): Complaint[] {
  const error = isObject(answer.error) ? answer.error : {};
  const list = [error.details, answer.errors, error.errors].find(
    (candidate) => Array.isArray(candidate) && candidate.length > 0,
  ) as unknown[] | undefined;
  if (list) return complaintsOf(list, secrets);
  const words = [error.details, error.public_message, answer.message, answer.error];
  const message = words.find((word) => typeof word === "string" && word.trim() !== "");
  return [complaintOf(message, secrets)];
}

export function complaintsOf(list: readonly unknown[], secrets: readonly string[]): Complaint[] {
  return list.slice(0, complaintsMax).map((entry) => complaintOf(entry, secrets));
}

function complaintOf(entry: unknown, secrets: readonly string[]): Complaint {
  const parts = isObject(entry) ? entry : { message: entry };
  const field = wordsOf(parts.field ?? parts.path ?? parts.property, secrets, "");
  const message = wordsOf(parts.message ?? parts.error ?? parts.description, secrets, "it gave no reason");
  return { field: field === "" ? null : field, code: codeOf(parts.code), message };
}

const aboutContent = new Set([400, 409, 413, 422]);

/** Any other status is about the address or the request itself, and no change of the invoice would help. */
const isAboutContent = ({ status }: Refused) => aboutContent.has(status);

/** What a refusal means for the document. */
export function rejectedBy(refused: Refused, type?: CanonicalDocument["type"]): Rejected | Failed {
  if (!isAboutContent(refused)) {
    return failed("protocol", false, `refuses to be asked (HTTP ${refused.status}). Check its base address`);
  }
  return {
    kind: "rejected",
    faults: refused.complaints.map((complaint) => faultOf(complaint, type)),
    isDuplicate: false,
  };
}
