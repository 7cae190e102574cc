import { hash } from "node:crypto";
import type { Context } from "../../context.ts";
import { createMemory } from "../../platform/db/cache.ts";
import { currencyDigits } from "../../platform/values/currency.ts";
import { productsChannel } from "../catalog/products/service.ts";
import { gatewayOf } from "../payments/gateways/service.ts";
import { companiesChannel } from "../tenancy/companies/service.ts";
import {
  type DoorRow,
  findDoor,
  findOffered,
  findPortalInvoice,
  type OfferedProduct,
  type PortalInvoice,
} from "./queries.ts";

/** What is behind a company id and an App ID, as a page names them. */
export type Door = {
  companyId: number;
  companyName: string;
  currency: string;
  /** Whether the company is active and has the portal in its subscription. */
  isOpen: boolean;
  takesPayments: boolean;
  allowedOrigins: ReadonlySet<string>;
};

/** An answer that is the same for everybody, until something changes. */
export type Offer = { body: string; tag: string };

/** The public side's look-ups. */
export type PortalDoor = {
  find(companyId: number, appId: string): Promise<Door | undefined>;
  offerOf(door: Door): Promise<Offer>;
  /**
   * What a token names. Whatever part of it is wrong, the same query is run, so that the response time tells nothing.
   */
  findInvoice(
    companyId: number,
    appId: string,
    token: string,
  ): Promise<{ door: Door | undefined; invoice: PortalInvoice | undefined }>;
};

export function createPortalDoor({
  config,
  reads,
  listener,
  clock,
}: Pick<Context, "config" | "reads" | "listener" | "clock">): PortalDoor {
  const isHeard = () => listener.alive();
  const doors = createMemory<Door>(isHeard);
  const offers = createMemory<Offer>(isHeard);
  listener.on(companiesChannel, doors.forget);
  listener.on(companiesChannel, offers.forget);
  listener.on(productsChannel, offers.forget);
  const look = async (companyId: number, appId: string) => {
    const row = await findDoor(reads, companyId, appId);
    return row && doorOf(config, companyId, row);
  };
  return {
    find: (companyId, appId) => doors.recall(companyId, appId, () => look(companyId, appId)),
    offerOf: async (door) =>
      (await offers.recall(door.companyId, "", async () =>
        offerOf(door, await findOffered(reads, door.companyId)),
      ))!,
    findInvoice: async (companyId, appId, token) => {
      const [door, invoice] = await Promise.all([
        look(companyId, appId),
        findPortalInvoice(reads, companyId, partsOf(token), clock.now()),
      ]);
      return { door, invoice };
    },
  };
}

function doorOf(config: Context["config"], companyId: number, row: DoorRow): Door {
  const has = (feature: string) => !row.disabled_features.includes(feature);
  return {
    companyId,
    companyName: row.name,
    currency: row.currency,
    isOpen: row.status === "active" && has("portal"),
    takesPayments: has("payments") && gatewayOf(config, row) !== undefined,
    allowedOrigins: new Set(row.allowed_origins),
  };
}

/** Only what a buyer may see. Prices are decimal text in the database and numbers in the JSON. */
function offerOf({ companyName, currency }: Door, products: readonly OfferedProduct[]): Offer {
  const shelf = products.map(
    (product) =>
      `{"id":${product.id},"name":${JSON.stringify(product.name)},"description":${JSON.stringify(product.description)}` +
      `,"unit_price":${product.unit_price},"currency":"${product.currency}"` +
      `,"digits":${currencyDigits(product.currency)},"tax_rate":${product.tax_rate}}`,
  );
  const body = `{"success":true,"company":{"name":${JSON.stringify(companyName)}},"currency":"${currency}","products":[${shelf.join(",")}]}`;
  return { body, tag: `"${hash("sha1", body, "base64url")}"` };
}

/** `pt_1042_…` is invoice 1042; a text of another shape names number 0, which no invoice has. */
function partsOf(token: string): { id: number; secret: string } {
  const [, id, secret] = /^pt_([1-9]\d{0,15})_([\w-]{22})$/.exec(token) ?? [];
  const number = Number(id);
  return Number.isSafeInteger(number) ? { id: number, secret: secret! } : { id: 0, secret: "" };
}
