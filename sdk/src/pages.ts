import type { Query } from "./attempt.ts";
import { ApiError } from "./errors.ts";

type Page = Record<string, unknown> & { pagination?: { has_more?: boolean; next_cursor?: string | null } };

const largestPage = 100;

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
  let cursor: string | undefined;
  for (;;) {
    const page = (await getPage({
      limit: largestPage,
      ...query,
      ...(cursor !== undefined && { cursor }),
    })) as Page;
    const entries = page[name];
    if (!Array.isArray(entries)) {
      throw broken(`${operation} has no list called ${name}.`);
    }
    for (const entry of entries as Entry[]) {
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

const broken = (message: string) => new ApiError({ status: 200, code: "unreadable_answer", message });
