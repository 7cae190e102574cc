import { hash } from "node:crypto";
import type { Context } from "../../../context.ts";
import { inTransaction, type Queryable, statement, type Transaction } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { encryptedColumn } from "../../../platform/security/encrypted-columns.ts";
import { decrypt, type EncryptionKeys, encrypt, purposeNamed } from "../../../platform/security/secrets.ts";
import { signedDocumentsOf } from "../../backoffice/books/fragments.ts";

/**
 * The hashes of a company's documents form a chain, and the seal is its end, encrypted: a row that was
 * changed, deleted or inserted in the database contradicts the chain, and a chain that was computed again has no valid seal.
 */
export type Seal = {
  position: NonNullable<Tables["document_hashes"]["position"]>;
  hash: NonNullable<Tables["document_hashes"]["hash"]>;
};

/** A row, as its hash and an export have it. */
export type GivenOutRow = Pick<Tables["document_hashes"], "sha256" | "kind" | "record_id" | "given_out_at">;

/** Before the first one. */
const start: Seal = { position: 0, hash: "0".repeat(64) };
const purpose = purposeNamed("document_seal");

/** The hash of a row in the chain, as a verifier computes it from the lines of an export. */
export function chainedDocumentHash(
  previous: string,
  { sha256, kind, record_id, given_out_at }: GivenOutRow,
): string {
  // A report is of no record, which is null in an export, and empty here.
  const text = [sha256, kind, record_id || null, given_out_at.toISOString()].join("\n");
  return hash("sha256", Buffer.concat([Buffer.from(previous, "hex"), Buffer.from(text)]));
}

/** Undefined if the seal is not one that the service made. */
function openSeal(keys: EncryptionKeys, companyId: number, sealed: string): Seal | undefined {
  try {
    return JSON.parse(decrypt(keys, purpose(companyId), sealed)) as Seal;
  } catch {
    return undefined;
  }
}

// A company whose documents a checkpoint has signed had a seal, which somebody removed: it gets no other one.
const make = statement(
  "document_seal_make",
  `insert into document_seals (company_id, sealed) select $1, $2 where not ${signedDocumentsOf("$1")}
   on conflict do nothing returning 1`,
);
const lock = statement(
  "document_seal_lock",
  "select sealed from document_seals where company_id = $1 for update",
);
const replace = statement(
  "document_seal_replace",
  "update document_seals set sealed = $2 where company_id = $1",
);
const read = statement("document_seal_read", "select sealed from document_seals where company_id = $1");

/** The seal, or whether there is one at all. */
export async function readSeal(
  db: Queryable,
  keys: EncryptionKeys,
  companyId: number,
): Promise<{ exists: boolean; seal: Seal | undefined }> {
  const [row] = await db.query<Pick<Tables["document_seals"], "sealed">>(read, [companyId]);
  return { exists: row !== undefined, seal: row && openSeal(keys, companyId, row.sealed) };
}

type Deps = Pick<Context, "db" | "encryptionKeys">;

/**
 * Lets one transaction at a time extend the chain of a company, and seals what it returns. Where the seal does not open, or
 * was removed, it is left so, and so is the chain: what was changed must not look right again.
 */
export function extendChain(
  { db, encryptionKeys }: Deps,
  companyId: number,
  extend: (tx: Transaction, seal: Seal | undefined) => Promise<Seal | undefined>,
): Promise<void> {
  return inTransaction(db.forCompany(companyId), async (tx) => {
    const seal = (sealed: Seal) => encrypt(encryptionKeys, purpose(companyId), JSON.stringify(sealed));
    const made = await tx.query(make, [companyId, seal(start)]);
    const [row] = await tx.query<Pick<Tables["document_seals"], "sealed">>(lock, [companyId]);
    const found = row && openSeal(encryptionKeys, companyId, row.sealed);
    const end = made.length > 0 ? await chainFromBefore(tx, companyId) : found;
    const extended = (await extend(tx, end)) ?? end;
    if (extended && extended.position !== found?.position)
      await tx.query(replace, [companyId, seal(extended)]);
  });
}

const unchained = statement(
  "document_hash_unchained",
  `select h.sha256, h.kind, h.record_id, h.given_out_at from document_hashes h
   where h.company_id = $1 and h.position is null order by h.given_out_at, h.sha256, h.kind, h.record_id limit $2`,
);
const chain = statement(
  "document_hash_chain",
  `update document_hashes h set position = n.position, hash = n.hash
   from unnest($2::text[], $3::text[], $4::int8[], $5::int8[], $6::text[]) n(sha256, kind, record_id, position, hash)
   where h.company_id = $1 and h.sha256 = n.sha256 and h.kind = n.kind and h.record_id = n.record_id`,
);
const rowsPerPage = 1000;

/** Rows from before there was a chain. */
async function chainFromBefore(tx: Transaction, companyId: number): Promise<Seal> {
  let end = start;
  for (;;) {
    const rows = await tx.query<GivenOutRow>(unchained, [companyId, rowsPerPage]);
    const chained = rows.map((row) => {
      end = { position: end.position + 1, hash: chainedDocumentHash(end.hash, row) };
      return { ...row, ...end };
    });
    const values = (["sha256", "kind", "record_id", "position", "hash"] as const).map((name) =>
      chained.map((row) => row[name]),
    );
    if (rows.length > 0) await tx.query(chain, [companyId, ...values]);
    if (rows.length < rowsPerPage) return end;
  }
}

const unsealed = statement(
  "document_seals_due",
  `select h.company_id from document_hashes h
   where h.position is null and not exists (select from document_seals s where s.company_id = h.company_id)
     and not ${signedDocumentsOf("h.company_id")}
   group by h.company_id order by h.company_id limit $1`,
);

/** Chains what companies gave out before there was a chain. */
export async function sealDocuments({
  background,
  ...deps
}: Deps & Pick<Context, "background">): Promise<number> {
  const found = await background.query<Pick<Tables["document_hashes"], "company_id">>(unsealed, [
    companiesPerPass,
  ]);
  for (const { company_id } of found) await extendChain(deps, company_id, async () => undefined);
  return found.length;
}

const companiesPerPass = 100;

/** Where seals are stored, for key rotation and the doctor. */
export const encryptedSeals = [
  encryptedColumn({
    name: "document_seals",
    table: "document_seals",
    column: "sealed",
    record: { column: "company_id", type: "bigint" },
    kind: () => "seal of document hashes",
    purpose: (companyId) => purpose(companyId),
  }),
];
