import { type Client, InvalidError, type InvoiceEntry } from "billfold-sdk";
import type { Order } from "./export.ts";

export type Ids = { customers: ReadonlyMap<string, number>; products: ReadonlyMap<string, number> };
export type Invoiced = { created: boolean; issued: boolean; registered: boolean };

/**
 * Takes an order through its steps: draft, issued, registered. Each step checks the current state, so it does not
 * matter where an earlier run was interrupted.
 */
export async function invoiceOrder(
  client: Client,
  order: Order,
  ids: Ids,
  registers: boolean,
): Promise<Invoiced> {
  const [found] = (await client.invoices.list({ external_id: order.number })).invoices;
  const invoice = found ?? (await draft(client, order, ids));
  const issued = invoice.status === "draft";
  if (issued) await client.invoices.issue(invoice.id);
  const registered = registers && isToRegister(invoice);
  if (registered) await client.invoices.register(invoice.id);
  return { created: !found, issued, registered };
}

async function draft(client: Client, { number, customer, date, lines }: Order, ids: Ids) {
  const { invoice } = await client.invoices.create({
    customer_id: known(ids.customers, customer, "customer"),
    external_id: number,
    invoice_date: date,
    lines: lines.map(({ cells: { product = "", quantity = "", unit_price = "" } }) => ({
      product_id: known(ids.products, product, "product"),
      ...{ quantity, unit_price },
    })),
  });
  return invoice;
}

// Invoices that were voided, written off or cancelled at the authority are left to people.
const isToRegister = ({ status, fiscal_status }: Pick<InvoiceEntry, "status" | "fiscal_status">) =>
  !["void", "uncollectible"].includes(status) && !["registered", "cancelled"].includes(fiscal_status);

function known(ids: ReadonlyMap<string, number>, name: string, what: string): number {
  const id = ids.get(name);
  if (id !== undefined) return id;
  throw new InvalidError({
    status: 422,
    code: "refused_before",
    message: `its ${what} ${name} was refused, see above`,
  });
}
