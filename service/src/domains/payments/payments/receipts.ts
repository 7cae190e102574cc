import type { Change } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { type CompanyRecord, getCompany } from "../../tenancy/companies/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { lockPayment, markReceiptSent } from "./queries.ts";
import { getPayment, type PaymentRecord } from "./record.ts";

/** A payment as the page that proves its receipt shows it: found by the address alone, without a key. */
export type HostedReceipt = { company: CompanyRecord; payment: PaymentRecord & { created_at: string } };

const findSecret = statement(
  "payment_receipt_secret",
  "select r.receipt_secret from payments r where r.company_id = $1 and r.id = $2",
);

/** The path of the page, below the address of the site; the receipt itself has it. */
export async function findReceiptPath(db: Queryable, companyId: number, id: number): Promise<string> {
  const [row] = await db.query<Pick<Tables["payments"], "receipt_secret">>(findSecret, [companyId, id]);
  return `/r/rc_${companyId}_${id}_${row!.receipt_secret}`;
}

/** The same for a wrong secret and an unknown id, so that guessing reveals nothing. */
export const noSuchReceipt = () =>
  new ApiError(404, "not_found", "There is no receipt at this address. Ask the seller for a new one.");

export async function findHostedReceipt(db: Queryable, token: string): Promise<HostedReceipt> {
  const [, companyId, id, secret] = /^rc_([1-9]\d{0,14})_([1-9]\d{0,14})_([\w-]{22})$/.exec(token) ?? [];
  if (secret === undefined) throw noSuchReceipt();
  const key = [Number(companyId), Number(id)] as const;
  const [row] = await db.query<Pick<Tables["payments"], "receipt_secret">>(findSecret, key);
  if (row?.receipt_secret !== secret) throw noSuchReceipt();
  const company = await getCompany(db, key[0]);
  const payment = JSON.parse(await getPayment(db, ...key)) as HostedReceipt["payment"];
  return { company, payment };
}

/** The mail with the receipt is stored in the same transaction. */
export async function noteReceiptSent(change: Change, id: number): Promise<Json> {
  const { tx, company, now } = change;
  const before = await lockPayment(tx, company.id, id);
  await markReceiptSent(tx, company.id, id, now);
  const after = await getPayment(tx, company.id, id);
  await emit(change, "payment.receipt_sent", after, before);
  return after;
}
