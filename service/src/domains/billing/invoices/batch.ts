import type { Change } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { violatedConstraint } from "../../../platform/db/database.ts";
import type { BatchOutcome, BatchRecord } from "../../../platform/values/batch.ts";
import { eventsChannel } from "../../webhooks/events/service.ts";
import { type DocumentReferences, findReferences } from "../lines/service.ts";
import { accept, draftOrder, isUndecided } from "./create.ts";
import { type DraftOrder, storeDrafts } from "./drafts.ts";
import { findTakenInvoiceIds } from "./queries.ts";
import type { InvoiceCreate, InvoicePatch } from "./schema.ts";
import { changeLockedInvoice } from "./service.ts";

type InvoiceOutcome = BatchOutcome<"invoice.updated">;
type Added = { place: number; input: InvoiceCreate };

const attemptsMax = 3;

/**
 * Changes drafts one by one, then creates the others by one statement, which also stores their events. It comes last,
 * because it locks the company's counters.
 */
export async function storeInvoices(
  change: Change,
  records: readonly BatchRecord<InvoiceCreate | InvoicePatch>[],
): Promise<InvoiceOutcome[]> {
  const outcomes: InvoiceOutcome[] = [];
  const added: Added[] = [];
  for (const [place, { input, before }] of records.entries()) {
    if (before === undefined) {
      added.push({ place, input: input as InvoiceCreate });
      continue;
    }
    // It is what the draft was found by, so it does not change.
    const { external_id: _same, ...patch } = input;
    outcomes[place] = await refusedAlone(async () => {
      const object = await changeLockedInvoice(change, before, patch);
      if (object === undefined) return { status: "unchanged", record: before };
      const event = { type: "invoice.updated", object, previous: before } as const;
      return { status: "updated", record: object, event };
    });
  }
  await addAll(change, added, outcomes);
  return outcomes;
}

/** Whatever is refused is refused before anything of it is written. */
const refusedAlone = (work: () => Promise<InvoiceOutcome>): Promise<InvoiceOutcome> =>
  work().catch((error: unknown) => {
    if (error instanceof ApiError) return { status: "failed", error };
    throw error;
  });

/** What other requests change in the meantime, an external_id or a customer's defaults, is found by the next attempt. */
async function addAll(change: Change, added: readonly Added[], outcomes: InvoiceOutcome[]): Promise<void> {
  const { tx, company } = change;
  for (let attempt = 1; added.length > 0; attempt += 1) {
    try {
      const inputs = added.map(({ input }) => input);
      const references = await findReferences(tx, company.id, inputs);
      return await tx.savepoint(() => addFree(change, added, references, outcomes));
    } catch (error) {
      const mayPass = violatedConstraint(error) === "invoices_external_id" || error === undecided;
      if (!mayPass || attempt === attemptsMax) throw error;
    }
  }
}

const undecided = new Error("the customers of a batch were changed again and again");

async function addFree(
  change: Change,
  added: readonly Added[],
  references: DocumentReferences,
  outcomes: InvoiceOutcome[],
): Promise<void> {
  const { tx, company } = change;
  const externalIds = added.flatMap(({ input }) => input.external_id ?? []);
  const taken = await findTakenInvoiceIds(tx, company.id, externalIds);
  const orders: { place: number; order: DraftOrder }[] = [];
  for (const { place, input } of added) {
    const isTaken = input.external_id != null && taken.has(input.external_id);
    outcomes[place] = await refusedAlone(async () => {
      if (isTaken) return { status: "taken" };
      const customer = references.customers.get(input.customer_id);
      const origin = { saleId: null, storedLines: false, keyed: undefined, customer, references };
      orders.push({ place, order: await draftOrder(tx, change, input, origin) });
      return { status: "taken" };
    });
  }
  if (orders.length === 0) return;
  const stored = await storeDrafts(
    tx,
    orders.map(({ order }) => order),
  );
  for (const [index, outcome] of stored.entries()) {
    if (isUndecided(outcome)) throw undecided;
    outcomes[orders[index]!.place] = await refusedAlone(async () => {
      const created = accept(change, outcome);
      if (created.kind !== "created")
        throw new Error("a draft without an Idempotency-Key is decided at once");
      return { status: "created", record: created.invoice, duplicateOf: created.duplicateOf };
    });
  }
  tx.notify(eventsChannel, company.id);
}
