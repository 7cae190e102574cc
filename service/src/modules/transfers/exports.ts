import type { Company } from "../../access.ts";
import type { Context } from "../../context.ts";
import { dateIn } from "../../foundation/clock.ts";
import type { Queryable } from "../../foundation/database.ts";
import { type Page, pageLimitMax } from "../../foundation/page.ts";
import type { Answer } from "../../http/answer.ts";
import { byteOrderMark, writeCsv } from "./csv.ts";
import type { Sheet } from "./sheets.ts";

/** How a noun is listed, as its own list route does it. */
export type List<Query> = (db: Queryable, company: Company, today: string, query: Query) => Promise<Page>;

/**
 * A list as a file, of any length: one page of it is in memory at a time, and the next is read when the one before
 * has left. The first page is read before anything is sent, so that what fails there is told properly.
 */
export async function exportAnswer<Query extends object>(
  { reads, clock }: Context,
  company: Company,
  sheet: Sheet,
  list: List<Query & { limit: number; cursor?: string }>,
  query: Query,
): Promise<Answer> {
  const today = dateIn(company.timeZone, clock.now());
  const pageAt = async (cursor: string | null) => {
    const wanted = { ...query, limit: pageLimitMax, ...(cursor !== null && { cursor }) };
    const { entries, pagination } = await list(reads, company, today, wanted);
    const { next_cursor } = JSON.parse(pagination) as { next_cursor: string | null };
    return { pieces: piecesOf(entries), next: next_cursor };
  };
  const first = await pageAt(null);
  const [start = [], ...more] = first.pieces;
  async function* rest() {
    for (const piece of more) yield linesOf(sheet, piece);
    for (let { next } = first; next !== null; ) {
      const page = await pageAt(next);
      for (const piece of page.pieces) yield linesOf(sheet, piece);
      next = page.next;
    }
  }
  return {
    status: 200,
    body: byteOrderMark + writeCsv([sheet.columns.map(({ name }) => name)]) + linesOf(sheet, start),
    rest: rest(),
    mediaType: "text/csv; charset=utf-8",
    headers: {
      "content-disposition": `attachment; filename="${sheet.name}-${today}.csv"`,
      "cache-control": "no-store",
    },
  };
}

const pieceCharacters = 256 * 1024;

/** Writing a page of the largest records at once would keep other requests waiting. */
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

function linesOf({ columns }: Sheet, entries: readonly string[]): string {
  if (entries.length === 0) return "";
  const records = entries.map((entry) => JSON.parse(entry) as object);
  return writeCsv(records.map((record) => columns.map(({ cell }) => cell(record))));
}
