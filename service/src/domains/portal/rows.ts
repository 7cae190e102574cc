import { keyLock } from "../../http/idempotency/idempotency-store.ts";
import { isoText } from "../../platform/values/clock.ts";
import { moneyEntry } from "../tenancy/audit/service.ts";
import { eventTailStart } from "../webhooks/events/service.ts";
import type { Documents } from "./documents.ts";
import { type LinkText, type OrderEntry, portalTokenOf, type Texts } from "./texts.ts";

// Undefined members are not sent: they are null in the database anyway, and cost nothing to read there.

/** Sale, invoice, payment link, events and kept answer of one order, as one row for the statement that stores them. */
export function rowOf(entry: OrderEntry, texts: Texts, documents: Documents) {
  const { order, found, buyer } = entry;
  const { content, company, now, actor, requestId } = order;
  return {
    company_id: company.id,
    sale_id: found.sale_id,
    invoice_id: found.invoice_id,
    customer_id: buyer.customer_id,
    invoice_date: content.invoice_date,
    due_date: content.due_date,
    booking_date: order.bookingDate ?? undefined,
    currency: content.currency,
    subtotal: content.subtotal,
    tax_total: content.tax_total,
    total: content.total,
    // Text that is already JSON; all its numbers are within the digits that a double carries.
    taxes: JSON.parse(content.taxes) as unknown,
    external_id: content.external_id ?? undefined,
    notes: content.notes ?? undefined,
    metadata: content.metadata,
    portal_secret: order.portalSecret,
    now: isoText(now),
    month: order.month,
    event_tail: eventTailStart({ now, companyId: company.id, actor, requestId }),
    customer_at: buyer.created && documents.add(buyer.created),
    sale_at: documents.add(texts.sale),
    invoice_at: documents.add(texts.invoice),
    ...linkRow(entry, texts, documents),
    ...idempotencyRow(entry, texts),
  };
}

function linkRow({ order, found }: OrderEntry, { link }: Texts, documents: Documents) {
  if (!link) return {};
  const return_url = order.returnUrl?.replaceAll("{portal_token}", portalTokenOf(order, found));
  const { secret: link_secret, email, phone, purpose, expires_at } = link.columns;
  const link_at = documents.add(link.json);
  const row = { link_at, link_id: found.link_id, link_secret, email, phone, purpose, expires_at, return_url };
  return { ...row, ...auditRow(order, link) };
}

/** What the audit log says of the link, which it must say of every link, whoever made it. */
function auditRow({ actor, requestId, address }: OrderEntry["order"], { columns, reference }: LinkText) {
  const { amount, currency, invoice_id } = columns;
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

/** The end of the answer with the link and without it: whether the quota has room is only known when it is stored. */
function idempotencyRow({ order, found }: OrderEntry, { link }: Texts) {
  const { keyed, company } = order;
  if (!keyed) return {};
  const endOf = (url: string | null) =>
    `,"invoice_id":${found.invoice_id},"checkout_url":${JSON.stringify(url)}${keyed.answerTail}`;
  return {
    key: keyed.key,
    lock: keyLock(company.id, keyed),
    request_hash: keyed.requestHash.toString("hex"),
    linked_end: endOf(link?.checkoutUrl ?? null),
    plain_end: endOf(null),
  };
}

/** The lines of one order, which are those of its sale and those of its invoice. */
export function lineRowsOf({ order, found }: OrderEntry) {
  return order.lines.map((line, index) => ({
    company_id: order.company.id,
    sale_id: found.sale_id,
    sale_line_id: Number(found.sale_line_ids[index]),
    invoice_id: found.invoice_id,
    invoice_line_id: Number(found.invoice_line_ids[index]),
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unit_price,
    tax_rate: line.tax_rate,
    tax_category: line.tax_category,
    exemption_reason: line.exemption_reason ?? undefined,
    product_id: line.product_id ?? undefined,
    unit_code: line.unit_code,
    hs_code: line.hs_code ?? undefined,
    service_code: line.service_code ?? undefined,
    net_amount: line.net_amount,
    tax_amount: line.tax_amount,
    total_amount: line.total_amount,
  }));
}
