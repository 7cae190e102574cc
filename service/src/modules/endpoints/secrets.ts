import type { Queryable } from "../../foundation/database.ts";
import { decrypt, type EncryptionKeys, encrypt } from "../../foundation/secrets.ts";
import { makeWebhookSecret } from "../../foundation/signature.ts";
import { findSecrets } from "./queries.ts";

const purpose = (companyId: number) => `webhook_secret:${companyId}`;

/** A secret to be shown once, and how it is kept: encrypted and not hashed, because signing needs it again. */
export function newSecret(keys: EncryptionKeys, companyId: number): { secret: string; sealed: string } {
  const secret = makeWebhookSecret();
  return { secret, sealed: encrypt(keys, purpose(companyId), secret) };
}

/** The secrets of an endpoint in the clear, for signing and verifying. */
export type EndpointSecrets = {
  endpointId: number;
  current: string;
  previous: { secret: string; until: Date } | undefined;
};

export async function readSecrets(
  db: Queryable,
  companyId: number,
  keys: EncryptionKeys,
  id: number | null = null,
): Promise<EndpointSecrets[]> {
  const rows = await findSecrets(db, companyId, id);
  return rows.map((row) => ({ endpointId: row.endpoint_id, ...openSecrets(keys, companyId, row) }));
}

type Sealed = { secret: string; previous_secret: string | null; previous_secret_until: Date | null };

export function openSecrets(keys: EncryptionKeys, companyId: number, sealed: Sealed) {
  const open = (text: string) => decrypt(keys, purpose(companyId), text);
  const { secret, previous_secret: old, previous_secret_until: until } = sealed;
  return { current: open(secret), previous: old && until ? { secret: open(old), until } : undefined };
}
