import type { Change } from "../../../context.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { emit } from "../../webhooks/events/service.ts";
import { moveQuoteRow, type QuoteStep } from "./queries.ts";
import { getQuote, lockQuoteFor, type SiteAddress } from "./record.ts";
import type { QuoteAccept, QuoteDecline } from "./schema.ts";

export async function acceptQuote(
  change: Change,
  config: SiteAddress,
  id: number,
  { accepted_by }: QuoteAccept,
): Promise<Json> {
  const { json: before } = await lockQuoteFor(change, config, id, "accept");
  return step(change, config, id, { to: "accepted", by: accepted_by ?? null }, "quote.accepted", before);
}

export async function declineQuote(
  change: Change,
  config: SiteAddress,
  id: number,
  { declined_by, reason }: QuoteDecline,
): Promise<Json> {
  const { json: before } = await lockQuoteFor(change, config, id, "decline");
  const declined = { to: "declined", by: declined_by ?? null, reason: reason ?? null } as const;
  return step(change, config, id, declined, "quote.declined", before);
}

/** Takes a step and emits its event. */
export async function step(
  change: Change,
  config: SiteAddress,
  id: number,
  taken: QuoteStep,
  event: QuoteEvent,
  before: Json,
): Promise<Json> {
  await moveQuoteRow(change.tx, change.company.id, id, change.now, taken);
  return emitQuoteEvent(change, config, id, event, before);
}

export async function emitQuoteEvent(
  change: Change,
  config: SiteAddress,
  id: number,
  event: QuoteEvent,
  before: Json,
): Promise<Json> {
  const after = await getQuote(change.tx, config, change.company.id, id);
  await emit(change, event, after, before);
  return after;
}

type QuoteEvent =
  | "quote.updated"
  | "quote.sent"
  | "quote.accepted"
  | "quote.declined"
  | "quote.expired"
  | "quote.invoiced";
