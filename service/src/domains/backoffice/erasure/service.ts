import type { Change } from "../../../context.ts";
import { ApiError, notFound, wrongState } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type ErasedValues, erasedValues } from "../../../platform/db/erasure.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import { dateIn, isCalendarDate, isoText } from "../../../platform/values/clock.ts";
import { eraseCreditNotes } from "../../billing/credit-notes/service.ts";
import {
  allowErasure,
  eraseInvoices,
  findIssuedOfCustomer,
  lockInvoicesOfCustomer,
} from "../../billing/invoices/service.ts";
import { eraseLines } from "../../billing/lines/service.ts";
import { eraseQuotes } from "../../billing/quotes/service.ts";
import { eraseRecurringInvoices, findCurrentRecurring } from "../../billing/recurring-invoices/service.ts";
import { eraseSales } from "../../billing/sales/service.ts";
import {
  beginErasure,
  eraseCustomerRow,
  getCustomer,
  lockCustomer,
  valuesOf,
} from "../../catalog/customers/service.ts";
import { eraseFiscalDocuments } from "../../fiscal/registration/service.ts";
import { eraseLinks } from "../../payments/links/service.ts";
import { eraseAttempts } from "../../payments/payment-attempts/service.ts";
import { erasePayments } from "../../payments/payments/service.ts";
import { eraseMails } from "../../sending/mails/service.ts";
import { audit, eraseAuditEntries } from "../../tenancy/audit/service.ts";
import { lockCounters } from "../../tenancy/companies/service.ts";
import { eraseAnswers } from "../../webhooks/deliveries/service.ts";
import {
  createRedaction,
  emit,
  findEventsOfCustomer,
  findLastSequence,
} from "../../webhooks/events/service.ts";
import { eraseImports } from "../imports-exports/service.ts";
import { eraseFinishedImports } from "../notifications/service.ts";
import { redactionOf } from "./redact.ts";
import type { CustomerErasure } from "./schema.ts";

/**
 * Erases the personal data of a customer: from its record, from everything that was made for it, and from the events, whose
 * chain still verifies. One transaction, so that either all of it is gone or nothing is.
 */
export async function eraseCustomer(
  change: Change,
  id: number,
  { retentionYears, encryptionKeys, eraseResponses }: ErasureDeps,
): Promise<{ customer: Json; erasure: CustomerErasure }> {
  const { tx, company, now } = change;
  const before = await lockCustomer(tx, company.id, id);
  if (before === undefined) throw notFound("The customer");
  await requireErasable(change, id, retentionYears);
  const erased = await valuesToErase(change, id, before);
  const redaction = await createRedaction(tx, company.id, id, erased, redactionOf(id, erased.anyValue));
  // Most of the time passes here, so nothing is locked yet that other requests need, and new events may come meanwhile.
  let last = 0;
  let done: number;
  do {
    done = last;
    last = await findLastSequence(tx, company.id);
    await redaction.continueTo(last);
  } while (last - done > fewEvents);
  // From here on nobody reads the customer to store what it was.
  await beginErasure(tx, company.id, id);
  await lockInvoicesOfCustomer(tx, company.id, id);
  // An invoice may have been issued meanwhile.
  await requireErasable(change, id, retentionYears);
  await allowErasure(tx);
  await eraseCustomerRow(tx, company.id, id, now);
  const documents = await eraseDocuments(change, id, erased);
  await eraseCopies(change, erased, eraseResponses);
  const about = [...documents, `customer/${id}`];
  await eraseMails(tx, company.id, now, erased, { keys: encryptionKeys, about });
  // From here on nobody adds an event, so that none is left out.
  await lockCounters(tx, company.id);
  await redaction.continueTo(await findLastSequence(tx, company.id));
  const redacted = redaction.finish();
  await eraseAnswers(tx, company.id, redacted.sequences);
  const erasure: CustomerErasure = { id, erased_at: isoText(now), ...redacted };
  audit(change, company.id, "customer.erased", `customer/${id}`, { events: redacted.sequences.length });
  await emit(change, "customer.erased", JSON.stringify(erasure));
  return { customer: await getCustomer(tx, company.id, id), erasure };
}

/** So many events are searched in a moment, while nobody else adds one. */
const fewEvents = 500;

export type ErasureDeps = {
  retentionYears: number;
  encryptionKeys: EncryptionKeys;
  /** Of responses that are kept for repeated requests, which are no matter of this module. */
  eraseResponses: EraseCopies;
};

type EraseCopies = (tx: Queryable, companyId: number, erased: ErasedValues) => Promise<void>;

type StoredCustomer = Parameters<typeof valuesOf>[0][number];

/** Those of the present and of all times before. */
async function valuesToErase({ tx, company }: Change, id: number, customer: Json): Promise<ErasedValues> {
  const all = new Set<string>();
  const identifying = new Set<string>();
  const add = (records: readonly StoredCustomer[]) => {
    const found = valuesOf(records);
    for (const value of found.all) all.add(value);
    for (const value of found.identifying) identifying.add(value);
  };
  add([JSON.parse(customer) as StoredCustomer]);
  for await (const events of findEventsOfCustomer(tx, company.id, id))
    add(
      events.flatMap((body) => {
        const { data } = JSON.parse(body) as { data: { object: StoredCustomer; previous?: StoredCustomer } };
        return data.previous ? [data.object, data.previous] : [data.object];
      }),
    );
  return erasedValues([...all], [...identifying]);
}

/** The law requires that issued documents are kept, with who bought, for some years. */
async function requireErasable({ tx, company, now }: Change, id: number, years: number): Promise<void> {
  const schedule = await findCurrentRecurring(tx, company.id, id);
  if (schedule !== undefined) throw stillInvoiced(id, schedule);
  const { count, newest } = await findIssuedOfCustomer(tx, company.id, id);
  if (newest === null) return;
  const from = yearsLater(newest, years);
  if (dateIn(company.timeZone, now) < from) throw mustBeKept(id, count, from);
}

/** The same day, or the first of March for the last day of a leap year's February. */
function yearsLater(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years;
  const day = `${year}${date.slice(4)}`;
  return isCalendarDate(day) ? day : `${year}-03-01`;
}

export const stillInvoiced = (id: number, schedule: number) =>
  wrongState(
    `Recurring invoice ${schedule} would make further invoices for customer ${id}. Set its end_date or let it end first, then erase the customer.`,
  );

export const mustBeKept = (id: number, count: number, from: string) =>
  new ApiError(
    422,
    "invalid_state",
    `Customer ${id} has ${count === 1 ? "an issued invoice" : `${count} issued invoices`}, which the law requires you to keep until ${from}. The personal data can be erased from that day on.`,
    { extra: { erasable_from: from } },
  );

/** Returns what mails call those that are sent: `invoice/12`. */
async function eraseDocuments({ tx, company }: Change, id: number, erased: ErasedValues): Promise<string[]> {
  const sales = await eraseSales(tx, company.id, id, erased);
  const quotes = await eraseQuotes(tx, company.id, id, erased);
  const invoices = await eraseInvoices(tx, company.id, id, erased);
  const creditNotes = await eraseCreditNotes(tx, company.id, invoices, erased);
  await eraseRecurringInvoices(tx, company.id, id, erased);
  await eraseLines(tx, company.id, "sale", sales, erased);
  await eraseLines(tx, company.id, "quote", quotes, erased);
  await eraseLines(tx, company.id, "invoice", invoices, erased);
  await eraseLines(tx, company.id, "credit_note", creditNotes, erased);
  return [
    ...quotes.map((quote) => `quote/${quote}`),
    ...invoices.map((invoice) => `invoice/${invoice}`),
    ...creditNotes.map((note) => `credit_note/${note}`),
  ];
}

/** What other modules keep about anybody: they have no reference to the customer, and look for its values. */
async function eraseCopies(
  { tx, company }: Change,
  erased: ErasedValues,
  eraseResponses: EraseCopies,
): Promise<void> {
  const erasers = [
    erasePayments,
    eraseLinks,
    eraseAttempts,
    eraseFiscalDocuments,
    eraseAuditEntries,
    eraseImports,
    eraseFinishedImports,
    eraseResponses,
  ];
  for (const erase of erasers) await erase(tx, company.id, erased);
}
