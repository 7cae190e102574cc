import type { Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import type { RouteResponse } from "../../../http/response.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { everyRowsMax, type Page, pageLimitMax } from "../../../platform/db/lists/page.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { byteOrderMark, writeCsv } from "./csv.ts";
import { linesOf, type Sheet } from "./sheets.ts";

/** The list function of the record type's own list route; `rowsMax` is how many rows it may read to check its filters. */
export type List<Query> = (
  db: Queryable,
  company: Company,
  today: string,
  query: Query,
  rowsMax: number,
) => Promise<Page>;

const job = new URL("./lines-job.ts", import.meta.url);
// In characters. Writing a page takes about ten milliseconds, which would block other requests.
const inlineMax = 16 * 1024;

/**
 * Streams a list of any length as a file: one page is in memory at a time, and the next is read once the previous one
 * has been sent. The first page is read before the response starts, so that its errors get a proper status. If a later
 * one fails, the connection is reset; a complete file ends with a trailer that states the number of its rows.
 */
export async function exportAnswer<Query extends object>(
  { reads, clock, threads }: Context,
  company: Company,
  sheet: Sheet,
  list: List<Query & { limit: number; cursor?: string }>,
  query: Query,
): Promise<RouteResponse> {
  const today = dateIn(company.timeZone, clock.now());
  const pageAt = async (cursor: string | null) => {
    const wanted = { ...query, limit: pageLimitMax, ...(cursor !== null && { cursor }) };
    const { entries, pagination } = await list(reads, company, today, wanted, everyRowsMax);
    const { next_cursor } = JSON.parse(pagination) as { next_cursor: string | null };
    return { pieces: piecesOf(entries), next: next_cursor };
  };
  let rows = 0;
  const write = (entries: readonly string[]): string | Promise<string> => {
    rows += entries.length;
    const input = { sheet: sheet.name, entries };
    const size = entries.reduce((sum, entry) => sum + entry.length, 0);
    return size <= inlineMax ? linesOf(input) : threads.run({ companyId: company.id, file: job, input });
  };
  const first = await pageAt(null);
  const [start = [], ...more] = first.pieces;
  async function* rest() {
    for (const piece of more) yield await write(piece);
    for (let { next } = first; next !== null; ) {
      const page = await pageAt(next);
      for (const piece of page.pieces) yield await write(piece);
      next = page.next;
    }
  }
  return {
    status: 200,
    body: byteOrderMark + writeCsv([sheet.columns.map(({ name }) => name)]) + (await write(start)),
    rest: rest(),
    trailer: { name: "x-row-count", value: () => String(rows) },
    mediaType: "text/csv; charset=utf-8",
    headers: {
      "content-disposition": `attachment; filename="${sheet.name}-${today}.csv"`,
      "cache-control": "no-store",
    },
  };
}

const pieceCharacters = 256 * 1024;

/** A page of the largest records has megabytes, and each piece is copied to the thread and back in one step. */
function piecesOf(entries: readonly string[]): string[][] {
  const pieces: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    size += entry.length;
    if (size > pieceCharacters) {
      pieces.push([]);
      size = entry.length;
    }
    pieces.at(-1)!.push(entry);
  }
  return pieces;
}
