import type { Context } from "../../../context.ts";
import type { Adapter, Calling, Failed, Outcome } from "../authorities/port.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { type FiscalRow, noteCall } from "./queries.ts";

/**
 * Makes the call that the state of a document requires. `fresh` means the very first attempt; any later one may follow
 * a call that was heard, so it looks the document up before sending anything.
 */
export async function ask(
  { db }: Pick<Context, "db">,
  adapter: Adapter,
  call: Calling,
  row: FiscalRow,
  fresh: boolean,
): Promise<Outcome> {
  if (row.state === "cancelling") {
    if (!fresh && !(await noteCall(db, row, call.now))) return takenOver(true);
    return adapter.cancel!(call, row.irn!, row.cancel_reason!);
  }
  if (row.state === "pending" && adapter.poll) return adapter.poll(call, row.handle!, row.document_key);
  const document = JSON.parse(row.document) as CanonicalDocument;
  if (fresh) return adapter.submit(call, document, row.document_key);
  const mayBeThere = row.state !== "queued";
  if (mayBeThere && adapter.lookUp) {
    const seen = await adapter.lookUp(call, document, row.document_key);
    if (seen.kind !== "absent") return seen;
    if (isTooEarly(adapter, row, call.now)) return stillUnknown(adapter);
  }
  if (!(await noteCall(db, row, call.now))) return takenOver(mayBeThere);
  return adapter.submit(call, document, row.document_key);
}

const takenOver = (mayHaveCommitted: boolean): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted,
  retryAfterMs: null,
  message: "the company's integration was changed, or another process went on meanwhile",
});

/** An authority may need a moment before its look-up knows what it accepted. */
function isTooEarly(adapter: Adapter, { last_call_at }: FiscalRow, now: Date): boolean {
  return last_call_at !== null && now.getTime() - last_call_at.getTime() < adapter.lookUpLagMs;
}

const stillUnknown = ({ title, lookUpLagMs }: Adapter): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted: true,
  retryAfterMs: lookUpLagMs,
  message: `${title} does not know the document yet, though it may have taken it`,
});
