import { hash } from "node:crypto";
import type { CanonicalDocument } from "../canonical.ts";
import type { Adapter } from "../port.ts";
import { violations } from "../ubl/rules.ts";
import { stripped } from "./firs-key.ts";
import { done } from "./outcomes.ts";

/**
 * For companies that need not register anywhere: the document is held against EN 16931, and is then as good as
 * registered, under a name of our own. Nobody is called, so there is nothing to lose and nothing to look up.
 */
export const documentOnly: Adapter = {
  name: "document_only",
  title: "Document only",
  settings: [],
  can: { reportPayment: false, cancel: false },
  lookUpLagMs: 0,
  documentKey,
  faults: (document) =>
    violations(document).map(({ rule, field, message }) => ({ code: rule, field, message })),
  check: async () => undefined,
  submit: async ({ now }, _document, key) => done(key, now),
};

/** The same for the same document, and another for that of another company. */
function documentKey({ type, number, issue_date, supplier }: CanonicalDocument): string {
  const { name, tax_id, registration_number } = supplier;
  const identity = JSON.stringify([name, tax_id, registration_number, type, number, issue_date]);
  return `LOCAL-${stripped(number)}-${hash("sha256", identity).slice(0, 12)}`;
}
