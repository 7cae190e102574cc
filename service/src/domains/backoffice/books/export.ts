import { sign } from "node:crypto";
import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import type { RouteResponse } from "../../../http/response.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { isoText } from "../../../platform/values/clock.ts";
import {
  extendChain,
  findChainedAfter,
  findUnchained,
  type GivenOutRow,
  readSeal,
} from "../../sending/documents/service.ts";
import {
  feedPositionAhead,
  findChainEnd,
  findChainedEvents,
  requireReadable,
} from "../../webhooks/events/service.ts";
import { zeros } from "./chain.ts";
import { type SigningKey, signingKey } from "./keys.ts";
import { findCheckpointsAfter, listKeys } from "./queries.ts";
import type { ExportQuery } from "./schema.ts";

/** Raised when a reader of version 1 could no longer read the file. */
const formatVersion = 1;
const checkpointsPerPage = 500;

/**
 * Streams the books as JSON lines: a header, the keys, the checkpoints, the events in order, the hashes of the documents
 * that were given out, and a signed last line by which a reader knows that the file is whole. One page is in memory at a
 * time. Documents are listed whole in each export, also in one that continues another, so each end stands for itself.
 */
export async function exportBooks(
  { reads, db, clock, encryptionKeys }: Pick<Context, "reads" | "db" | "clock" | "encryptionKeys">,
  principal: Principal,
  { after = 0 }: ExportQuery,
): Promise<RouteResponse> {
  requireReadable(principal, null, "export the books");
  const { company } = principal;
  const { last, previous_hash } = await findChainEnd(reads, company.id, after);
  if (after > last) throw feedPositionAhead(after, last);
  // Before the keys are listed, because the first export of all may make the first key.
  const key = await signingKey({ db, encryptionKeys }, clock.now());
  const documents = await sealedDocuments({ db, encryptionKeys }, reads, company.id);
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
    rest: linesOf(reads, company.id, header, { key, clock, documents }),
    mediaType: "application/x-ndjson",
    headers: {
      "content-disposition": `attachment; filename="books-${company.id}-${after}-${last}.jsonl"`,
      "cache-control": "no-store",
    },
  };
}

type Range = { after: number; last: number; previous_hash: string };
type Signer = Pick<Context, "clock"> & { key: SigningKey; documents: SealedDocuments };
/** The end of the chain of documents that is signed; without a hash, if the seal was broken. */
type SealedDocuments = { position: number; hash: string | null };

async function* linesOf(
  db: Queryable,
  companyId: number,
  { after, last, previous_hash: previousHash }: Range,
  { key, clock, documents }: Signer,
) {
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
  let lastHash = previousHash;
  for (let position = after; position < last; ) {
    const found = await findChainedEvents(db, companyId, position, last);
    // Nobody deletes events, but a file with a gap must not look whole.
    if (found.length === 0) throw new Error(`event ${position + 1} of company ${companyId} is missing`);
    yield typed(
      "event",
      found.map((event) => JSON.stringify(event)),
    );
    position = found.at(-1)!.sequence;
    lastHash = found.at(-1)!.hash!;
  }
  // The service signs only what its seal confirms: of rows that were changed in the database, the file shows what is wrong.
  const upTo = documents.hash === null ? Number.MAX_SAFE_INTEGER : documents.position;
  for (let position = 0; ; ) {
    const found = await findChainedAfter(db, companyId, position, upTo);
    if (found.length === 0) break;
    yield typed("document", found.map(documentLine));
    position = found.at(-1)!.position;
  }
  yield typed("document", (await findUnchained(db, companyId)).map(documentLine));
  const signedAt = isoText(clock.now());
  const signed = [companyId, last, lastHash, documents.position, documents.hash, signedAt, key.id];
  const text = ["billfold-export-v1", ...signed].join("\n");
  const end = {
    type: "end",
    events: last - after,
    documents: documents.position,
    documents_hash: documents.hash,
    signed_at: signedAt,
    key_id: key.id,
    signature: sign(null, Buffer.from(text), key.privateKey).toString("base64"),
  };
  yield `${JSON.stringify(end)}\n`;
}

async function sealedDocuments(
  context: Pick<Context, "db" | "encryptionKeys">,
  reads: Queryable,
  companyId: number,
): Promise<SealedDocuments> {
  const read = () => readSeal(reads, context.encryptionKeys, companyId);
  let found = await read();
  if (!found.exists && (await findUnchained(reads, companyId)).length > 0) {
    await extendChain(context, companyId, async () => undefined);
    found = await read();
  }
  if (found.seal) return found.seal;
  const isChained = (await findChainedAfter(reads, companyId, 0, Number.MAX_SAFE_INTEGER)).length > 0;
  return { position: 0, hash: found.exists || isChained ? null : zeros };
}

/** Each line has the hash of the line before in its own, so that one that was changed can be named. */
const documentLine = ({
  sha256,
  kind,
  record_id,
  given_out_at,
  hash = null,
}: GivenOutRow & { hash?: string | null }) =>
  JSON.stringify({ sha256, kind, record_id: record_id || null, given_out_at: isoText(given_out_at), hash });

const typed = (type: string, lines: readonly string[]) =>
  lines.map((line) => `{"type":"${type}",${line.slice(1)}\n`).join("");
