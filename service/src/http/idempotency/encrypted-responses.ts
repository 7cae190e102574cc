import { sealedColumn } from "../../platform/security/encrypted-columns.ts";
import { purposeNamed } from "../../platform/security/secrets.ts";

/** An answer that held a secret is kept encrypted: it has to be told again to a retry. */
export const sealPurpose = purposeNamed("kept_answer");

/** Where answers are kept that held a secret, for who changes keys. */
export const sealedAnswers = [
  sealedColumn({
    name: "kept_answers",
    table: "idempotency_keys",
    column: "body",
    where: "encrypted",
    record: { column: "key", type: "text" },
    kind: () => "kept answer",
    purpose: (companyId, key) => sealPurpose(companyId, key),
    isPassing: true,
  }),
];
