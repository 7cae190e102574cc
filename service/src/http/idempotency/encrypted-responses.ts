import { encryptedColumn } from "../../platform/security/encrypted-columns.ts";
import { purposeNamed } from "../../platform/security/secrets.ts";

/** Binds the ciphertext of a stored response to its key; the name is part of what is already stored. */
export const responsePurpose = purposeNamed("kept_answer");

/** Stored responses that contain a secret. */
export const encryptedResponseColumns = [
  encryptedColumn({
    name: "idempotency_responses",
    table: "idempotency_keys",
    column: "body",
    where: "encrypted",
    record: { column: "key", type: "text" },
    kind: () => "idempotency response",
    purpose: (companyId, key) => responsePurpose(companyId, key),
    isShortLived: true,
  }),
];
