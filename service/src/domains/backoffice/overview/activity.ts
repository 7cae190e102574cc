import type { Principal } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { readNewestEvents } from "../../webhooks/events/service.ts";
import { findInvoiceNames } from "./queries.ts";

const shownMax = 8;
// Many events are read for few that are shown: a payment through a link is three at once, and a hundred invoices can
// become overdue together.
const readMax = 50;
const alikeMax = 2;

type StoredEvent = {
  id: string;
  type: string;
  created_at: string;
  actor: { type: string; id: string | null };
  actor_name: string | null;
  data?: { object: Record<string, unknown> };
};

/** What happened last, in the few fields that a sentence about it needs. */
export async function readLatestActivity(db: Queryable, reader: Principal): Promise<Json> {
  const events = (await readNewestEvents(db, reader, readMax)).map((json) => JSON.parse(json) as StoredEvent);
  const shown = withoutRepetition(events).slice(0, shownMax);
  const invoices = await findInvoiceNames(db, reader.company.id, shown.flatMap(invoiceIdOf));
  return JSON.stringify(
    shown.map(({ id, type, created_at, actor, actor_name, data }) => {
      const object = data?.object ?? {};
      const invoice = invoices.find((each) => each.id === object.invoice_id);
      return {
        id,
        type,
        created_at,
        actor: { ...actor, name: actor_name },
        record: {
          id: object.id ?? null,
          number: object.number ?? null,
          name: object.name ?? object.subject ?? null,
          reference: object.payment_link_reference ?? object.reference ?? null,
          amount: object.amount ?? object.total ?? null,
          currency: object.currency ?? null,
          customer: customerOf(object) ?? invoice?.customer ?? null,
          invoice_id: object.invoice_id ?? null,
          invoice_number: invoice?.number ?? null,
          url: object.url ?? null,
        },
      };
    }),
  );
}

const settling = new Set(["invoice.paid", "invoice.partially_paid", "invoice.updated", "payment_link.paid"]);
const moving = new Set(["payment.recorded", "payment.reversed"]);

/**
 * Events that a payment causes for its invoice and link are left out, because the event of the payment says the same. Of
 * events of one type at one moment two are enough.
 */
function withoutRepetition(events: readonly StoredEvent[]): StoredEvent[] {
  const payments = new Set(events.filter(({ type }) => moving.has(type)).map(({ created_at }) => created_at));
  const alike = new Map<string, number>();
  return events.filter(({ type, created_at }) => {
    if (settling.has(type) && payments.has(created_at)) return false;
    const batch = `${type} ${created_at}`;
    alike.set(batch, (alike.get(batch) ?? 0) + 1);
    return alike.get(batch)! <= alikeMax;
  });
}

const invoiceIdOf = ({ data }: StoredEvent) =>
  typeof data?.object.invoice_id === "number" ? [data.object.invoice_id] : [];

function customerOf({ customer }: Record<string, unknown>): string | undefined {
  return (customer as { name?: string } | null | undefined)?.name;
}
