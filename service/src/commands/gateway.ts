import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { gatewayChoices } from "../contract/access.ts";
import {
  accountFrom,
  checkAccount,
  gatewayOf,
  gateways,
  useGateway,
} from "../domains/payments/gateways/service.ts";
import { getCompany } from "../domains/tenancy/companies/service.ts";
import { administer } from "./administration.ts";
import { company, type Options, required, UsageError } from "./options.ts";

/** Sets a company's gateway. Credentials come from standard input or the environment, never as options. */
export async function gatewaySet(config: Config, options: Options): Promise<void> {
  const companyId = company(options);
  const gateway = gatewayChoices.find((choice) => choice === required(options, "gateway"));
  if (!gateway) throw new UsageError(`--gateway must be one of ${gatewayChoices.join(", ")}`);
  if (gateway === "sandbox" && config.environment === "production") {
    throw new UsageError(
      "The sandbox gateway is not available in production, because it moves no real money",
    );
  }
  const needsAccount = gateway === "paystack" || gateway === "stripe";
  const account = needsAccount ? accountFrom(config, gateway, await readAccount(config, options)) : undefined;
  let trial: Result = {};
  await administer(
    config,
    options,
    async (administration, context, tell) => {
      await useGateway(administration, context, companyId, gateway, account);
      tell({ companyId, action: "gateway.set", about: gateway });
      return { company_id: companyId, gateway, ...trial };
    },
    async (context) => {
      if (account && needsAccount) trial = await checkAccount(context, gateways[gateway], account);
    },
  );
}

type Result = { verified?: boolean; note?: string };

export const gatewayShow = (config: Config, options: Options) =>
  administer(config, options, async ({ tx }) => {
    const found = await getCompany(tx, company(options));
    const gateway = gatewayOf(config, found);
    return { company_id: found.id, gateway: gateway?.name ?? "none", chosen: found.gateway !== null };
  });

/** One secret per line: the secret key, then, for gateways that have one, the secret for their notifications. */
async function readAccount({ gatewaySecrets }: Config, options: Options) {
  const { secretKey, webhookSecret } = gatewaySecrets;
  const lines = secretKey || process.stdin.isTTY ? [] : (await text(process.stdin)).split(/\r?\n/);
  const [first, second] = lines.map((line) => line.trim()).filter(Boolean);
  const key = secretKey ?? first;
  if (!key) {
    throw new UsageError(
      "The gateway's secret key is missing. Pass it on standard input (printf '%s\\n' \"$KEY\" | billfold gateway set …), or as BILLFOLD_GATEWAY_SECRET_KEY",
    );
  }
  const baseUrl = typeof options["base-url"] === "string" ? options["base-url"] : undefined;
  return { secretKey: key, webhookSecret: webhookSecret ?? second, baseUrl };
}
