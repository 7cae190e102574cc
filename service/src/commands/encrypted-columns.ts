import { encryptedCheckpointKeys } from "../domains/backoffice/books/service.ts";
import { sealedIntegrations } from "../domains/fiscal/registration/credentials-check.ts";
import { sealedAccounts } from "../domains/payments/gateways/credentials-check.ts";
import { encryptedSeals } from "../domains/sending/documents/service.ts";
import { encryptedMailColumns } from "../domains/sending/mails/content.ts";
import { sealedFactors } from "../domains/tenancy/users/second-factors.ts";
import { sealedSecrets } from "../domains/webhooks/endpoints/secrets.ts";
import { encryptedResponseColumns } from "../http/idempotency/idempotency-store.ts";
import type { EncryptedColumn } from "../platform/security/encrypted-columns.ts";

/** Every column that holds encrypted secrets; a test fails if one is missing. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...sealedSecrets,
  ...sealedAccounts,
  ...sealedIntegrations,
  ...encryptedResponseColumns,
  ...sealedFactors,
  ...encryptedMailColumns,
  ...encryptedCheckpointKeys,
  ...encryptedSeals,
];
