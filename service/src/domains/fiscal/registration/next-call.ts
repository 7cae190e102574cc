import type { Context } from "../../../context.ts";
import type { Adapter, AuthorityCall, Failed, Outcome } from "../authorities/port.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { type FiscalRow, recordCall } from "./queries.ts";

/**
 * Makes the call that the document's state requires. `fresh` means that nothing was sent before; otherwise an earlier
 * call may have been accepted, so the document is looked up before it is sent again.
 */
export async function makeNextCall(
  { db }: Pick<Context, "db">,
  adapter: Adapter,
  call: AuthorityCall,
  row: FiscalRow,
  fresh: boolean,
): Promise<Outcome> {
  if (row.state === "cancelling") {
    if (!fresh && !(await recordCall(db, row, call.now))) return takenOver(true);
    return adapter.cancel!(call, row.irn!, row.cancel_reason!);
  }
  if (row.state === "pending" && adapter.poll) return adapter.poll(call, row.handle!, row.document_key);
  const document = JSON.parse(row.document) as CanonicalDocument;
  if (fresh) return adapter.submit(call, document, row.document_key);
  const mayHaveBeenAccepted = row.state !== "queued";
  if (mayHaveBeenAccepted && adapter.lookUp) {
    const found = await adapter.lookUp(call, document, row.document_key);
    if (found.kind !== "absent") return found;
    if (isTooEarly(adapter, row, call.now)) return stillUnknown(adapter);
  }
  if (!(await recordCall(db, row, call.now))) return takenOver(mayHaveBeenAccepted);
  return adapter.submit(call, document, row.document_key);
}

const takenOver = (mayHaveCommitted: boolean): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted,
  retryAfterMs: null,
  message: "the company's integration was changed, or another process continued in the meantime",
});

/** The look-up may not find a document that was accepted a moment ago. */
function isTooEarly(adapter: Adapter, { last_call_at }: FiscalRow, now: Date): boolean {
  return last_call_at !== null && now.getTime() - last_call_at.getTime() < adapter.lookUpLagMs;
}

const stillUnknown = ({ title, lookUpLagMs }: Adapter): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted: true,
  retryAfterMs: lookUpLagMs,
  message: `${title} does not list the document yet, but may have accepted it`,
});
