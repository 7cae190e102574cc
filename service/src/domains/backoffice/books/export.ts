import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import type { RouteResponse } from "../../../http/response.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { findGivenOutAfter } from "../../sending/documents/service.ts";
import {
  feedPositionAhead,
  findChainEnd,
  findChainedEvents,
  requireReadable,
} from "../../webhooks/events/service.ts";
import { findCheckpointsAfter, listKeys } from "./queries.ts";
import type { ExportQuery } from "./schema.ts";

/** Raised when a reader of version 1 could no longer read the file. */
const formatVersion = 1;
const checkpointsPerPage = 500;
const documentsPerPage = 1000;

/**
 * Streams the books as JSON lines: a header, the keys, the checkpoints, the events in order, the hashes of the documents
 * that were given out, and a last line by which a reader knows that the file is whole. One page is in memory at a time.
 */
export async function exportBooks(
  { reads, clock }: Pick<Context, "reads" | "clock">,
  principal: Principal,
  { after = 0 }: ExportQuery,
): Promise<RouteResponse> {
  requireReadable(principal, null, "export the books");
  const { company } = principal;
  const { last, previous_hash } = await findChainEnd(reads, company.id, after);
  if (after > last) throw feedPositionAhead(after, last);
  const header = {
    type: "books",
    format: formatVersion,
    company_id: company.id,
    after,
    last,
    previous_hash,
    exported_at: isoText(clock.now()),
  };
  return {
    status: 200,
    body: `${JSON.stringify(header)}\n`,
    rest: linesOf(reads, company.id, after, last),
    mediaType: "application/x-ndjson",
    headers: {
      "content-disposition": `attachment; filename="books-${company.id}-${after}-${last}.jsonl"`,
      "cache-control": "no-store",
    },
  };
}

async function* linesOf(db: Queryable, companyId: number, after: number, last: number) {
  yield typed("key", await listKeys(db));
  for (let position = after; ; ) {
    const range = { after: position, upTo: last, limit: checkpointsPerPage };
    const found = await findCheckpointsAfter(db, companyId, range);
    yield typed(
      "checkpoint",
      found.map(({ json }) => json),
    );
    if (found.length < checkpointsPerPage) break;
    position = found.at(-1)!.sequence;
  }
  for (let position = after; position < last; ) {
    const found = await findChainedEvents(db, companyId, position, last);
    // Nobody deletes events, but a file with a gap must not look whole.
    if (found.length === 0) throw new Error(`event ${position + 1} of company ${companyId} is missing`);
    yield typed(
      "event",
      found.map((event) => JSON.stringify(event)),
    );
    position = found.at(-1)!.sequence;
  }
  for (let position: Parameters<typeof findGivenOutAfter>[2]; ; ) {
    const found = await findGivenOutAfter(db, companyId, position, documentsPerPage);
    yield typed(
      "document",
      found.map(({ json }) => json),
    );
    if (found.length < documentsPerPage) break;
    position = found.at(-1)!;
  }
  yield `${JSON.stringify({ type: "end", events: last - after })}\n`;
}

const typed = (type: string, lines: readonly string[]) =>
  lines.map((line) => `{"type":"${type}",${line.slice(1)}\n`).join("");
