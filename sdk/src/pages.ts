import { ApiError } from "./errors.ts";
import type { Query } from "./options.ts";

type Page = { pagination?: { has_more?: boolean; next_cursor?: string | null } };

export const largestPage = 100;

/**
 * Every entry of a list, page by page. A page is asked for when the one before is used up. The cursor names the last
 * entry by its creation, so entries that leave the list meanwhile shift no others past us.
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
    // Following a cursor that leads nowhere would never end.
    if (!next || next === cursor) throw broken(`${operation} says that there is more, but not where.`);
    cursor = next;
  }
}

/** What answers in the service's place may be JSON and still no list. */
export function listOf<Entry>(page: object, operation: string, name: string): Entry[] {
  const entries = (page as Record<string, unknown> | null)?.[name];
  if (!Array.isArray(entries)) throw broken(`${operation} has no list called ${name}.`);
  return entries;
}

const broken = (message: string) => new ApiError({ status: 200, code: "unreadable_answer", message });
