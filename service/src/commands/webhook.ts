import type { Config } from "../config/config.ts";
import type { Change, Context } from "../context.ts";
import { type Administration, findCompanyOf, getCompany } from "../domains/tenancy/companies/service.ts";
import { findFirstId } from "../domains/webhooks/endpoints/queries.ts";
import { EndpointCreate, overlapSecondsMax } from "../domains/webhooks/endpoints/schema.ts";
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  provisionEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../domains/webhooks/endpoints/service.ts";
import { findOutboundRules } from "../platform/ops/installation.ts";
import { administer } from "./administration.ts";
import { checked, company, type Options, required, UsageError, wholeNumber } from "./options.ts";

/** Sets the company's webhook URL; `--url default` restores the service's own receiver. The secret does not change. */
export const webhookSet = (config: Config, options: Options) =>
  administer(config, options, async (administration, context, tell) => {
    const given = required(options, "url");
    await checked(EndpointCreate, { url: given });
    const { companyId, id, secret } = await primaryEndpoint(administration, context, options);
    const change = await changeOf(administration, companyId);
    const url = given === "default" ? null : given;
    const rules = await withRulesOfService(administration, context);
    const endpoint = await updateEndpoint(change, rules, "operator", id, { url, status: "enabled" });
    tell({ companyId, action: "webhook.url_set", about: url ?? "the service's own receiver" });
    return { company_id: companyId, endpoint: JSON.parse(endpoint) as unknown, webhook_secret: secret };
  });

export const webhookShow = (config: Config, options: Options) =>
  administer(config, options, async (administration, context) => {
    const { companyId, id } = await primaryEndpoint(administration, context, options);
    const { tx, now } = administration;
    const endpoint = await getEndpoint(tx, { config, now }, companyId, id);
    return { company_id: companyId, endpoint: JSON.parse(endpoint) as unknown };
  });

/** Adds an endpoint beside the webhook URL, with its own secret. */
export const webhookAdd = (config: Config, options: Options) =>
  administer(config, options, async (administration, context, tell) => {
    const events = options.events === undefined ? undefined : String(options.events).split(",");
    const input = await checked(EndpointCreate, { url: options.url, events });
    const companyId = company(options);
    const change = await changeOf(administration, companyId);
    const rules = await withRulesOfService(administration, context);
    const { endpoint, secret } = await createEndpoint(change, rules, "operator", input);
    tell({ companyId, action: "webhook.created", about: input.url });
    return { company_id: companyId, endpoint: JSON.parse(endpoint) as unknown, webhook_secret: secret };
  });

export const webhookList = (config: Config, options: Options) =>
  administer(config, options, async ({ tx, now }) => {
    const found = await findCompanyOf(tx, company(options));
    const page = await listEndpoints(tx, { config, now }, found, "", { limit: 100 });
    return { company_id: found.id, endpoints: page.entries.map((entry) => JSON.parse(entry) as unknown) };
  });

export const webhookRemove = (config: Config, options: Options) =>
  administer(config, options, async (administration) => {
    const id = wholeNumber("--endpoint", required(options, "endpoint"));
    const companyId = company(options);
    await deleteEndpoint(await changeOf(administration, companyId), id);
    return { company_id: companyId, endpoint_id: id, removed: true };
  });

export const webhookRotate = (config: Config, options: Options) =>
  administer(config, options, async (administration, context, tell) => {
    const overlap = options.overlap === undefined ? 0 : wholeNumber("--overlap", String(options.overlap));
    if (overlap > overlapSecondsMax) {
      throw new UsageError(`--overlap must be at most ${overlapSecondsMax} seconds (7 days)`);
    }
    const companyId = company(options);
    await getCompany(administration.tx, companyId);
    const id =
      options.endpoint === undefined
        ? await primaryId(administration, context, companyId)
        : wholeNumber("--endpoint", String(options.endpoint));
    const { endpoint, secret } = await rotateSecret(
      administration,
      context,
      "operator",
      companyId,
      id,
      overlap,
    );
    const { url } = JSON.parse(endpoint) as { url: string };
    tell({ companyId, action: "webhook.secret_rotated", about: url });
    return { company_id: companyId, endpoint: JSON.parse(endpoint) as unknown, webhook_secret: secret };
  });

/** This does not decrypt the endpoint's secret, because a lost key is a reason to rotate. */
async function primaryId(administration: Administration, context: Context, companyId: number) {
  const known = await findFirstId(administration.tx, companyId);
  return known ?? (await provisionEndpoint(administration, companyId, context.encryptionKeys)).id;
}

async function primaryEndpoint(administration: Administration, context: Context, options: Options) {
  const companyId = company(options);
  await getCompany(administration.tx, companyId);
  return { companyId, ...(await provisionEndpoint(administration, companyId, context.encryptionKeys)) };
}

/** The service decides which addresses it takes; the environment of a command may be another. */
async function withRulesOfService({ tx }: Administration, context: Context): Promise<Context> {
  const rules = await findOutboundRules(tx);
  if (!rules) return context;
  const { config } = context;
  return { ...context, config: { ...config, outbound: { ...config.outbound, ...rules } } };
}

async function changeOf(administration: Administration, companyId: number): Promise<Change> {
  const found = await findCompanyOf(administration.tx, companyId);
  return { ...administration, company: found, actor: { type: "operator", id: null }, requestId: null };
}
