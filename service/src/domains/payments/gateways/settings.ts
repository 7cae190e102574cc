import type { Context } from "../../../context.ts";
import { type GatewayChoice, gatewayChoices, gatewayInUse } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import { inTransaction, type Queryable, type Transaction } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { type Administration, getCompany } from "../../tenancy/companies/service.ts";
import { defaultUrl } from "../../webhooks/endpoints/service.ts";
import { type AccountCheck, checkAccount } from "./account-check.ts";
import { findNewestAccount } from "./queries.ts";
import type { GatewayChange } from "./schema.ts";
import { accountFrom, type GatewayAccount, gateways, useGateway } from "./service.ts";

type GatewayConfig = Context["config"];

/** The gateway settings that the dashboard shows. */
export async function readGateway(config: GatewayConfig, db: Queryable, companyId: number): Promise<Json> {
  const { gateway: choice } = await getCompany(db, companyId);
  const inUse = gatewayInUse(config.environment, choice);
  const account = inUse === "none" ? undefined : await findNewestAccount(db, companyId, inUse);
  return JSON.stringify({
    choice,
    in_use: inUse,
    title: inUse === "none" ? null : gateways[inUse].title,
    // A sandbox account is created on first use.
    configured: inUse === "sandbox" || account !== undefined,
    base_url: inUse === "sandbox" ? null : (account?.base_url ?? null),
    set_at: inUse === "sandbox" || !account ? null : isoText(account.created_at),
    choices: choicesIn(config.environment).map((name) => ({
      name,
      title: name === "none" ? "None" : gateways[name].title,
      needs_secret_key: needsAccount(name),
      needs_webhook_secret: name === "stripe",
      notification_url: needsAccount(name) ? defaultUrl(config, name) : null,
    })),
  });
}

const needsAccount = (choice: GatewayChoice): choice is "paystack" | "stripe" =>
  choice === "paystack" || choice === "stripe";

const choicesIn = (environment: GatewayConfig["environment"]) =>
  gatewayChoices.filter((choice) => choice !== "sandbox" || environment !== "production");

/** Validates the account, checks it with the gateway if that is reachable, and stores it. */
export async function setGateway(
  context: Context,
  author: Omit<Administration, "tx">,
  companyId: number,
  change: GatewayChange,
  /** Stores the mail to the owners with the change. */
  tell: (tx: Transaction) => Promise<void>,
): Promise<AccountCheck | undefined> {
  const { gateway } = change;
  if (!choicesIn(context.config.environment).includes(gateway)) {
    throw invalidField("gateway", "can't be the sandbox in production, because it moves no real money");
  }
  const account = needsAccount(gateway) ? accountOf(context.config, gateway, change) : undefined;
  const check = account && (await checkAccount(context, gateways[gateway as "paystack" | "stripe"], account));
  await inTransaction(context.db, async (tx) => {
    await useGateway({ ...author, tx }, context, companyId, gateway, account);
    await tell(tx);
  });
  return check;
}

function accountOf(
  config: GatewayConfig,
  gateway: "paystack" | "stripe",
  change: GatewayChange,
): GatewayAccount {
  const { secret_key: secretKey, webhook_secret: webhookSecret, base_url: baseUrl } = change;
  if (!secretKey) throw invalidField("secret_key", `is required for ${gateways[gateway].title}`);
  return accountFrom(config, gateway, { secretKey, webhookSecret, baseUrl });
}
