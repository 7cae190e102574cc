import type Type from "typebox";
import type { Change, Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import { inTransaction, type Queryable, statement, type Transaction } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { findCustomerLanguage } from "../../catalog/customers/service.ts";
import {
  type CompanyRecord,
  companyDate,
  getCompany,
  systemChange,
} from "../../tenancy/companies/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { getInvoice, lockFor, lockInvoiceRow } from "./record.ts";
import type { Invoice } from "./schema.ts";

/**
 * The path of an invoice's page for its buyer, below the address of the site. Anyone who has it may read the invoice, as
 * anyone with its portal token may; with the company's id in it the invoice is found by its primary key.
 */
export const buyersPagePath = (companyId: number, portalToken: string) =>
  `/i/in_${companyId}_${portalToken.slice("pt_".length)}`;

/** An issued invoice as its page shows it: found by the address alone, without a key. */
export type HostedInvoice = {
  company: CompanyRecord;
  /** Of the customer, if it has one. */
  customerLanguage: Language | undefined;
  invoice: Type.Static<typeof Invoice>;
};

/** The same for a wrong secret, an unknown id and a draft, so that guessing reveals nothing. */
export const noSuchInvoice = () =>
  new ApiError(404, "not_found", "There is no invoice at this address. Ask the seller for a new one.");

const findIssued = statement(
  "invoice_find_issued_by_secret",
  `select 1 from invoices r where r.company_id = $1 and r.id = $2 and r.portal_secret = $3 and r.status <> 'draft'
     and r.issued_at is not null`,
);

export async function findHostedInvoice(
  db: Queryable,
  { clock }: Pick<Context, "clock">,
  token: string,
): Promise<HostedInvoice> {
  const [, companyId, id, secret] = /^in_([1-9]\d{0,14})_([1-9]\d{0,14})_([\w-]{22})$/.exec(token) ?? [];
  const key = [Number(companyId), Number(id)] as const;
  const isKnown = secret !== undefined && (await db.query(findIssued, [...key, secret])).length === 1;
  if (!isKnown) throw noSuchInvoice();
  const company = await getCompany(db, key[0]);
  const json = await getInvoice(db, company.id, companyDate(clock, company), key[1]);
  const invoice = JSON.parse(json) as HostedInvoice["invoice"];
  const customerLanguage = await findCustomerLanguage(db, company.id, invoice.customer_id);
  return { company, customerLanguage, invoice };
}

const markSent = statement(
  "invoice_mark_sent",
  "update invoices set sent_at = $3, updated_at = $3 where company_id = $1 and id = $2",
);

/** Notes that an issued invoice goes to its buyer now. `store` stores the mail first: where it throws, nothing changed. */
export async function noteInvoiceSent(
  change: Change,
  id: number,
  store: (invoice: Json) => Promise<void>,
): Promise<Json> {
  const { json: before } = await lockFor(change, id, "send");
  await store(before);
  return markInvoiceSent(change, id, before);
}

/** Notes that a mail with the invoice, which waited for something, has gone to the buyer. */
export async function noteInvoiceMailed(
  tx: Transaction,
  { clock }: Pick<Context, "clock">,
  companyId: number,
  id: number,
): Promise<void> {
  const change = await systemChange(tx, companyId, clock);
  await markInvoiceSent(change, id, await lockInvoiceRow(change, id));
}

async function markInvoiceSent(change: Change, id: number, before: Json): Promise<Json> {
  const { tx, company, now } = change;
  await tx.query(markSent, [company.id, id, now]);
  const after = await getInvoice(tx, company.id, dateIn(company.timeZone, now), id);
  await emit(change, "invoice.sent", after, before);
  return after;
}

const markViewed = statement(
  "invoice_mark_viewed",
  "update invoices set viewed_at = $3 where company_id = $1 and id = $2 and viewed_at is null returning 1",
);

/** Notes that the buyer has opened the page, the first time. */
export async function noteInvoiceViewed(
  { db, clock }: Pick<Context, "db" | "clock">,
  { company: { id: companyId }, invoice: { id, viewed_at } }: HostedInvoice,
): Promise<void> {
  if (viewed_at !== null) return;
  await inTransaction(db.forCompany(companyId), async (tx) => {
    const change = await systemChange(tx, companyId, clock);
    const { now } = change;
    if ((await tx.query(markViewed, [companyId, id, now])).length === 0) return;
    const today = dateIn(change.company.timeZone, now);
    await emit(change, "invoice.viewed", await getInvoice(tx, companyId, today, id));
  });
}
