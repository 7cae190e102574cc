import type { Context } from "../../../context.ts";
import { type Company, gatewayInUse } from "../../../contract/access.ts";
import { integrationNotConfigured, integrationUnavailable, invalidField } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { urlFault } from "../../../platform/outbound/addresses.ts";
import {
  baseUrlNotAllowed,
  baseUrlWithdrawn,
  isAllowedBaseUrl,
} from "../../../platform/outbound/base-urls.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { canDecrypt, decrypt, encrypt, purposeNamed } from "../../../platform/security/secrets.ts";
import { type Administration, chooseGateway } from "../../tenancy/companies/service.ts";
import { paystack, sandbox } from "./paystack/gateway.ts";
import type { Gateway, GatewayAccount, GatewayName } from "./port.ts";
import {
  type AccountRow,
  findAccount,
  findNewestAccount,
  lockAccounts,
  replaceCredentials,
  storeAccount,
} from "./queries.ts";
import { stripe } from "./stripe/gateway.ts";

export { checkAccount } from "./account-check.ts";
export type {
  Gateway,
  GatewayAccount,
  GatewayDispute,
  GatewayName,
  GatewayPaymentStatus,
  RefundOutcome,
} from "./port.ts";
export { type AccountToPoll, claimDueDisputePolls, finishDisputePoll } from "./queries.ts";

/**
 * All gateways. A company uses one at a time, or none; its accounts with others are kept, because payments may still be
 * in progress there.
 */
export const gateways: Readonly<Record<GatewayName, Gateway>> = { sandbox, paystack, stripe };

const defaultBaseUrls: Readonly<Record<Exclude<GatewayName, "sandbox">, string>> = {
  paystack: "https://api.paystack.co",
  stripe: "https://api.stripe.com",
};

/** The gateway that the company uses now. */
export function gatewayOf(
  { environment }: Context["config"],
  { gateway }: Pick<Company, "gateway">,
): Gateway | undefined {
  const name = gatewayInUse(environment, gateway);
  return name === "none" ? undefined : gateways[name];
}

export const gatewayNotConfigured = () =>
  integrationNotConfigured(
    "A payment gateway",
    "Choose one in the company's settings or with 'billfold gateway set', then try again.",
  );

/** Throws if the company has no usable gateway. */
export function requireGateway(config: Context["config"], company: Company): void {
  if (!gatewayOf(config, company)) throw gatewayNotConfigured();
}

/** Whether buyers can pay the company online now. */
export async function isGatewayReady(
  config: Context["config"],
  db: Queryable,
  company: Pick<Company, "id" | "gateway">,
): Promise<boolean> {
  const gateway = gatewayOf(config, company);
  if (!gateway) return false;
  // A sandbox account is created on first use.
  return gateway === sandbox || (await findNewestAccount(db, company.id, gateway.name)) !== undefined;
}

type Credentials = { secret_key: string; webhook_secret: string };

const accountPurpose = purposeNamed("gateway_account");
export const purpose = (companyId: number, gateway: GatewayName) => accountPurpose(gateway, companyId);

type GatewayContext = Pick<Context, "config" | "encryptionKeys" | "clock">;

/** The account for new payments. The sandbox account is created on first use; others must have been configured. */
export async function currentAccountId(
  { encryptionKeys, clock }: GatewayContext,
  tx: Queryable,
  companyId: number,
  gateway: GatewayName,
): Promise<number> {
  const row = await findNewestAccount(tx, companyId, gateway);
  if (row) return row.id;
  if (gateway !== "sandbox") throw gatewayNotConfigured();
  const credentials = encryptCredentials(encryptionKeys, companyId, gateway, sandboxAccount());
  const id = await storeAccount(tx, companyId, clock.now(), { gateway, base_url: null, credentials });
  // Another request created it at the same time.
  return id ?? (await findNewestAccount(tx, companyId, gateway))!.id;
}

function sandboxAccount() {
  const secretKey = `sk_test_${randomToken(24)}`;
  return { secretKey, webhookSecret: secretKey };
}

/**
 * Decrypts an account. A payment is finished with the account that it was started with, whatever the company uses now.
 */
export async function openAccount(
  { config, encryptionKeys }: GatewayContext,
  db: Queryable,
  companyId: number,
  id: number,
): Promise<GatewayAccount> {
  const row = await findAccount(db, companyId, id);
  if (!row) throw gatewayNotConfigured();
  return decryptAccount({ config, encryptionKeys }, companyId, row);
}

export function decryptAccount(
  { config, encryptionKeys }: Pick<GatewayContext, "config" | "encryptionKeys">,
  companyId: number,
  { gateway, base_url, credentials }: AccountRow,
): GatewayAccount {
  if (base_url !== null && gateway !== "sandbox" && !isAllowedBaseUrl(config.allowedBaseUrls, base_url)) {
    throw integrationUnavailable(gateways[gateway].title, baseUrlWithdrawn);
  }
  const text = decrypt(encryptionKeys, purpose(companyId, gateway), credentials);
  const { secret_key: secretKey, webhook_secret: webhookSecret } = JSON.parse(text) as Credentials;
  const baseUrl = base_url ?? (gateway === "sandbox" ? sandboxUrl(config) : defaultBaseUrls[gateway]);
  return { baseUrl, secretKey, webhookSecret };
}

export async function currentAccount(
  settings: GatewayContext,
  db: Queryable,
  companyId: number,
  gateway: GatewayName,
): Promise<GatewayAccount> {
  return openAccount(settings, db, companyId, await currentAccountId(settings, db, companyId, gateway));
}

/** The origins that buyers are redirected to, besides this site, through which the sandbox's pages are reached. */
export async function pageOriginsOf(
  settings: GatewayContext,
  db: Queryable,
  companyId: number,
  { name, pageOrigins }: Gateway,
): Promise<string[]> {
  return name === "sandbox" ? [] : pageOrigins(await currentAccount(settings, db, companyId, name));
}

function sandboxUrl({ sandboxGateway, environment }: Context["config"]): string {
  if (sandboxGateway.url) return sandboxGateway.url;
  const cure = environment === "production" ? "there is none in production" : "it is not running";
  throw integrationUnavailable("The sandbox gateway", cure);
}

function encryptCredentials(
  keys: Context["encryptionKeys"],
  companyId: number,
  gateway: GatewayName,
  { secretKey, webhookSecret }: Pick<GatewayAccount, "secretKey" | "webhookSecret">,
): string {
  const plain: Credentials = { secret_key: secretKey, webhook_secret: webhookSecret };
  return encrypt(keys, purpose(companyId, gateway), JSON.stringify(plain));
}

export type AccountInput = {
  secretKey: string;
  webhookSecret: string | undefined;
  baseUrl: string | undefined;
};

/** Validates an account before it is checked with the gateway. */
export function accountFrom(
  config: Context["config"],
  gateway: Exclude<GatewayName, "sandbox">,
  input: AccountInput,
): GatewayAccount {
  const fault = input.baseUrl && urlFault(input.baseUrl, { ...config.outbound, exemptOrigins: [] });
  if (fault) throw invalidField("base_url", fault);
  const baseUrl = input.baseUrl?.replace(/(^|[^/])\/+$/, "$1") ?? defaultBaseUrls[gateway];
  if (baseUrl !== defaultBaseUrls[gateway] && !isAllowedBaseUrl(config.allowedBaseUrls, baseUrl)) {
    throw invalidField("base_url", `${baseUrlNotAllowed}, or omit it to use ${defaultBaseUrls[gateway]}`);
  }
  const live = /^(sk|rk)_live_/.test(input.secretKey);
  if (!/^(sk|rk)_(live|test)_[\w-]+$/.test(input.secretKey)) {
    throw invalidField(
      "secret_key",
      "must be a secret key of this gateway: sk_live_ or sk_test_, then letters and digits",
    );
  }
  if (live !== (config.environment === "production")) {
    const [here, wanted] = live ? ["outside production", "sk_test_"] : ["in production", "sk_live_"];
    throw invalidField(
      "secret_key",
      `must start with ${wanted} ${here}, to prevent moving real money by mistake`,
    );
  }
  if (gateway === "stripe" && !input.webhookSecret) {
    throw invalidField("webhook_secret", "is required for Stripe: it signs the notifications (whsec_…)");
  }
  return {
    baseUrl,
    secretKey: input.secretKey,
    // Paystack signs with the secret key itself.
    webhookSecret: gateway === "stripe" ? input.webhookSecret! : input.secretKey,
  };
}

/** Stores the account and makes its gateway the company's current one. */
export async function useGateway(
  administration: Administration,
  { encryptionKeys }: Pick<Context, "encryptionKeys">,
  companyId: number,
  gateway: GatewayName | "none",
  account?: GatewayAccount,
): Promise<void> {
  await chooseGateway(administration, companyId, gateway);
  if (gateway === "none") return;
  const { tx, now } = administration;
  if (!account)
    return replaceAccountCredentials(tx, encryptionKeys, companyId, gateway, null, sandboxAccount());
  const defaultBaseUrl = gateway === "sandbox" ? undefined : defaultBaseUrls[gateway];
  const base_url = account.baseUrl === defaultBaseUrl ? null : account.baseUrl;
  await replaceAccountCredentials(tx, encryptionKeys, companyId, gateway, base_url, account);
  const credentials = encryptCredentials(encryptionKeys, companyId, gateway, account);
  await storeAccount(tx, companyId, now, { gateway, base_url, credentials });
}

/**
 * Accounts that can no longer be decrypted get the new credentials: payments in progress refer to them by id, and a
 * gateway that does not know those payments under the new credentials reports so, which moves no money.
 */
async function replaceAccountCredentials(
  tx: Queryable,
  keys: Context["encryptionKeys"],
  companyId: number,
  gateway: GatewayName,
  baseUrl: string | null,
  account: Pick<GatewayAccount, "secretKey" | "webhookSecret">,
): Promise<void> {
  for (const { id, credentials } of await lockAccounts(tx, companyId, gateway, baseUrl)) {
    if (canDecrypt(keys, purpose(companyId, gateway), credentials)) continue;
    await replaceCredentials(tx, companyId, id, encryptCredentials(keys, companyId, gateway, account));
  }
}
