import type { Context } from "../../context.ts";
import type { Json } from "../../platform/db/sql.ts";
import { draftJson } from "../billing/invoices/service.ts";
import { portalSaleJson } from "../billing/sales/service.ts";
import { checkoutUrlOf, type LinkColumns, longestLifeFrom, newLinkJson } from "../payments/links/service.ts";
import type { KnownBuyer } from "./buyers.ts";
import type { OrderLookup } from "./order-lookup.ts";
import type { PortalOrder } from "./orders.ts";

/** An order whose buyer is known. */
export type OrderEntry = { order: PortalOrder; found: OrderLookup; buyer: KnownBuyer };

/** The JSON of an order's answers and events. */
export type Texts = { sale: Json; invoice: Json; link: LinkText | undefined };

export type LinkText = { columns: LinkColumns; reference: string; json: Json; checkoutUrl: string };

/**
 * Stands for the sale's number, which only the storing statement knows. No JSON holds this character: a text that
 * has it is written with an escape.
 */
export const numberMark = "\u0001";

export function textsOf(config: Context["config"], entry: OrderEntry): Texts {
  const { order, found, buyer } = entry;
  const both = {
    ...order.content,
    customer_id: buyer.customer_id,
    source: "portal",
    now: order.now,
  } as const;
  const sale = portalSaleJson({
    ...both,
    id: found.sale_id,
    number: numberMark,
    booking_date: order.bookingDate,
    invoice_id: found.invoice_id,
    portal_token: portalTokenOf(order, found),
    lines: withIds(order, found.sale_line_ids),
  });
  const invoice = draftJson({
    ...both,
    id: found.invoice_id,
    customer: buyer.customer,
    supplier: order.company.supplier,
    sale_id: found.sale_id,
    portal_secret: order.portalSecret,
    lines: withIds(order, found.invoice_line_ids),
  });
  return { sale, invoice, link: order.asksForMoney ? linkText(config, entry) : undefined };
}

export const portalTokenOf = ({ portalSecret }: PortalOrder, { invoice_id }: OrderLookup) =>
  `pt_${invoice_id}_${portalSecret}`;

const withIds = ({ lines }: PortalOrder, ids: readonly string[]) =>
  lines.map((line, index) => ({ ...line, id: Number(ids[index]) }));

function linkText(config: Context["config"], entry: OrderEntry): LinkText {
  const { order, found } = entry;
  const reference = `pl_${found.link_id}_${order.linkSecret}`;
  const columns = linkOf(entry);
  const escaped = newLinkJson({ config, now: order.now }, { id: found.link_id, reference, ...columns });
  const json = escaped.replace(`"label":${JSON.stringify(label)}`, `"label":"${label}"`);
  return { columns, reference, json, checkoutUrl: checkoutUrlOf(config, reference) };
}

const label = `Order ${numberMark}`;

type Contact = { email?: string | null; phone?: string | null };

/** The checkout passes a link's e-mail address on to the gateway's page and the receipt, where the buyer reads it. */
const givenContact = ({ buyer }: PortalOrder): Contact => ("customer_id" in buyer ? {} : buyer);

/** The longest lifetime that a link can have, for buyers who come back to pay. */
function linkOf({ order, found, buyer }: OrderEntry): LinkColumns {
  const { email = null, phone = null } = order.readsCustomer
    ? (JSON.parse(buyer.customer) as Contact)
    : givenContact(order);
  return {
    secret: order.linkSecret,
    amount: order.content.total,
    currency: order.content.currency,
    invoice_id: found.invoice_id,
    email,
    phone: international(phone),
    purpose: "portal order",
    label,
    expires_at: longestLifeFrom(order.now),
  };
}

/** A customer's phone is free text; a link's is a number that can be called from anywhere, or none. */
function international(phone: string | null): string | null {
  const digits = phone?.replace(/[\s-]/g, "") ?? "";
  return /^\+\d{7,15}$/.test(digits) ? digits : null;
}
