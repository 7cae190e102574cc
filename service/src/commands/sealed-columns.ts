import type { SealedColumn } from "../foundation/sealed.ts";
import { sealedAnswers } from "../http/sealed-answers.ts";
import { sealedFactors } from "../modules/accounts/second-factors.ts";
import { sealedIntegrations } from "../modules/einvoicing/examination.ts";
import { sealedSecrets } from "../modules/endpoints/secrets.ts";
import { sealedAccounts } from "../modules/gateways/examination.ts";

/** Every column that holds encrypted secrets; a test knows when one is missing. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedSecrets,
  ...sealedAccounts,
  ...sealedIntegrations,
  ...sealedAnswers,
  ...sealedFactors,
];
