import { type Queryable, retryDeadlocks, type Statement, statement } from "../db/database.ts";
import { decrypt, type EncryptionKeys, encrypt, type Purpose } from "./secrets.ts";

/** A stored secret with its owner and its purpose. */
export type EncryptedSecret = {
  ownerId: number;
  record: string;
  kind: string;
  purpose: Purpose;
  text: string;
};

/** How the secrets of a column are encrypted; the default is `encrypt` of secrets.ts. */
export type Cipher = {
  /** The prefix of texts that were encrypted with this key. */
  prefixOf(keyId: string): string;
  decrypt(keys: EncryptionKeys, purpose: Purpose, text: string): string | Promise<string>;
  encrypt(keys: EncryptionKeys, purpose: Purpose, plain: string): string | Promise<string>;
};

const defaultCipher: Cipher = { prefixOf: (keyId) => `${keyId}.`, decrypt: decrypt, encrypt: encrypt };

/** A column that holds encrypted secrets, as key rotation needs to know it. */
export type EncryptedColumn = {
  /** The name that the command line prints. */
  name: string;
  /** `table.column`. */
  column: string;
  cipher: Cipher;
  /** The rows expire soon, so undecryptable ones are ignored. */
  isShortLived: boolean;
  find: Statement;
  replace: Statement;
  toSecret(row: SecretRow): EncryptedSecret;
};

type SecretRow = { owner: number; record: string; detail: string; text: string };

export function encryptedColumn(options: {
  name: string;
  table: string;
  column: string;
  /** The column of the owner, by default `company_id`. */
  owner?: string;
  record: { column: string; type: "bigint" | "text" };
  /** A further column that the purpose depends on. */
  detail?: string;
  where?: string;
  cipher?: Cipher;
  isShortLived?: boolean;
  kind: (detail: string) => string;
  purpose: (ownerId: number, record: string, detail: string) => Purpose;
}): EncryptedColumn {
  const { name, table, column, record, owner = "company_id", detail = "''", where = "true" } = options;
  return {
    name,
    column: `${table}.${column}`,
    cipher: options.cipher ?? defaultCipher,
    isShortLived: options.isShortLived === true,
    // Keyset pagination by primary key; rows that are added meanwhile are left for the next pass.
    find: statement(
      `encrypted_${name}_find`,
      `select ${owner} as owner, ${record.column}::text as record, ${detail} as detail, ${column} as text from ${table}
       where ${column} is not null and ${where} and ($1 = '' or not starts_with(${column}, $1))
         and (${owner}, ${record.column}) > ($2::bigint, $3::${record.type})
       order by ${owner}, ${record.column} limit $4`,
    ),
    // A secret that was changed since it was read is not overwritten.
    replace: statement(
      `encrypted_${name}_replace`,
      `update ${table} t set ${column} = n.text
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as n (owner, record, stored, text)
       where t.${owner} = n.owner and t.${record.column} = n.record::${record.type} and t.${column} = n.stored
       returning 1`,
    ),
    toSecret: (row) => ({
      ownerId: row.owner,
      record: row.record,
      kind: options.kind(row.detail),
      purpose: options.purpose(row.owner, row.record, row.detail),
      text: row.text,
    }),
  };
}

type Position = Pick<EncryptedSecret, "ownerId" | "record">;
const start: Position = { ownerId: 0, record: "0" };

/** The secrets of a column, or only those that are not under a key. */
export async function listEncrypted(
  db: Queryable,
  { find, cipher, toSecret }: EncryptedColumn,
  page: { limit: number; after?: Position; notUnder?: string },
): Promise<EncryptedSecret[]> {
  const { limit, after = start, notUnder } = page;
  const prefix = notUnder === undefined ? "" : cipher.prefixOf(notUnder);
  const rows = await db.query<SecretRow>(find, [prefix, after.ownerId, after.record, limit]);
  return rows.map(toSecret);
}

/** The id of the key that the prefix names, if it is one of these keys. */
export const keyIdOf = ({ cipher }: EncryptedColumn, keys: EncryptionKeys, { text }: EncryptedSecret) =>
  keys.find(({ id }) => text.startsWith(cipher.prefixOf(id)))?.id;

/** The plain text, or undefined if no key decrypts it. */
export async function tryDecrypt(
  { cipher }: EncryptedColumn,
  keys: EncryptionKeys,
  { purpose, text }: EncryptedSecret,
): Promise<string | undefined> {
  try {
    return await cipher.decrypt(keys, purpose, text);
  } catch {
    return undefined;
  }
}

export type ReencryptResult = { done: number; unreadable: EncryptedSecret[] };

const batch = 100;

/**
 * Encrypts every secret of a column with the first key. A batch is one statement, so locks are short, and an
 * interrupted run can be repeated: it continues with the remaining secrets.
 */
export async function reencrypt(
  db: Queryable,
  column: EncryptedColumn,
  keys: EncryptionKeys,
): Promise<ReencryptResult> {
  let done = 0;
  for (;;) {
    const pass = await reencryptOnce(db, column, keys);
    done += pass.done;
    // A secret changed between our read and our write, perhaps with the old key, so the pass is repeated.
    if (pass.overtaken === 0) return { done, unreadable: pass.unreadable };
  }
}

async function reencryptOnce(db: Queryable, column: EncryptedColumn, keys: EncryptionKeys) {
  const sum = { done: 0, overtaken: 0, unreadable: [] as EncryptedSecret[] };
  let after: Position | undefined;
  for (;;) {
    const page = { limit: batch, notUnder: keys[0]!.id, ...(after && { after }) };
    const found = await listEncrypted(db, column, page);
    if (found.length === 0) return sum;
    const opened = await Promise.all(
      found.map(async (secret) => ({ secret, plain: await tryDecrypt(column, keys, secret) })),
    );
    sum.unreadable.push(...opened.flatMap(({ secret, plain }) => (plain === undefined ? [secret] : [])));
    const readable = opened.flatMap(({ secret, plain }) => (plain === undefined ? [] : [{ secret, plain }]));
    const texts = await Promise.all(
      readable.map(({ secret, plain }) => column.cipher.encrypt(keys, secret.purpose, plain)),
    );
    const values = [
      readable.map(({ secret }) => secret.ownerId),
      readable.map(({ secret }) => secret.record),
      readable.map(({ secret }) => secret.text),
      texts,
    ];
    const replaced = await retryDeadlocks(() => db.query(column.replace, values));
    sum.done += replaced.length;
    sum.overtaken += readable.length - replaced.length;
    after = found.at(-1);
  }
}
