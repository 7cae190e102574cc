import { hash } from "node:crypto";
import type { Context } from "../../../context.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { chainedDocumentHash, extendChain, type GivenOutRow, type Seal } from "./sealing.ts";

/** The hash of every PDF that was given out, by which a company can tell later whether a file is its own. */
export const documentKinds = ["invoice", "credit_note", "quote", "receipt", "statement", "report"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A report is of no record. */
export const noRecord = 0;
const recordId = `nullif(h.record_id, ${noRecord}) as record_id`;

const exists = statement(
  "document_hash_exists",
  "select 1 from document_hashes h where h.company_id = $1 and h.sha256 = $2 and h.kind = $3 and h.record_id = $4",
);
const keep = statement(
  "document_hash_keep",
  `insert into document_hashes (company_id, sha256, kind, record_id, given_out_at, position, hash)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`,
);

// A cached file is the same object each time, so that a second download costs nothing.
const kept = new WeakSet<Buffer>();

/** Before the file is sent. It is given out also where that can't be written, such as on a standby. */
export async function noteGivenOut(
  context: Pick<Context, "db" | "clock" | "encryptionKeys" | "log">,
  companyId: number,
  kind: DocumentKind,
  id: number,
  pdf: Buffer,
): Promise<void> {
  if (kept.has(pdf)) return;
  const { db, clock, log } = context;
  const sha256 = hash("sha256", pdf, "hex");
  try {
    const found = await db.forCompany(companyId).query(exists, [companyId, sha256, kind, id]);
    if (found.length === 0)
      await extendChain(context, companyId, async (tx, end) => {
        const row = { sha256, kind, record_id: id, given_out_at: clock.now() };
        const next = end && { position: end.position + 1, hash: chainedDocumentHash(end.hash, row) };
        const values = [companyId, sha256, kind, id, row.given_out_at, next?.position, next?.hash];
        return (await tx.query(keep, values)).length > 0 ? next : undefined;
      });
    kept.add(pdf);
  } catch (error) {
    log.warn(
      { err: error, company_id: companyId, kind, id, sha256 },
      "the hash of a document was not stored",
    );
  }
}

const find = statement(
  "document_hash_find",
  `select ${jsonOf(`h.kind, ${recordId}, ${isoSql("h.given_out_at")} as given_out_at`)} as json from document_hashes h
   where h.company_id = $1 and h.sha256 = $2 order by h.given_out_at, h.kind, h.record_id limit 10`,
);

/** The records that this very file was given out for; none if it is not one of the company's files. */
export async function findGivenOut(db: Queryable, companyId: number, sha256: string): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(find, [companyId, sha256]);
  return rows.map(({ json }) => json);
}

const chained = statement(
  "document_hash_chained",
  `select h.position, h.hash, h.sha256, h.kind, h.record_id, h.given_out_at from document_hashes h
   where h.company_id = $1 and h.position > $2 and h.position <= $3 order by h.position limit $4`,
);
const rowsPerPage = 1000;

/** All of a company that are in the chain, in its order, page by page. */
export function findChainedAfter(
  db: Queryable,
  companyId: number,
  after: number,
  upTo: number,
): Promise<(GivenOutRow & Seal)[]> {
  return db.query<GivenOutRow & Seal>(chained, [companyId, after, upTo, rowsPerPage]);
}

const outside = statement(
  "document_hash_outside",
  `select h.sha256, h.kind, h.record_id, h.given_out_at from document_hashes h
   where h.company_id = $1 and h.position is null order by h.sha256, h.kind, h.record_id limit $2`,
);

/** Rows that are in no chain, as none is that the service wrote. */
export function findUnchained(db: Queryable, companyId: number): Promise<GivenOutRow[]> {
  return db.query<GivenOutRow>(outside, [companyId, rowsPerPage]);
}

const newest = statement(
  "document_hash_newest",
  `select h.sha256, h.given_out_at from document_hashes h where h.company_id = $1 and h.kind = $2 and h.record_id = $3
   order by h.given_out_at desc limit $4`,
);

export type KeptHash = Pick<Tables["document_hashes"], "sha256" | "given_out_at">;

/** The last files that were given out for a record: a file changes with the record, and with the company's settings. */
export function findNewestHashes(
  db: Queryable,
  companyId: number,
  kind: DocumentKind,
  recordId: number,
  limit: number,
): Promise<KeptHash[]> {
  return db.query<KeptHash>(newest, [companyId, kind, recordId, limit]);
}
