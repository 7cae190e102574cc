import { ApiError } from "./errors.ts";
import type { Query } from "./options.ts";

type Page = { pagination?: { has_more?: boolean; next_cursor?: string | null } };

export const largestPage = 100;

/**
 * Yields every entry of a list. The next page is requested when the previous one is used up. The cursor identifies
 * the last entry by its creation, so entries that leave the list in the meantime cause no others to be skipped.
 */
export async function* entriesOf<Entry>(
  getPage: (query: Query) => Promise<unknown>,
  operation: string,
  name: string,
  query: Query,
  signal: AbortSignal | undefined,
): AsyncGenerator<Entry, void, undefined> {
  const { limit = largestPage, ...filters } = query;
  let cursor: string | undefined;
  for (;;) {
    const page = (await getPage({
      limit,
      ...filters,
      ...(cursor !== undefined && { cursor }),
    })) as Page;
    for (const entry of listOf<Entry>(page, operation, name)) {
      signal?.throwIfAborted();
      yield entry;
    }
    if (!page.pagination?.has_more) return;
    const next = page.pagination.next_cursor;
    // Following a cursor that does not advance would never end.
    if (!next || next === cursor) throw broken(`${operation} returned has_more without a next_cursor.`);
    cursor = next;
  }
}

/** Another server at this address may return JSON that is not a list. */
export function listOf<Entry>(page: object, operation: string, name: string): Entry[] {
  const entries = (page as Record<string, unknown> | null)?.[name];
  if (!Array.isArray(entries)) throw broken(`${operation} returned no list called ${name}.`);
  return entries;
}

const broken = (message: string) => new ApiError({ status: 200, code: "unreadable_answer", message });
