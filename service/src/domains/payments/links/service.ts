import { setImmediate as letOthersIn } from "node:timers/promises";
import type { Change, Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { type FieldError, invalid, notFound, wrongState } from "../../../contract/errors.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import { metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { qrPng } from "../../../platform/qr.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { createdRange, momentOf } from "../../../platform/values/date-times.ts";
import { decimalsFault, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import {
  type InvoiceRecord,
  lockInvoiceRow,
  lockPayableInvoice,
  type PayableInvoice,
} from "../../billing/invoices/service.ts";
import { usePaymentLinkQuota } from "../../tenancy/plans/service.ts";
import { emit, emitMany } from "../../webhooks/events/service.ts";
import { requireGateway } from "../gateways/service.ts";
import { linkRecord, linkReferenceOf, type NewLink } from "./fields.ts";
import {
  cancelLinkRow,
  countLinkPayment,
  expireDueLinks,
  findLink,
  findUsableLink,
  insertLink,
  linkListing,
  lockLink,
} from "./queries.ts";
import type { LinkCreate, LinkQuery, LinkStatus } from "./schema.ts";

export { eraseLinks } from "./erasure.ts";
export { linkRecord, linkReferenceOf, type NewLink, newLinkIdSql } from "./fields.ts";
export { linkExists, linkListing } from "./queries.ts";
export { searchLinks } from "./search.ts";

/**
 * A payment link asks for one amount, for one that the buyer chooses, or for as many of something as the buyer chooses; for
 * an invoice or for anything else. It is `active` until it is paid, cancelled or expired. One buyer pays it once, unless
 * it is reusable: then it is paid once all payments that it allows have been made. Creating one calls no gateway: the
 * gateway is called when the buyer pays.
 */
const minute = 60_000;
const lifetime = { shortest: 15 * minute, usual: 24 * 60 * minute, longest: 30 * 24 * 60 * minute };
const expireMax = 200;

export type LinkRecord = {
  id: number;
  reference: string;
  amount: number;
  currency: string;
  invoice_id: number | null;
  min_amount: number | null;
  reusable: boolean;
  max_payments: number | null;
  payment_count: number;
  min_quantity: number | null;
  max_quantity: number | null;
  email: string | null;
  label: string | null;
  status: LinkStatus;
  expires_at: string;
  updated_at: string;
};

/** The circumstances in which a link is shown. */
export type LinkView = { config: Context["config"]; now: Date };

/** As answers show it: without its number, which the reference holds, and with what follows from the reference. */
function shown({ config, now }: LinkView, json: Json): Json {
  const { id: _id, reference, status, ...rest } = JSON.parse(json) as LinkRecord;
  const checkoutUrl = checkoutUrlOf(config, reference);
  const overdue = status === "active" && Date.parse(rest.expires_at) <= now.getTime();
  return JSON.stringify({
    reference,
    checkout_url: checkoutUrl,
    ...rest,
    ...(overdue ? { status: "expired", updated_at: rest.expires_at } : { status }),
    qr: qrPng(checkoutUrl).toString("base64"),
  });
}

export const checkoutUrlOf = ({ siteUrl }: Context["config"], reference: string) =>
  `${siteUrl}/checkout/${reference}`;

/** What answers will show of a link that is about to be stored. */
export const newLinkJson = (view: LinkView, link: NewLink): Json => shown(view, linkRecord.newJson(link));

export const longestLifeFrom = (now: Date) => new Date(now.getTime() + lifetime.longest);

/** `pl_88_…` is link 88; the secret part is checked when the link is read. */
export function linkIdOf(reference: string): number | undefined {
  const id = Number(/^pl_([1-9]\d{0,15})_[\w-]{22}$/.exec(reference)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}

export async function createLink(
  change: Change,
  config: Context["config"],
  input: LinkCreate,
  faults: readonly FieldError[] = [],
): Promise<Json> {
  const { tx, company, now } = change;
  // A missing invoice is reported before a missing gateway, and that before the state of the invoice.
  if (input.invoice_id != null) await lockInvoiceRow(change, input.invoice_id);
  requireGateway(config, company);
  const payable =
    input.invoice_id == null ? undefined : await lockPayableInvoice(change, input.invoice_id, "pay");
  const { amount, minAmount, currency, expiresAt } = requireValid(company, now, payable, input, faults);
  const id = await insertLink(tx, {
    companyId: company.id,
    now,
    secret: randomToken(16),
    amount: toPlain(amount),
    currency,
    invoice_id: input.invoice_id ?? null,
    email: input.email ?? null,
    phone: input.phone?.replace(/[^+\d]/g, "") ?? null,
    purpose: input.purpose ?? null,
    label: input.label ?? null,
    expires_at: expiresAt,
    return_url: input.return_url ?? null,
    cancel_url: input.cancel_url ?? null,
    min_amount: minAmount && toPlain(minAmount),
    reusable: input.reusable ?? false,
    max_payments: input.max_payments ?? null,
    min_quantity: input.max_quantity == null ? null : (input.min_quantity ?? 1),
    max_quantity: input.max_quantity ?? null,
    metadata: input.metadata ?? {},
  });
  const link = shown({ config, now }, (await findLink(tx, company.id, id))!);
  await usePaymentLinkQuota(tx, company, now);
  await emit(change, "payment_link.created", link);
  return link;
}

/**
 * The reference of a link that asks for all that is left to pay on an invoice: one that exists, or else a new one. The
 * invoice is locked, so that two clicks give one link.
 */
export async function linkForInvoice(
  change: Change,
  config: Context["config"],
  invoiceId: number,
): Promise<string> {
  const { tx, company, now } = change;
  const invoice = JSON.parse(await lockInvoiceRow(change, invoiceId)) as InvoiceRecord;
  const { amount_payable: amount, currency } = invoice;
  // A link needs some time, or it expires while the buyer pays.
  const until = new Date(now.getTime() + lifetime.shortest);
  const known = await findUsableLink(tx, company.id, { invoiceId, until, amount, currency });
  if (known) return linkReferenceOf(known.id, known.secret);
  const link = await createLink(change, config, { amount, currency, invoice_id: invoiceId });
  return (JSON.parse(link) as { reference: string }).reference;
}

function requireValid(
  company: Company,
  now: Date,
  payable: PayableInvoice | undefined,
  input: LinkCreate,
  faults: readonly FieldError[],
) {
  const errors = [...faults];
  const refuse = (field: string, message: string) => errors.push({ field, message });
  const amount = parseDecimal(input.amount)!;
  const currency = input.currency ?? payable?.record.currency ?? company.currency;
  if (payable && currency !== payable.record.currency) {
    refuse("currency", `must be ${payable.record.currency}, the currency of the invoice`);
  }
  const decimals = decimalsFault(amount, currency);
  if (decimals) refuse("amount", decimals);
  else if (payable && amount.gt(payable.payable)) refuse("amount", excessOver(payable));
  const minAmount = input.min_amount == null ? null : parseDecimal(input.min_amount)!;
  const minDecimals = minAmount && decimalsFault(minAmount, currency);
  if (minDecimals) refuse("min_amount", minDecimals);
  else if (minAmount?.gt(amount)) refuse("min_amount", "must not exceed amount, which the page suggests");
  errors.push(...reuseFaults(input), ...quantityFaults(input));
  const expiresAt = input.expires_at
    ? momentOf(company.timeZone, input.expires_at)
    : new Date(now.getTime() + lifetime.usual);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead < lifetime.shortest || ahead > lifetime.longest) {
    refuse("expires_at", "must be between 15 minutes and 30 days from now");
  }
  if (errors.length > 0) throw invalid(errors);
  return { amount, minAmount, currency, expiresAt };
}

/** A reusable link is for nobody in particular and for no claim that ends with one payment. */
function reuseFaults(input: LinkCreate): FieldError[] {
  if (!input.reusable) {
    if (input.max_payments == null) return [];
    return [
      { field: "max_payments", message: "is for reusable links; set reusable to true or leave it out" },
    ];
  }
  const errors: FieldError[] = [];
  if (input.invoice_id != null) {
    const message = "must be false for a link of an invoice, which is paid once; leave out one of them";
    errors.push({ field: "reusable", message });
  }
  for (const field of ["email", "phone"] as const) {
    if (input[field] == null) continue;
    errors.push({ field, message: "must be left out of a reusable link: each buyer enters their own" });
  }
  return errors;
}

function quantityFaults(input: LinkCreate): FieldError[] {
  const { min_quantity: min, max_quantity: max } = input;
  if (max == null) {
    return min == null ? [] : [{ field: "min_quantity", message: "needs max_quantity" }];
  }
  const errors: FieldError[] = [];
  if (min != null && min > max)
    errors.push({ field: "min_quantity", message: "must not exceed max_quantity" });
  if (input.invoice_id != null) {
    const message = "must be left out of a link of an invoice, whose amount is fixed";
    errors.push({ field: "max_quantity", message });
  }
  if (input.min_amount != null) {
    const message = "must be left out if the buyer chooses a quantity; amount is the price of one";
    errors.push({ field: "min_amount", message });
  }
  return errors;
}

/** Says why less is asked for than is due. */
function excessOver({ due, payable, record: { currency } }: PayableInvoice): string {
  if (payable.eq(due)) return `must not exceed the amount due, ${toPlain(due)} ${currency}`;
  return `must not exceed the amount payable, ${toPlain(payable)} ${currency}: the buyer withholds the rest of what is due`;
}

export async function getLink(
  db: Queryable,
  view: LinkView,
  companyId: number,
  id: number,
  reference: string,
): Promise<Json> {
  return shown(view, requireReference(await findLink(db, companyId, id), reference));
}

function requireReference(json: Json | undefined, reference: string): Json {
  if (json === undefined || (JSON.parse(json) as LinkRecord).reference !== reference) {
    throw notFound("The payment link");
  }
  return json;
}

export async function listLinks(
  db: Queryable,
  view: LinkView,
  company: Company,
  today: string,
  query: LinkQuery,
): Promise<Page> {
  const { status, invoice_id } = query;
  const byTime = status === "active" || status === "expired";
  const page = await readPage(db, linkListing, company.id, today, query, {
    active: status === "active" ? view.now : undefined,
    expired: status === "expired" ? view.now : undefined,
    settled: byTime ? undefined : status,
    invoice_id,
    metadata: metadataQuery(query.metadata),
    ...createdRange(company.timeZone, query),
  });
  // One after another: drawing a hundred codes takes so long that other requests would notice.
  const entries: Json[] = [];
  for (const entry of page.entries) entries.push(await letOthersIn(shown(view, entry)));
  return { ...page, entries };
}

export async function cancelLink(
  change: Change,
  config: Context["config"],
  id: number,
  reference: string,
): Promise<Json> {
  const { tx, company, now } = change;
  const view = { config, now };
  const before = shown(view, requireReference(await lockLink(tx, company.id, id), reference));
  const { status } = JSON.parse(before) as LinkRecord;
  if (status !== "active") throw notActive(status);
  await cancelLinkRow(tx, company.id, id, now);
  return emitLinkEvent(change, view, id, "payment_link.cancelled", before);
}

export const notActive = (status: LinkStatus) =>
  wrongState(`This payment link is ${status}, so it can't be cancelled. Only active links can.`);

/** Expires the links whose time is over, with one event each: of all companies, or by its own clock of one. */
export function expireLinks({ config, db, clock }: Context, onlyOf?: number): Promise<number> {
  const now = clock.now();
  return inBatches(expireMax, (limit) =>
    inTransaction(db, async (tx) => {
      const expired = await expireDueLinks(tx, now, limit, onlyOf);
      const records = expired.map(({ companyId, json }) => ({
        companyId,
        object: shown({ config, now }, json),
      }));
      emitMany(tx, now, "payment_link.expired", records);
      return expired.length;
    }),
  );
}

/** A link as it is stored, locked until the transaction ends. */
export async function lockLinkRecord({ tx, company }: Change, id: number): Promise<LinkRecord> {
  const json = await lockLink(tx, company.id, id);
  if (json === undefined) throw notFound("The payment link");
  return JSON.parse(json) as LinkRecord;
}

/** Counts a payment of a link, which is paid by the last one; the returned function emits its event, as late in the transaction as possible. */
export async function payLink(change: Change, view: LinkView, id: number): Promise<() => Promise<void>> {
  const { tx, company, now } = change;
  const before = shown(view, (await findLink(tx, company.id, id))!);
  await countLinkPayment(tx, company.id, id, now);
  return async () => void (await emitLinkEvent(change, view, id, "payment_link.paid", before));
}

async function emitLinkEvent(
  change: Change,
  view: LinkView,
  id: number,
  type: "payment_link.cancelled" | "payment_link.paid",
  before?: Json,
): Promise<Json> {
  const after = shown(view, (await findLink(change.tx, change.company.id, id))!);
  await emit(change, type, after, before);
  return after;
}
