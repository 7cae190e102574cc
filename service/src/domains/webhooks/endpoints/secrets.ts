import type { Queryable } from "../../../platform/db/database.ts";
import { encryptedColumn } from "../../../platform/security/encrypted-columns.ts";
import {
  decrypt,
  type EncryptionKeys,
  encrypt,
  purposeNamed,
  UnreadableSecretError,
} from "../../../platform/security/secrets.ts";
import { makeWebhookSecret } from "../../../platform/security/signature.ts";
import { findPrimarySecrets, findSecrets } from "./queries.ts";

const purpose = purposeNamed("webhook_secret");

/** A secret to be shown once, and its stored form: encrypted and not hashed, because signing needs it again. */
export function newSecret(keys: EncryptionKeys, companyId: number): { secret: string; sealed: string } {
  const secret = makeWebhookSecret();
  return { secret, sealed: encrypt(keys, purpose(companyId), secret) };
}

/** The decrypted secrets of an endpoint, for signing and verifying. */
export type Secrets = { current: string; previous: { secret: string; until: Date } | undefined };

export type EndpointSecrets = Secrets & { endpointId: number };

/** The secrets that sign now: the new one first, and the old one while its overlap lasts. */
export function liveSecrets({ current, previous }: Secrets, now: Date): string[] {
  return previous && previous.until > now ? [current, previous.secret] : [current];
}

/** Of the endpoints that are the companies' webhook URLs, in the order of the companies. */
export async function primarySecrets(
  db: Queryable,
  keys: EncryptionKeys,
  companies: readonly number[],
): Promise<(Secrets | undefined | UnreadableSecretError)[]> {
  const rows = await findPrimarySecrets(db, [...new Set(companies)]);
  const opened = new Map(rows.map((row) => [row.company_id, openOrError(keys, row)]));
  return companies.map((companyId) => opened.get(companyId));
}

function openOrError(keys: EncryptionKeys, row: SealedRow & { company_id: number }) {
  try {
    return openSecrets(keys, row.company_id, row);
  } catch (error) {
    if (error instanceof UnreadableSecretError) return error;
    throw error;
  }
}

export async function readSecrets(
  db: Queryable,
  companyId: number,
  keys: EncryptionKeys,
  id: number | null = null,
): Promise<EndpointSecrets[]> {
  const rows = await findSecrets(db, companyId, id);
  return rows.map((row) => ({ endpointId: row.endpoint_id, ...openSecrets(keys, companyId, row) }));
}

type SealedRow = { secret: string; previous_secret: string | null; previous_secret_until: Date | null };

export function openSecrets(keys: EncryptionKeys, companyId: number, sealed: SealedRow): Secrets {
  const open = (text: string) => decrypt(keys, purpose(companyId), text);
  const { secret, previous_secret: old, previous_secret_until: until } = sealed;
  return { current: open(secret), previous: old && until ? openPrevious(() => open(old), until) : undefined };
}

/**
 * A secret that no key can decrypt must not keep the new one from signing: a lost key may be the reason why it was
 * replaced.
 */
function openPrevious(open: () => string, until: Date): Secrets["previous"] {
  try {
    return { secret: open(), until };
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined;
    throw error;
  }
}

const place = {
  table: "webhook_endpoints",
  record: { column: "id", type: "bigint" },
  purpose: (companyId: number) => purpose(companyId),
} as const;

/** Where they are kept, for who changes keys or looks whether they still fit. */
export const sealedSecrets = [
  encryptedColumn({ ...place, name: "webhook_secrets", column: "secret", kind: () => "webhook secret" }),
  encryptedColumn({
    ...place,
    name: "previous_webhook_secrets",
    column: "previous_secret",
    kind: () => "previous webhook secret",
    isShortLived: true,
  }),
];
