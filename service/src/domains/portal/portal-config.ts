import { hash } from "node:crypto";
import type { Context } from "../../context.ts";
import { createCompanyCache } from "../../platform/db/cache.ts";
import { currencyDigits } from "../../platform/values/currency.ts";
import { findPortalProducts, type PortalProduct, productsChannel } from "../catalog/products/service.ts";
import { gatewayOf } from "../payments/gateways/service.ts";
import { companiesChannel } from "../tenancy/companies/service.ts";
import { findPortalConfig, findPortalInvoice, type PortalConfigRow, type PortalInvoice } from "./queries.ts";

/** What is behind a company id and an App ID, as a page names them. */
export type PortalConfig = {
  companyId: number;
  companyName: string;
  currency: string;
  /** Whether the company is active and has the portal in its subscription. */
  isEnabled: boolean;
  takesPayments: boolean;
  pricesIncludeTax: boolean;
  allowedOrigins: ReadonlySet<string>;
  /** When the key behind the App ID expires. */
  expiresAt: Date | null;
};

/** An answer that is the same for everybody, until something changes. */
export type ProductListResponse = { body: string; tag: string };

/** The public side's look-ups. */
export type PortalLookups = {
  find(companyId: number, appId: string): Promise<PortalConfig | undefined>;
  productsOf(portal: PortalConfig): Promise<ProductListResponse>;
  /**
   * What a token names. Whatever part of it is wrong, the same query is run, so that the response time tells nothing.
   */
  findInvoice(
    companyId: number,
    appId: string,
    token: string,
  ): Promise<{ portal: PortalConfig | undefined; invoice: PortalInvoice | undefined }>;
};

export function createPortalLookups({
  config,
  reads,
  listener,
  clock,
}: Pick<Context, "config" | "reads" | "listener" | "clock">): PortalLookups {
  const isListening = () => listener.alive();
  const configs = createCompanyCache<PortalConfig>(isListening);
  const productLists = createCompanyCache<ProductListResponse>(isListening);
  listener.on(companiesChannel, configs.invalidate);
  listener.on(companiesChannel, productLists.invalidate);
  listener.on(productsChannel, productLists.invalidate);
  const findConfig = async (companyId: number, appId: string) => {
    const row = await findPortalConfig(reads, companyId, appId);
    return row && configOf(config, companyId, row);
  };
  // A key may expire while its portal is cached.
  const current = (portal: PortalConfig | undefined) =>
    portal?.expiresAt && portal.expiresAt <= clock.now() ? undefined : portal;
  return {
    find: async (companyId, appId) =>
      current(await configs.get(companyId, appId, () => findConfig(companyId, appId))),
    productsOf: async (portal) =>
      (await productLists.get(portal.companyId, "", async () =>
        productListOf(portal, await findPortalProducts(reads, portal.companyId)),
      ))!,
    findInvoice: async (companyId, appId, token) => {
      const [portal, invoice] = await Promise.all([
        findConfig(companyId, appId),
        findPortalInvoice(reads, companyId, partsOf(token), clock.now()),
      ]);
      return { portal: current(portal), invoice };
    },
  };
}

function configOf(config: Context["config"], companyId: number, row: PortalConfigRow): PortalConfig {
  const has = (feature: string) => !row.disabled_features.includes(feature);
  return {
    companyId,
    companyName: row.name,
    currency: row.currency,
    isEnabled: row.status === "active" && has("portal"),
    takesPayments: has("payments") && gatewayOf(config, row) !== undefined,
    pricesIncludeTax: row.prices_include_tax,
    allowedOrigins: new Set(row.allowed_origins),
    expiresAt: row.expires_at,
  };
}

/** Only what a buyer may see. Prices are decimal text in the database and numbers in the JSON. */
function productListOf(
  { companyName, currency, pricesIncludeTax }: PortalConfig,
  products: readonly PortalProduct[],
): ProductListResponse {
  const entries = products.map(
    (product) =>
      `{"id":${product.id},"name":${JSON.stringify(product.name)},"description":${JSON.stringify(product.description)}` +
      `,"unit_price":${product.unit_price},"currency":"${product.currency}"` +
      `,"digits":${currencyDigits(product.currency)},"tax_rate":${product.tax_rate},"discount":${product.default_discount_percent ?? 0}}`,
  );
  const body = `{"success":true,"company":{"name":${JSON.stringify(companyName)}},"currency":"${currency}","prices_include_tax":${pricesIncludeTax},"products":[${entries.join(",")}]}`;
  return { body, tag: `"${hash("sha1", body, "base64url")}"` };
}

/** `pt_1042_…` is invoice 1042; a text of another shape names number 0, which no invoice has. */
function partsOf(token: string): { id: number; secret: string } {
  const [, id, secret] = /^pt_([1-9]\d{0,15})_([\w-]{22})$/.exec(token) ?? [];
  const number = Number(id);
  return Number.isSafeInteger(number) ? { id: number, secret: secret! } : { id: 0, secret: "" };
}
