import { sealedIntegrations } from "../domains/fiscal/registration/credentials-check.ts";
import { sealedAccounts } from "../domains/payments/gateways/credentials-check.ts";
import { sealedFactors } from "../domains/tenancy/users/second-factors.ts";
import { sealedSecrets } from "../domains/webhooks/endpoints/secrets.ts";
import { sealedAnswers } from "../http/idempotency/encrypted-responses.ts";
import type { SealedColumn } from "../platform/security/encrypted-columns.ts";

/** Every column that holds encrypted secrets; a test knows when one is missing. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedSecrets,
  ...sealedAccounts,
  ...sealedIntegrations,
  ...sealedAnswers,
  ...sealedFactors,
];
