import { hash } from "node:crypto";
import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { violations } from "../../ubl/rules.ts";
import { stripped } from "../firs/key.ts";
import { acceptedAt } from "../outcomes.ts";
import type { Adapter } from "../port.ts";

/**
 * For companies without a duty to register: the document is checked against EN 16931, and then counts as registered
 * under our own id. No authority is called, so no response can be lost and nothing needs a look-up.
 */
export const documentOnly: Adapter = {
  name: "document_only",
  title: "Document only",
  settings: [],
  lookUpLagMs: 0,
  documentKey,
  faults: (document) =>
    violations(document).map(({ rule, field, message }) => ({ code: rule, field, message })),
  check: async () => undefined,
  submit: async ({ now }, _document, key) => acceptedAt(key, now),
};

/** The same for the same document, and different for another company's. */
function documentKey({ type, number, issue_date, supplier }: CanonicalDocument): string {
  const { name, tax_id, registration_number } = supplier;
  const identity = JSON.stringify([name, tax_id, registration_number, type, number, issue_date]);
  return `LOCAL-${stripped(number)}-${hash("sha256", identity).slice(0, 12)}`;
}
