import { hash } from "node:crypto";
import type { Context } from "../../../context.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

/** The hash of every PDF that was given out, by which a company can tell later whether a file is its own. */
export const documentKinds = ["invoice", "credit_note", "quote", "receipt", "statement", "report"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A report is of no record. */
export const noRecord = 0;
const recordId = `nullif(h.record_id, ${noRecord}) as record_id`;

const keep = statement(
  "document_hash_keep",
  `insert into document_hashes (company_id, sha256, kind, record_id, given_out_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
);

// A cached file is the same object each time, so that a second download costs nothing.
const kept = new WeakSet<Buffer>();

/** Before the file is sent. It is given out also where that can't be written, such as on a standby. */
export async function noteGivenOut(
  { db, clock, log }: Pick<Context, "db" | "clock" | "log">,
  companyId: number,
  kind: DocumentKind,
  id: number,
  pdf: Buffer,
): Promise<void> {
  if (kept.has(pdf)) return;
  const sha256 = hash("sha256", pdf, "hex");
  try {
    await db.forCompany(companyId).query(keep, [companyId, sha256, kind, id, clock.now()]);
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

const page = statement(
  "document_hash_page",
  `select h.sha256, h.kind, h.record_id,
     ${jsonOf(`h.sha256, h.kind, ${recordId}, ${isoSql("h.given_out_at")} as given_out_at`)} as json
   from document_hashes h where h.company_id = $1 and (h.sha256, h.kind, h.record_id) > ($2, $3, $4::bigint)
   order by h.sha256, h.kind, h.record_id limit $5`,
);

type GivenOut = Pick<Tables["document_hashes"], "sha256" | "kind" | "record_id"> & { json: Json };

/** All of a company, page by page. */
export function findGivenOutAfter(
  db: Queryable,
  companyId: number,
  after: Omit<GivenOut, "json"> | undefined,
  limit: number,
): Promise<GivenOut[]> {
  const { sha256, kind, record_id } = after ?? { sha256: "", kind: "", record_id: 0 };
  return db.query<GivenOut>(page, [companyId, sha256, kind, record_id, limit]);
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
