import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { type Administration, findCompanyOf, getCompany } from "../modules/companies/service.ts";
import { SecretRotation } from "../modules/endpoints/schema.ts";
import {
  getEndpoint,
  provisionEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../modules/endpoints/service.ts";
import { administer } from "./administration.ts";
import { checked, company, type Options, required, wholeNumber } from "./options.ts";

/** The company's webhook URL; `--url default` gives it the service's own receiver again. The secret stays. */
export const webhookSet = (config: Config, options: Options) =>
  administer(config, options, async (administration, context) => {
    const given = required(options, "url");
    const { companyId, id, secret } = await primaryEndpoint(administration, context, options);
    const actor = { type: "operator", id: null } as const;
    const change = {
      ...administration,
      company: await findCompanyOf(administration.tx, companyId),
      actor,
      requestId: null,
    };
    const url = given === "default" ? null : given;
    const endpoint = await updateEndpoint(change, context, id, { url, status: "enabled" });
    return { company_id: companyId, endpoint: JSON.parse(endpoint) as unknown, webhook_secret: secret };
  });

export const webhookShow = (config: Config, options: Options) =>
  administer(config, options, async (administration, context) => {
    const { companyId, id } = await primaryEndpoint(administration, context, options);
    const endpoint = await getEndpoint(administration.tx, config, companyId, id);
    return { company_id: companyId, endpoint: JSON.parse(endpoint) as unknown };
  });

export const webhookRotate = (config: Config, options: Options) =>
  administer(config, options, async (administration, context) => {
    const overlap = options.overlap === undefined ? 0 : wholeNumber("overlap", String(options.overlap));
    checked(SecretRotation, { overlap_seconds: overlap });
    const { companyId, id } = await primaryEndpoint(administration, context, options);
    const { endpoint, secret } = await rotateSecret(administration, context, companyId, id, overlap);
    return { company_id: companyId, endpoint: JSON.parse(endpoint) as unknown, webhook_secret: secret };
  });

async function primaryEndpoint(administration: Administration, context: Context, options: Options) {
  const companyId = company(options);
  await getCompany(administration.tx, companyId);
  return { companyId, ...(await provisionEndpoint(administration, companyId, context.encryptionKeys)) };
}
