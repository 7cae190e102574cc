import { type AnswerOf, ApiError, type Client, ForbiddenError, UnauthenticatedError } from "billfold-sdk";
import { type Config, SettingError } from "./config.ts";
import { isTransient } from "./polling.ts";

/** The company, and the authority that it registers with. */
export type Company = {
  id: number;
  name: string;
  environment: string;
  adapter: string;
  /** When the integration was last changed. */
  integrationChangedAt: string;
};

type Ping = AnswerOf<"GET /ping">;

const needed = ["products:read", "invoices:read", "invoices:write", "integrations"] as const;

/** Refuses to start if registrations would go to the wrong place or could not be made. */
export async function requireReady(client: Client, config: Config, signal: AbortSignal): Promise<Company> {
  try {
    const ping = await client.ping({ signal });
    requireRightPlace(ping, config);
    requireScopes(ping);
    const integration = await readIntegration(client, ping, signal);
    return {
      id: ping.tenant.company_id,
      name: ping.tenant.name,
      environment: config.environment,
      adapter: integration.adapter,
      integrationChangedAt: integration.updated_at,
    };
  } catch (error) {
    throw asWrongPlace(asSettingError(error), config);
  }
}

/** The response does not come from a Billfold API. */
function asWrongPlace(error: unknown, { baseUrl }: Config): unknown {
  if (isTransient(error) || !(error instanceof ApiError)) return error;
  return new SettingError(`BILLFOLD_CONSUMER_BASE_URL: ${baseUrl} is not a Billfold API: ${error.message}`);
}

function requireRightPlace(ping: Ping, { baseUrl, environment }: Config): void {
  if (ping.service !== "billfold") {
    throw new SettingError(`BILLFOLD_CONSUMER_BASE_URL: ${baseUrl} is not a Billfold API`);
  }
  if (ping.environment !== environment) {
    throw new SettingError(
      `BILLFOLD_CONSUMER_ENVIRONMENT is ${environment}, but ${baseUrl} is ${ping.environment}. ` +
        `Set BILLFOLD_CONSUMER_BASE_URL to the address of the ${environment} API, with a key made there. Nothing was registered.`,
    );
  }
  const { company_id, name, status } = ping.tenant;
  if (status !== "active") {
    throw new SettingError(
      `The company ${name} is ${status}. An operator can approve it with: npx billfold company approve ${company_id}`,
    );
  }
}

function requireScopes({ scopes, tenant, app_id }: Ping): void {
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  const all = [...scopes, ...missing].join(",");
  throw new SettingError(
    `The key ${app_id} does not have the ${missing.length === 1 ? "scope" : "scopes"} ${missing.join(", ")}. ` +
      "Enable the missing scopes in the company's settings, or with: " +
      `npx billfold key scopes --company ${tenant.company_id} --app-id ${app_id} --scopes ${all}`,
  );
}

async function readIntegration(client: Client, { tenant }: Ping, signal: AbortSignal) {
  try {
    return (await client.integration.get({ signal })).integration;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "integration_not_configured") throw error;
    throw new SettingError(
      `E-invoicing is not configured for the company ${tenant.name}. Configure it in its settings, ` +
        `or with: npx billfold einvoicing set --company ${tenant.company_id} --adapter …`,
    );
  }
}

/** Errors that only a person can fix end the run, at the start and later. */
export function asSettingError(error: unknown): unknown {
  if (error instanceof UnauthenticatedError) {
    return new SettingError(
      "BILLFOLD_CONSUMER_APP_ID or BILLFOLD_CONSUMER_SECRET is wrong, or the key was revoked. Set them to a valid key.",
    );
  }
  if (error instanceof ForbiddenError)
    return new SettingError(`The API refused the request: ${error.message}`);
  const standing = ["integration_not_configured", "integration_auth_failed"];
  if (error instanceof ApiError && standing.includes(error.code)) return new SettingError(error.message);
  return error;
}
