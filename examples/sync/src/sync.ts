import { type Client, InvalidError, NotFoundError, UnavailableError } from "billfold-sdk";
import type { Row } from "./csv.ts";
import type { Export } from "./export.ts";
import type { Ledger } from "./ledger.ts";
import { type Ids, invoiceOrder } from "./orders.ts";
import { type UpsertResult, upsertCustomer, upsertProduct } from "./records.ts";
import type { Report } from "./report.ts";

/**
 * One run, from the partner's export to Billfold and back. It may be interrupted anywhere and started again: existing
 * records are found by the partner's own ids, and nothing is created twice.
 */
export async function sync(client: Client, shop: Export, ledger: Ledger, report: Report): Promise<void> {
  const registers = await hasAuthority(client);
  const ids: Ids = {
    customers: await upsertAll("customers", shop.customers, (row) => upsertCustomer(client, row), report),
    products: await upsertAll("products", shop.products, (row) => upsertProduct(client, row), report),
  };
  for (const order of shop.orders) {
    report.count("invoices", "in the export");
    await unlessRefused("invoices", `Order ${order.number}`, report, async () => {
      const done = await invoiceOrder(client, order, ids, registers);
      report.count("invoices", done.created ? "created" : "unchanged");
      if (done.issued) report.count("invoices", "issued");
      if (done.registered) report.count("invoices", "registered");
    });
  }
  await catchUp(client, ledger);
}

/** A company without an authority is no failure: its invoices are only issued. */
async function hasAuthority(client: Client): Promise<boolean> {
  try {
    await client.integration.get();
    return true;
  } catch (error) {
    if (error instanceof UnavailableError && error.code === "integration_not_configured") return false;
    throw error;
  }
}

const savedAfter = 100;

/** Writes back changes since the last run: payments and registrations. */
export async function catchUp(client: Client, ledger: Ledger): Promise<void> {
  await requireSameFeed(client, ledger);
  let unsaved = 0;
  for await (const event of client.events.all({ after: ledger.after(), limit: savedAfter })) {
    ledger.note(event);
    unsaved += 1;
    if (unsaved % savedAfter === 0) ledger.save();
  }
  ledger.save();
}

/** The service was restored to an earlier time: the ledger has changes that no longer exist. */
export class FeedWentBack extends Error {
  constructor() {
    super(
      "The service was restored to an earlier time, so invoices.csv may contain changes that no longer exist. Delete invoices.csv and progress.json, then run it again: the whole feed is read again.",
    );
  }
}

/** The last event in the ledger still exists, unless the service was restored to a time before it. */
async function requireSameFeed(client: Client, ledger: Ledger): Promise<void> {
  const id = ledger.lastId();
  if (id === undefined) return;
  await client.events.get(id).catch((error: unknown) => {
    throw error instanceof NotFoundError ? new FeedWentBack() : error;
  });
}

/** Continues to write back changes as they happen, until the signal. */
export async function follow(client: Client, ledger: Ledger, signal: AbortSignal): Promise<void> {
  for await (const event of client.events.follow({ after: ledger.after(), signal })) {
    ledger.note(event);
    ledger.save();
  }
}

async function upsertAll(
  what: string,
  rows: readonly Row[],
  bring: (row: Row) => Promise<UpsertResult>,
  report: Report,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const row of rows) {
    const { id: name = "" } = row.cells;
    report.count(what, "in the export");
    await unlessRefused(what, name, report, async () => {
      const { id, outcome } = await bring(row);
      ids.set(name, id);
      report.count(what, outcome);
    });
  }
  return ids;
}

/** A record that the service refuses must not stop the others, but an unavailable service must. */
async function unlessRefused(
  what: string,
  name: string,
  report: Report,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOfThisRecord =
      error instanceof InvalidError ||
      (error instanceof UnavailableError && error.code.startsWith("integration"));
    if (!isOfThisRecord) throw error;
    const fields = error.errors.map(({ field, message }) => `${field} ${message}`);
    report.refuse(what, `${name}: ${[error.message, ...fields].join(" ")}`);
  }
}
