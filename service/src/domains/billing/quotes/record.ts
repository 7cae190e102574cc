import type { Change, Context } from "../../../context.ts";
import { notFound, wrongState } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import type { LineInput } from "../lines/schema.ts";
import type { DocumentColumns, StoredTerms } from "../lines/service.ts";
import { findQuote, lockQuote } from "./queries.ts";
import { type QuoteStatus, type QuoteTransition, quoteAllows, quoteTransitions } from "./status.ts";

/** Where the pages of quotes are. */
export type SiteAddress = Pick<Context["config"], "siteUrl">;

export type QuoteRecord = DocumentColumns &
  StoredTerms & {
    id: number;
    number: string;
    status: QuoteStatus;
    customer_id: number;
    quote_date: string;
    valid_until: string;
    currency: string;
    lines: (LineInput & { id: number })[];
  };

/** Locks a quote for what is to be done with it, or says why that can't be. */
export async function lockQuoteFor(
  change: Change,
  config: SiteAddress,
  id: number,
  transition: QuoteTransition,
) {
  const json = await lockQuote(change.tx, change.company.id, id);
  if (json === undefined) throw notFound("The quote");
  const record = JSON.parse(json) as QuoteRecord;
  const status = statusAt(record, dateIn(change.company.timeZone, change.now));
  if (!quoteAllows(transition, status)) throw refusedQuote(transition, { ...record, status });
  return { json: withAddress(config, json), record };
}

/** A quote whose last day is over counts as expired before the pass has marked it. */
export const statusAt = (
  { status, valid_until }: Pick<QuoteRecord, "status" | "valid_until">,
  today: string,
): QuoteStatus => (status === "sent" && valid_until < today ? "expired" : status);

/** The refusal of a transition, in the state in which the quote is. */
export function refusedQuote(
  transition: QuoteTransition,
  { number, status }: Pick<QuoteRecord, "number" | "status">,
) {
  const { from, done } = quoteTransitions[transition];
  const names = from.map((name) => (name === "draft" ? "drafts" : `${name} ones`)).join(" or ");
  const state = status === "draft" ? "a draft" : status;
  const cure = status === "expired" ? " Send it again with a new valid_until first." : "";
  return wrongState(
    `Quote ${number} is ${state}, so it can't be ${done}. Only ${names} can.${cure}`,
    status === "invoiced" && (transition === "invoice" || transition === "sell")
      ? "already_invoiced"
      : undefined,
  );
}

export async function getQuote(
  db: Queryable,
  config: SiteAddress,
  companyId: number,
  id: number,
): Promise<Json> {
  const quote = await findQuote(db, companyId, id);
  if (quote === undefined) throw notFound("The quote");
  return withAddress(config, quote);
}

const pathStart = /^\{"id":\d{1,16},"number":"[\w-]{1,40}","status":"[a-z]{1,20}","url":"(?=\/q\/)/;

const startBytes = 200;

/** The text is not parsed: amounts stay as the database writes them. */
export function withAddress<Text extends Json | Buffer>({ siteUrl }: SiteAddress, json: Text): Text;
export function withAddress({ siteUrl }: SiteAddress, json: Json | Buffer): Json | Buffer {
  const start = pathStart.exec(typeof json === "string" ? json : json.toString("latin1", 0, startBytes))?.[0];
  if (start === undefined) return json;
  const begun = `${start}${JSON.stringify(siteUrl).slice(1, -1)}`;
  return typeof json === "string"
    ? begun + json.slice(start.length)
    : Buffer.concat([Buffer.from(begun), json.subarray(start.length)]);
}
