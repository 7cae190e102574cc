import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { dueCheckpointsSql, lastCompanySql, moveCheckpointSql } from "../../tenancy/companies/service.ts";
import type { SignedHead } from "./signed-checkpoint.ts";

const lock = statement(
  "checkpoint_keys_lock",
  "select pg_advisory_xact_lock(hashtextextended('checkpoint_keys', 20260101))",
);

/** So that two nodes do not both make the first key. */
export async function lockKeys(tx: Queryable): Promise<void> {
  await tx.query(lock);
}

type StoredKey = Pick<Tables["checkpoint_keys"], "id" | "public_key" | "private_key">;

const findSigning = statement(
  "checkpoint_key_find",
  `select id, public_key, private_key from checkpoint_keys where signs_from <= $1
   order by signs_from desc, id desc limit 1`,
);

export async function findSigningKey(db: Queryable, now: Date): Promise<StoredKey | undefined> {
  const [row] = await db.query<StoredKey>(findSigning, [now]);
  return row;
}

const insertOne = statement(
  "checkpoint_key_insert",
  `insert into checkpoint_keys (public_key, private_key, created_at, signs_from) values ($1, $2, $3, $4)
   returning id, public_key, private_key`,
);

export async function insertKey(
  tx: Queryable,
  { publicKey, privateKey }: { publicKey: string; privateKey: string },
  now: Date,
  signsFrom: Date,
): Promise<StoredKey> {
  const [row] = await tx.query<StoredKey>(insertOne, [publicKey, privateKey, now, signsFrom]);
  return row!;
}

const keys = statement(
  "checkpoint_keys_list",
  `select ${jsonOf(`k.id as key_id, 'Ed25519' as algorithm, k.public_key, ${isoSql("k.signs_from")} as signs_from`)} as json
   from checkpoint_keys k order by k.id`,
);

/** All keys, the oldest first: they are few, and none is ever removed. */
export async function listKeys(db: Queryable): Promise<Json[]> {
  return (await db.query<{ json: Json }>(keys)).map(({ json }) => json);
}

export type DueCheckpoint = Pick<
  Tables["company_counters"],
  "company_id" | "chained_sequence" | "chain_hash"
>;

const due = statement("checkpoint_due", dueCheckpointsSql);

/** The companies with ids after one up to another that have new events and the last checkpoint too long ago. */
export function findDueCheckpoints(
  db: Queryable,
  after: number,
  upTo: number,
  now: Date,
  events: number,
): Promise<DueCheckpoint[]> {
  return db.query<DueCheckpoint>(due, [after, upTo, now, events]);
}

const lastCompany = statement("checkpoint_last_company", lastCompanySql);

export async function findLastCompany(db: Queryable): Promise<number> {
  const [row] = await db.query<{ last: number }>(lastCompany);
  return row?.last ?? 0;
}

const insert = statement(
  "checkpoint_insert",
  `with moved as (
     ${moveCheckpointSql}
   )
   insert into checkpoints (company_id, sequence, hash, key_id, signature, created_at, documents, documents_hash)
   select $1, $2, $4, $5, $6, $3, $7, $8 from moved returning 1`,
);

/** Stores nothing if another node was faster. */
export async function insertCheckpoint(
  db: Queryable,
  { company_id, chained_sequence, chain_hash }: DueCheckpoint,
  signed: Pick<Tables["checkpoints"], "key_id" | "signature" | "documents" | "documents_hash"> & {
    now: Date;
  },
): Promise<number> {
  const { now, key_id, signature, documents, documents_hash } = signed;
  const values = [
    company_id,
    chained_sequence,
    now,
    chain_hash,
    key_id,
    signature,
    documents,
    documents_hash,
  ];
  return (await db.query(insert, values)).length;
}

const shown = `r.sequence, encode(r.hash, 'hex') as hash, r.documents, r.documents_hash,
  ${isoSql("r.created_at")} as signed_at, r.key_id,
  replace(encode(r.signature, 'base64'), chr(10), '') as signature`;

export const checkpointListing: Listing = {
  name: "checkpoints",
  table: "checkpoints",
  filters: {},
  paths: [],
  render: (page) => `select ${jsonOf(shown)} as json from ${page} r`,
};

const oldest = statement(
  "checkpoint_page_by_sequence",
  `select r.sequence, ${jsonOf(shown)} as json from checkpoints r
   where r.company_id = $1 and r.sequence > $2 and r.sequence <= $3 order by r.sequence limit $4`,
);

/** Oldest first, for an export. */
export function findCheckpointsAfter(
  db: Queryable,
  companyId: number,
  range: { after: number; upTo: number; limit: number },
): Promise<{ sequence: number; json: Json }[]> {
  return db.query<Pick<Tables["checkpoints"], "sequence"> & { json: Json }>(oldest, [
    companyId,
    range.after,
    range.upTo,
    range.limit,
  ]);
}

const covering = statement(
  "checkpoint_covering",
  `select r.sequence, encode(r.hash, 'hex') as hash, r.created_at, r.key_id from checkpoints r
   where r.company_id = $1 and r.sequence >= $2 order by r.sequence limit 1`,
);

export type CoveringCheckpoint = Pick<Tables["checkpoints"], "sequence" | "created_at" | "key_id"> & {
  hash: string;
};

/** The first checkpoint that was signed after an event, and so fixes it. */
export async function findCheckpointCovering(
  db: Queryable,
  companyId: number,
  sequence: number,
): Promise<CoveringCheckpoint | undefined> {
  const [row] = await db.query<CoveringCheckpoint>(covering, [companyId, sequence]);
  return row;
}

const stored = statement(
  "checkpoint_stored",
  `select r.company_id, r.sequence, encode(r.hash, 'hex') as hash, r.documents, r.documents_hash,
     ${isoSql("r.created_at")} as signed_at, r.key_id, r.signature, k.public_key
   from checkpoints r join checkpoint_keys k on k.id = r.key_id where r.company_id = $1 and r.sequence > 0
   order by r.sequence`,
);

export type StoredCheckpoint = SignedHead &
  Pick<Tables["checkpoints"], "signature"> &
  Pick<Tables["checkpoint_keys"], "public_key">;

/** All of a company, with the keys that signed them: about one for each day or 10,000 events. */
export function findStoredCheckpoints(db: Queryable, companyId: number): Promise<StoredCheckpoint[]> {
  return db.query<StoredCheckpoint>(stored, [companyId]);
}
