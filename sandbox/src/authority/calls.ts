import { setTimeout as wait } from "node:timers/promises";
import { type Business, changeBusiness } from "./businesses.ts";
import type { Context } from "./context.ts";
import type { Answer, Reply } from "./exchange.ts";
import type { Fault, Op, Protocol, Token } from "./fault-kinds.ts";
import type { Taken } from "./faults.ts";

/** One call of a known business: the caller, the operation, and how to carry it out. */
export type Call = {
  protocol: Protocol;
  op: Op;
  business: Business | undefined;
  /** The IRN or, if the authority assigns it, the document's key. */
  irn: string | undefined;
  tokens: readonly Token[];
  errorFormat: ErrorFormat;
  run(faults: Taken): Answer | Promise<Answer>;
};

/** The protocol's responses to general failures. */
export type ErrorFormat = {
  failure(status: number, headers: Record<string, string>): Answer;
  unauthorized(): Answer;
};

/** A recorded call, for tests. */
export type CallRecord = {
  at: string;
  protocol: Protocol;
  op: Op;
  business_id: string | null;
  irn: string | null;
  faults: string[];
  outcome: number | "hang" | "cut" | "half";
};

/** The latest calls, oldest first. */
export type CallLog = { list(): readonly CallRecord[]; add(record: CallRecord): void; clear(): void };

// This is enough for any test, and bounds the memory of a long benchmark.
const recordsMax = 10_000;

export function createCallLog(): CallLog {
  let records: CallRecord[] = [];
  return {
    list: () => records,
    add: (record) => {
      records.push(record);
      if (records.length > 2 * recordsMax) records = records.slice(-recordsMax);
    },
    clear: () => {
      records = [];
    },
  };
}

/** Carries out a call with the faults that are due. */
export async function runCall(context: Context, call: Call): Promise<Reply> {
  const { protocol, op, irn, tokens } = call;
  const business = call.business?.business_id;
  if (op === "submit" && irn !== undefined) context.ledger.keep({ handedIn: `${business} ${irn}` });
  const taken = context.faults.take({ protocol, op, irn, business, tokens });
  const at = context.clock.now().toISOString();
  const reply = await runWithFaults(context, call, taken);
  recordCall(context, call, { at, faults: taken.all.map(({ name }) => name), reply });
  if (context.settings.answerMs > 0) await pause(context, context.settings.answerMs);
  return reply;
}

/** Refuses a caller with unknown or revoked credentials. */
export function rejectCall(context: Context, call: Omit<Call, "run" | "tokens">): Reply {
  const reply = call.errorFormat.unauthorized();
  recordCall(context, call, { at: context.clock.now().toISOString(), faults: [], reply });
  return reply;
}

async function runWithFaults(context: Context, call: Call, taken: Taken): Promise<Reply> {
  const delayOf = (name: string) => Math.min(taken.find(name)?.number ?? 0, context.settings.slowMaxMs);
  await pause(context, delayOf("slow"));
  const first = taken.all.find(({ stage }) => stage === "before");
  const instead = first && refusal(context, call, first);
  if (instead !== undefined) return instead;
  const answer = await call.run(taken);
  await pause(context, delayOf("slow_after"));
  const last = taken.all.find(({ stage }) => stage === "after");
  return last ? faultAfter(call, last, answer) : answer;
}

function refusal(context: Context, { business, errorFormat }: Call, fault: Fault): Reply | undefined {
  switch (fault.name) {
    case "timeout_before":
      return "hang";
    case "reset_before":
      return "cut";
    case "auth_401":
      return errorFormat.unauthorized();
    case "key_revoked_midway":
      if (business) changeBusiness(context.ledger, business.business_id, { revoked: true });
      return errorFormat.unauthorized();
    default:
      return noAnswer(errorFormat, fault);
  }
}

function faultAfter({ errorFormat }: Call, fault: Fault, answer: Answer): Reply {
  switch (fault.name) {
    case "timeout_after":
      return "hang";
    case "reset_after":
      return "cut";
    case "truncated_after":
      return { half: answer };
    default:
      return noAnswer(errorFormat, fault) ?? answer;
  }
}

/** Responses that a proxy in front of the authority might send. */
function noAnswer(errorFormat: ErrorFormat, { name, number }: Fault): Answer | undefined {
  if (name.startsWith("empty_200")) return { status: 200, headers: {}, body: "" };
  if (name.startsWith("html_200")) {
    const headers = { "content-type": "text/html; charset=utf-8" };
    return { status: 200, headers, body: "<!doctype html><title>Maintenance</title><p>Back in a moment." };
  }
  const [, status] = /^http_(\d{3})/.exec(name) ?? [];
  if (status === undefined) return undefined;
  return errorFormat.failure(Number(status), number === null ? {} : { "retry-after": String(number) });
}

function recordCall(
  { calls }: Context,
  { protocol, op, business, irn }: Omit<Call, "run" | "tokens">,
  { at, faults, reply }: { at: string; faults: string[]; reply: Reply },
): void {
  const outcome = typeof reply === "string" ? reply : "half" in reply ? "half" : reply.status;
  const business_id = business?.business_id ?? null;
  calls.add({ at, protocol, op, business_id, irn: irn ?? null, faults, outcome });
}

async function pause({ closing }: Context, ms: number): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal: closing, ref: false });
}
