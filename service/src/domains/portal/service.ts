import type { Context } from "../../context.ts";
import { invalid } from "../../contract/errors.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Json } from "../../platform/db/sql.ts";
import { audit } from "../tenancy/audit/service.ts";
import { type Administration, getCompany, notifyCompanyChanged } from "../tenancy/companies/service.ts";
import { originFault } from "./origins.ts";
import { findSettings, storeSettings } from "./queries.ts";
import type { SettingsInput } from "./schema.ts";

export { embedLoader, embedScript, type Script } from "./embed.ts";
/**
 * The portal is a company's order and pay panel on its partners' pages. What the panel may see is public, but only
 * for pages of the origins that the company allows; orders come from the partner's server, with the secret.
 */
export { foreignUrls } from "./origins.ts";
export { createPortalLookups, type PortalConfig } from "./portal-config.ts";
export { findPortalAppId, type PortalInvoice } from "./queries.ts";

export function getPortalSettings(db: Queryable, companyId: number): Promise<Json> {
  return findSettings(db, companyId);
}

export async function setPortalSettings(
  administration: Administration,
  { environment }: Context["config"],
  companyId: number,
  { allowed_origins: origins, prices_include_tax }: SettingsInput,
): Promise<Json> {
  const { tx, now } = administration;
  const errors = origins.flatMap((origin, index) => {
    const message = originFault(environment, origin);
    return message ? [{ field: `allowed_origins[${index}]`, message }] : [];
  });
  if (errors.length > 0) throw invalid(errors);
  const { id } = await getCompany(tx, companyId);
  const settings = { allowedOrigins: [...new Set(origins)], pricesIncludeTax: prices_include_tax };
  await storeSettings(tx, id, now, settings);
  await notifyCompanyChanged(tx, id);
  audit(administration, id, "portal.set", `company/${id}`, {
    allowed_origins: origins,
    ...(prices_include_tax !== undefined && { prices_include_tax }),
  });
  return findSettings(tx, id);
}
