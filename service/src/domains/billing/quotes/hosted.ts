import type Type from "typebox";
import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import { findCustomerLanguage } from "../../catalog/customers/service.ts";
import {
  type CompanyRecord,
  companyDate,
  getCompany,
  systemChange,
} from "../../tenancy/companies/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { findQuoteBySecret, markQuoteViewed } from "./queries.ts";
import { getQuote, statusAt } from "./record.ts";
import type { Quote } from "./schema.ts";
import type { QuoteStatus } from "./status.ts";
import { acceptQuote, declineQuote } from "./steps.ts";

/** A quote as its page shows it: found by the address alone, without a key. */
export type HostedQuote = {
  company: CompanyRecord;
  /** Of the customer, if it has one. */
  customerLanguage: Language | undefined;
  quote: Omit<Type.Static<typeof Quote>, "status"> & { status: QuoteStatus };
};

/** The same for a wrong secret, an unknown id and a draft, so that guessing reveals nothing. */
export const noSuchQuote = () =>
  new ApiError(404, "not_found", "There is no quote at this address. Ask the seller for a new one.");

export async function findHostedQuote(
  db: Queryable,
  { config, clock }: Pick<Context, "config" | "clock">,
  token: string,
): Promise<HostedQuote> {
  const [, id, secret] = /^qt_([1-9]\d{0,14})_([\w-]{22})$/.exec(token) ?? [];
  const key = id === undefined ? undefined : await findQuoteBySecret(db, Number(id), secret!);
  if (!key) throw noSuchQuote();
  const [company, json] = await Promise.all([
    getCompany(db, key.company_id),
    getQuote(db, config, key.company_id, key.id),
  ]);
  const quote = JSON.parse(json) as HostedQuote["quote"];
  const status = statusAt(quote, companyDate(clock, company));
  const customerLanguage = await findCustomerLanguage(db, company.id, quote.customer_id);
  return { company, customerLanguage, quote: { ...quote, status } };
}

/** Notes that the buyer has opened the page, the first time. */
export async function noteQuoteViewed(
  { config, db, clock }: Pick<Context, "config" | "db" | "clock">,
  { company: { id: companyId }, quote: { id, viewed_at } }: HostedQuote,
): Promise<void> {
  if (viewed_at !== null) return;
  await inTransaction(db.forCompany(companyId), async (tx) => {
    const change = await systemChange(tx, companyId, clock);
    if (!(await markQuoteViewed(tx, companyId, id, change.now))) return;
    await emit(change, "quote.viewed", await getQuote(tx, config, companyId, id));
  });
}

export type QuoteAnswer =
  | { kind: "accept"; name: string }
  | { kind: "decline"; name: string; reason: string | null };

/**
 * The buyer's answer, once: the quote is locked, and later callers find it answered. Returns false if it could
 * not be answered any more.
 */
export async function answerQuote(
  { config, db, clock }: Context,
  { company, quote }: HostedQuote,
  answer: QuoteAnswer,
): Promise<boolean> {
  const answered = inTransaction(db.forCompany(company.id), async (tx) => {
    const change = await systemChange(tx, company.id, clock);
    if (answer.kind === "accept") await acceptQuote(change, config, quote.id, { accepted_by: answer.name });
    else {
      const { name, reason } = answer;
      await declineQuote(change, config, quote.id, { declined_by: name, reason });
    }
    return true;
  });
  return answered.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "invalid_state") return false;
    throw error;
  });
}
