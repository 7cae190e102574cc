import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { IntegrationInput } from "../domains/fiscal/registration/schema.ts";
import { deleteIntegration, getIntegration, setIntegration } from "../domains/fiscal/registration/service.ts";
import { administer } from "./administration.ts";
import { checked, company, type Options, required, UsageError, unknownWords } from "./options.ts";

const secretNames = [
  "api_key",
  "api_secret",
  "username",
  "password",
  "public_key",
  "certificate",
  "signing_key",
];

// The other authorities need no secrets, and standard input may be left open when they are configured.
const withSecrets = new Set(["firs_mbs", "india_irp"]);

/** Sets the authority through which a company registers. Secrets come from standard input as JSON, never as options. */
export async function einvoicingSet(config: Config, options: Options): Promise<void> {
  const companyId = company(options);
  const adapter = required(options, "adapter");
  const secrets = withSecrets.has(adapter) ? await readSecrets() : {};
  await administer(config, options, async (administration, context, tell) => {
    if (adapter === "none") {
      await deleteIntegration(administration, context, companyId);
      tell({ companyId, action: "einvoicing.removed" });
      return { company_id: companyId, adapter };
    }
    const { "base-url": base_url, "business-id": business_id, "service-id": service_id } = options;
    const input = await checked(IntegrationInput, { adapter, base_url, business_id, service_id, ...secrets });
    const shown = await setIntegration(context, companyId, input, administration);
    tell({ companyId, action: "einvoicing.set", about: adapter });
    return { company_id: companyId, integration: JSON.parse(shown) as unknown };
  });
}

export const einvoicingShow = (config: Config, options: Options) =>
  administer(config, options, async ({ tx }, context) => {
    const companyId = company(options);
    return {
      company_id: companyId,
      integration: JSON.parse(await getIntegration(context, tx, companyId)) as unknown,
    };
  });

async function readSecrets(): Promise<Record<string, unknown>> {
  const given = process.stdin.isTTY ? "" : await text(process.stdin);
  if (given.trim() === "") return {};
  try {
    const read = JSON.parse(given) as Record<string, unknown>;
    const unknown = Object.keys(read).filter((name) => !secretNames.includes(name));
    if (unknown.length > 0) throw unknownWords("standard input", "name", unknown, secretNames);
    return read;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      'The secrets must be one JSON object on standard input, such as {"api_key": "…", "api_secret": "…"}',
    );
  }
}
