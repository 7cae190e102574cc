import type Stripe from "stripe";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import { malformedResponse } from "../responses.ts";

/** Searches a list, newest first. `complete` is true if the whole list was read or a match was found. */
export async function findInPages<T extends { id: string }>(
  pagesMax: number,
  list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<T>>,
  isWanted: (one: T) => boolean,
): Promise<{ found?: T; complete: boolean }> {
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const response = await list({ limit: 100, ...(after && { starting_after: after }) });
    const entries = entriesOf(response);
    const found = entries.find(isWanted);
    if (found) return { found, complete: true };
    if (response.has_more !== true) return { complete: true };
    after = entries.at(-1)?.id;
  }
  return { complete: false };
}

export function entriesOf<T>({ data }: Stripe.ApiList<T>): T[] {
  if (!Array.isArray(data) || !data.every(isObject)) throw malformedResponse("Stripe");
  return data;
}

export function isId(id: unknown): id is string {
  return typeof id === "string" && /^\w{1,255}$/.test(id);
}

/** Such as `card` or `lost_or_stolen_card`. */
export function isWord(word: unknown): word is string {
  return typeof word === "string" && /^\w{1,60}$/.test(word);
}
