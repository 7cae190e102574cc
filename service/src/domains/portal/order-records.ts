import type { Context } from "../../context.ts";
import { keyRow, keyRowTypes } from "../../http/idempotency/idempotency-store.ts";
import { rowTypesSql } from "../../platform/db/record.ts";
import type { Json } from "../../platform/db/sql.ts";
import type { TextBatch } from "../../platform/db/text-batch.ts";
import { gap } from "../../platform/db/text-batch.ts";
import { isoText } from "../../platform/values/clock.ts";
import { invoiceRecord, type NewDraft, portalTokenOf } from "../billing/invoices/service.ts";
import { lineRecords, withLineIds } from "../billing/lines/service.ts";
import { type NewSale, saleRecord } from "../billing/sales/service.ts";
import {
  checkoutUrlOf,
  linkRecord,
  linkReferenceOf,
  longestLifeFrom,
  type NewLink,
  newLinkJson,
} from "../payments/links/service.ts";
import { entryRowTypes, moneyEntry } from "../tenancy/audit/service.ts";
import { eventRowTypes, eventTailStart, newSalts } from "../webhooks/events/service.ts";
import type { KnownBuyer, OrderLookup } from "./order-batch.ts";
import type { PortalOrder } from "./orders.ts";

/** An order whose buyer is known. */
export type OrderEntry = { order: PortalOrder; found: OrderLookup; buyer: KnownBuyer };

/** The records that an order becomes, and what the API shows of them. */
export type OrderRecords = {
  sale: NewSale;
  saleJson: Json;
  invoice: NewDraft & { id: number };
  invoiceJson: Json;
  link: { record: NewLink; json: Json; checkoutUrl: string } | undefined;
};

/** A gap for the sale's number, which only the storing statement knows. */
export const numberMark = gap;
const label = `Order ${numberMark}`;

export function recordsOf(config: Context["config"], entry: OrderEntry): OrderRecords {
  const { order, found, buyer } = entry;
  const { company, content, now, portalSecret } = order;
  const { sale_id, invoice_id } = found;
  const both = {
    ...content,
    companyId: company.id,
    customer_id: buyer.customer_id,
    source: "portal",
    now,
  } as const;
  const linesOf = (owner_id: number, ids: readonly string[]) =>
    withLineIds(order.lines, { company_id: company.id, owner_id }, ids);
  const sale: NewSale = {
    ...both,
    id: sale_id,
    number: numberMark,
    status: "invoiced",
    booking_date: order.bookingDate,
    invoice_id,
    portal_token: portalTokenOf(invoice_id, portalSecret),
    lines: linesOf(sale_id, found.sale_line_ids),
  };
  const invoice: OrderRecords["invoice"] = {
    ...both,
    id: invoice_id,
    customer: buyer.customer,
    supplier: company.supplier,
    sale_id,
    portal_secret: portalSecret,
    lines: linesOf(invoice_id, found.invoice_line_ids),
  };
  return {
    sale,
    saleJson: saleRecord.newJson(sale),
    invoice,
    invoiceJson: invoiceRecord.newJson(invoice),
    link: order.asksForMoney ? linkOf(config, entry) : undefined,
  };
}

type Contact = { email?: string | null; phone?: string | null };

/** The checkout passes a link's email address on to the gateway's page and the receipt, where the buyer reads it. */
const givenContact = ({ buyer }: PortalOrder): Contact => ("customer_id" in buyer ? {} : buyer);

/** The longest lifetime that a link can have, for buyers who come back to pay. */
function linkOf(config: Context["config"], { order, found, buyer }: OrderEntry): OrderRecords["link"] {
  const { email = null, phone = null } = order.readsCustomer
    ? (JSON.parse(buyer.customer) as Contact)
    : givenContact(order);
  const token = portalTokenOf(found.invoice_id, order.portalSecret);
  const record: NewLink = {
    companyId: order.company.id,
    id: found.link_id,
    secret: order.linkSecret,
    amount: order.payable,
    currency: order.content.currency,
    invoice_id: found.invoice_id,
    email,
    phone: international(phone),
    purpose: "portal order",
    label,
    expires_at: longestLifeFrom(order.now),
    return_url: order.returnUrl?.replaceAll("{portal_token}", token) ?? null,
    cancel_url: null,
    min_amount: null,
    reusable: false,
    max_payments: null,
    min_quantity: null,
    max_quantity: null,
    metadata: {},
    now: order.now,
  };
  const escaped = newLinkJson({ config, now: order.now }, record);
  return {
    record,
    json: escaped.replace(`"label":${JSON.stringify(label)}`, `"label":"${label}"`),
    checkoutUrl: checkoutUrlOf(config, linkReferenceOf(record.id, record.secret)),
  };
}

/** A customer's phone is free text; a link's is a number that can be called from anywhere, or none. */
function international(phone: string | null): string | null {
  const digits = phone?.replace(/[\s-]/g, "") ?? "";
  return /^\+\d{7,15}$/.test(digits) ? digits : null;
}

// A row of the batch is that of the invoice, and has what sale and link need beyond it. These columns of the two have
// the same name as one of the invoice with another value, or get their value only in the statement.
export const saleColumns = { id: "sale_id", status: "'invoiced'", number: "number" };
export const linkColumns = {
  id: "link_id",
  secret: "link_secret",
  amount: "total - withholding_amount",
  invoice_id: "id",
  label: "'Order ' || number",
};
const ofSale = new Set([...invoiceRecord.rowTypes.keys(), ...Object.keys(saleColumns)]);
const ofLink = new Set([...invoiceRecord.rowTypes.keys(), ...Object.keys(linkColumns)]);
const without = (types: ReadonlyMap<string, string>, names: ReadonlySet<string>) =>
  [...types].filter(([name]) => !names.has(name));

export const orderRowTypes = rowTypesSql(
  invoiceRecord.rowTypes,
  without(saleRecord.rowTypes, ofSale),
  without(linkRecord.rowTypes, ofLink),
  Object.entries({ now: "timestamptz", month: "date", link_id: "int8", link_secret: "text" }),
  Object.entries({
    customer_version: "text",
    customer_at: "int4[]",
    sale_at: "int4[]",
    invoice_at: "int4[]",
    link_at: "int4[]",
  }),
  Object.entries({ linked_end: "text", plain_end: "text" }),
  Object.entries(eventRowTypes),
  Object.entries(entryRowTypes),
  Object.entries(keyRowTypes),
);

/** Everything about one order as one row of the batch. */
export function rowOf({ order, found, buyer }: OrderEntry, records: OrderRecords, texts: TextBatch): Json {
  const { company, now, actor, requestId } = order;
  const { sale, saleJson, invoice, invoiceJson, link } = records;
  const batchMembers = JSON.stringify({
    now: isoText(now),
    month: order.month,
    event_tail: eventTailStart({ now, companyId: company.id, actor, requestId }),
    // Of the customer, the sale, the invoice and the link.
    event_salts: newSalts(4),
    customer_version: buyer.version,
    customer_at: buyer.created && texts.add(buyer.created),
    sale_at: texts.add(saleJson),
    invoice_at: texts.add(invoiceJson),
    ...(link && { link_at: texts.add(link.json), link_id: found.link_id, link_secret: order.linkSecret }),
    ...(link && auditRow(order, link.record)),
    ...responseRow(order, found, link?.checkoutUrl ?? null),
  });
  const members = [
    invoiceRecord.rowMembers(invoice),
    saleRecord.rowMembers(sale, ofSale),
    link ? linkRecord.rowMembers(link.record, ofLink) : "",
    batchMembers.slice(1, -1),
  ];
  return `{${members.filter(Boolean).join(",")}}`;
}

/** The same entry in the audit log as for any other link. */
function auditRow(
  { actor, requestId, address }: PortalOrder,
  { id, secret, amount, currency, invoice_id }: NewLink,
) {
  const reference = linkReferenceOf(id, secret);
  const entry = moneyEntry("payment_link.created", {
    reference,
    amount: Number(amount),
    currency,
    invoice_id,
  });
  return {
    audit_subject: entry!.subject,
    audit_details: entry!.details,
    actor_type: actor.type,
    actor_id: actor.id,
    request_id: requestId,
    address,
  };
}

/** The end of the response with the link and without it: whether the quota has room is only known when it is stored. */
function responseRow(
  { keyed, company }: PortalOrder,
  { invoice_id }: OrderLookup,
  checkoutUrl: string | null,
) {
  if (!keyed) return undefined;
  const endOf = (url: string | null) =>
    `,"invoice_id":${invoice_id},"checkout_url":${JSON.stringify(url)}${keyed.responseTail}`;
  return { ...keyRow(company.id, keyed), linked_end: endOf(checkoutUrl), plain_end: endOf(null) };
}

/** The lines of one order, which are those of its sale and those of its invoice. */
export const lineRowsOf = ({ sale, invoice }: OrderRecords): Json[] =>
  invoice.lines.map(
    (line, index) =>
      `{${lineRecords.invoice.rowMembers(line)},"sale_id":${sale.id},"sale_line_id":${sale.lines[index]!.id}}`,
  );
