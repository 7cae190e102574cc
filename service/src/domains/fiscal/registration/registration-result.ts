import type { Change } from "../../../context.ts";
import { ApiError, integrationUnavailable } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { errorOf } from "../authorities/outcomes.ts";
import type { Adapter, Failed, Fault, Rejected } from "../authorities/port.ts";
import type { FiscalRow } from "./queries.ts";

/** The response to a registration: the current invoice or credit note, and its reference. */
export type RegistrationResult = { status: 200 | 202; irn: string | null; record: Json; fiscal: Json };

/** The locked registration and record that an outcome is saved to. */
export type LockedRegistration = { change: Change; adapter: Adapter; row: FiscalRow; before: Json };

/** Built from the stored record: 200 with the IRN, or 202 while the authority decides. */
export function resultOf(record: Json): RegistrationResult {
  const { irn, fiscal } = JSON.parse(record) as { irn: string | null; fiscal: object | null };
  return { status: irn === null ? 202 : 200, irn, record, fiscal: JSON.stringify(fiscal) };
}

/** The outcome for callers that waited for another process. */
export function outcomeOf({ title }: Adapter, row: FiscalRow, record: Json): RegistrationResult | ApiError {
  if (row.state === "rejected") {
    const { faults } = JSON.parse(row.outcome!) as Rejected;
    return rejection({ title }, "rejected this document", faults);
  }
  if (row.state === "withdrawn")
    return integrationUnavailable(title, "the company has changed its account", 1);
  if (row.state !== "queued" && row.state !== "unknown") return resultOf(record);
  return errorOf(title, JSON.parse(row.outcome!) as Failed);
}

/** The authority's rejection, in the fields of our own document. */
export function rejection(
  { title }: Pick<Adapter, "title">,
  what: string,
  faults: readonly Fault[],
): ApiError {
  const why = faults[0]?.message ?? "it gave no reason";
  return new ApiError(422, "fiscal_rejected", `${title} ${what}: ${why}`, {
    errors: faults.map(({ field, message }) => ({ field: field ?? "invoice", message })),
  });
}

const second = 1000;
const retryDelaysMs = [5, 15, 60, 300, 900, 3600].map((seconds) => seconds * second);
const authRetryMs = 900 * second;

/** Delays grow with each failure. Wrong credentials need a person to correct them, so their delay is longer. */
export function nextRetry(
  { failures }: Pick<FiscalRow, "failures">,
  { cause, retryAfterMs }: Pick<Failed, "cause" | "retryAfterMs">,
  now: Date,
): { failures: number; next_action_at: Date; waitMs: number } {
  const pause = cause === "auth" ? authRetryMs : retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]!;
  const waitMs = Math.max(pause, retryAfterMs ?? 0);
  return { failures: failures + 1, next_action_at: new Date(now.getTime() + waitMs), waitMs };
}
