import type { Config } from "../config/config.ts";
import { SettingsInput } from "../domains/portal/schema.ts";
import { getPortalSettings, setPortalSettings } from "../domains/portal/service.ts";
import { getCompany } from "../domains/tenancy/companies/service.ts";
import { administer } from "./administration.ts";
import { checked, company, type Options, required } from "./options.ts";

/** Sets which sites may show a company's portal. */
export const portalSet = (config: Config, options: Options) =>
  administer(config, options, async (administration) => {
    const companyId = company(options);
    const given = required(options, "origins");
    const origins = given === "none" ? [] : given.split(",").map((origin) => origin.trim());
    const input = await checked(SettingsInput, { allowed_origins: origins });
    const settings = await setPortalSettings(administration, config, companyId, input);
    return { company_id: companyId, ...(JSON.parse(settings) as object) };
  });

export const portalShow = (config: Config, options: Options) =>
  administer(config, options, async ({ tx }) => {
    const { id } = await getCompany(tx, company(options));
    return { company_id: id, ...(JSON.parse(await getPortalSettings(tx, id)) as object) };
  });
