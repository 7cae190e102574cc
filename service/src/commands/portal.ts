import type { Config } from "../config/config.ts";
import { SettingsInput } from "../domains/portal/schema.ts";
import { getPortalSettings, setPortalSettings } from "../domains/portal/service.ts";
import { getCompany } from "../domains/tenancy/companies/service.ts";
import { administer } from "./administration.ts";
import { checked, company, type Options, required, UsageError } from "./options.ts";

/** Sets which sites may show a company's portal, and whether prices in its orders contain the tax. */
export const portalSet = (config: Config, options: Options) =>
  administer(config, options, async (administration) => {
    const companyId = company(options);
    const given = required(options, "origins");
    const origins = given === "none" ? [] : given.split(",").map((origin) => origin.trim());
    const prices_include_tax = pricesIncludeTax(options["prices-include-tax"]);
    const input = await checked(SettingsInput, { allowed_origins: origins, prices_include_tax });
    const settings = await setPortalSettings(administration, config, companyId, input);
    return { company_id: companyId, ...(JSON.parse(settings) as object) };
  });

/** `none`: as the company's setting. Left out, it stays as it is. */
function pricesIncludeTax(given: Options[string]): boolean | null | undefined {
  if (given === undefined) return undefined;
  if (given === "none") return null;
  if (given === "yes" || given === "no") return given === "yes";
  throw new UsageError(`--prices-include-tax must be yes, no or none, not '${given}'`);
}

export const portalShow = (config: Config, options: Options) =>
  administer(config, options, async ({ tx }) => {
    const { id } = await getCompany(tx, company(options));
    return { company_id: id, ...(JSON.parse(await getPortalSettings(tx, id)) as object) };
  });
