import { sealedIntegrations } from "../domains/fiscal/registration/examination.ts";
import { sealedAccounts } from "../domains/payments/gateways/examination.ts";
import { sealedFactors } from "../domains/tenancy/users/second-factors.ts";
import { sealedSecrets } from "../domains/webhooks/endpoints/secrets.ts";
import { sealedAnswers } from "../http/idempotency/sealed-answers.ts";
import type { SealedColumn } from "../platform/security/sealed.ts";

/** Every column that holds encrypted secrets; a test knows when one is missing. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedSecrets,
  ...sealedAccounts,
  ...sealedIntegrations,
  ...sealedAnswers,
  ...sealedFactors,
];
