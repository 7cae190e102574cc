import type { Principal, SiteScope } from "../../../contract/access.ts";
import { forbidden } from "../../../contract/errors.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import type { CompanyPatch } from "./schema.ts";
import { lockedCompany } from "./service.ts";

/** The company's legal identity. Address and contacts are ordinary settings. */
const legalFields = ["name", "tax_id", "registration_number"] as const;
const scope: SiteScope = "site:legal";

/**
 * A form may send unchanged fields, so only a changed value requires an owner; the row is locked for the comparison.
 */
export async function requireLegal(
  tx: Transaction,
  principal: Principal,
  patch: CompanyPatch,
): Promise<void> {
  const held: ReadonlySet<string> = principal.scopes;
  const sent = legalFields.filter((field) => patch[field] !== undefined);
  if (sent.length === 0 || held.has(scope)) return;
  const before = await lockedCompany(tx, principal.company.id);
  const changed = sent.filter((field) => patch[field] !== before[field]);
  if (changed.length === 0) return;
  const who = principal.kind === "user" ? `Your role, ${principal.role},` : "This key";
  throw forbidden(
    "scope_missing",
    `${who} does not include ${scope}, so it can't change ${changed.join(", ")}. Only owners can change the company's legal identity. Leave it out, or ask an owner.`,
    { scope, fields: changed },
  );
}
