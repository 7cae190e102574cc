import { actorOf } from "../../contract/access.ts";
import { type IdempotencyRequest, retryWhileInProgress } from "../../http/idempotency/idempotency.ts";
import { jsonResponse, type RouteResponse } from "../../http/response.ts";
import { type Call, change, coalesced, type Route, read } from "../../http/route.ts";
import { envelope } from "../../platform/values/schema.ts";
import { unknownReferences } from "../billing/lines/service.ts";
import { invoiceQuota } from "../tenancy/plans/service.ts";
import { mayReadCustomer, withGivenCustomer } from "./order-customer.ts";
import { type CreateOrder, orderFaults } from "./orders.ts";
import {
  OrderCreate,
  orderCreateExample,
  orderExample,
  orderFields,
  PortalConfig,
  PortalSettings,
  portalConfigExample,
  SettingsInput,
  settingsExample,
} from "./schema.ts";
import { embedScript, findPortalAppId, getPortalSettings, setPortalSettings } from "./service.ts";

const access = { tag: "Portal", scope: "portal:embed", feature: "portal" } as const;
const settings = {
  schema: envelope({ portal: PortalSettings }),
  example: { success: true, portal: settingsExample },
};

export const portalRoutes = (createOrder: CreateOrder): Route[] => [
  read({
    ...access,
    path: "/portal/config",
    operationId: "getPortalConfig",
    summary: "Get the portal configuration",
    description: "Everything a page needs to embed the portal. Nothing in it is secret.",
    responses: {
      200: {
        description: "Names and addresses, at the top level.",
        schema: PortalConfig,
        example: portalConfigExample,
      },
    },
    handle: async (call) => configOf(call),
  }),
  coalesced({
    ...access,
    path: "/portal/orders",
    operationId: "createPortalOrder",
    summary: "Create an order and its invoice from the embedded portal",
    description:
      "Called by the partner's server. Creates a sale and a draft invoice, and a payment link if the company accepts payments. Prices sent here are trusted: take them from your own records or use product_id, never from the browser. A key without `customers:read` or `invoices:read` gets only the buyer data that it sent, not the stored customer.",
    body: OrderCreate,
    bodyExample: orderCreateExample,
    inspect: async (db, company, body) => [
      ...(await orderFaults(db, company, body)),
      ...(await unknownReferences(db, company, body)),
    ],
    quota: invoiceQuota,
    responses: {
      201: {
        description: "The order, its invoice and the checkout URL.",
        schema: envelope(orderFields),
        example: orderExample,
      },
    },
    handle: (call, idempotency) => placeOrder(createOrder, call, idempotency),
  }),
  read({
    ...access,
    path: "/portal/settings",
    operationId: "getPortalSettings",
    summary: "Get the portal settings",
    orScope: "portal:configure",
    responses: { 200: { ...settings, description: "The settings. No site is allowed until they are set." } },
    handle: async ({ context, principal }) =>
      jsonResponse(200, { portal: await getPortalSettings(context.reads, principal.company.id) }),
  }),
  change("POST", {
    ...access,
    path: "/portal/settings",
    operationId: "setPortalSettings",
    summary: "Set which sites may embed the portal",
    scope: "portal:configure",
    body: SettingsInput,
    bodyExample: { allowed_origins: settingsExample.allowed_origins },
    responses: { 200: { ...settings, description: "The updated settings." } },
    handle: async (made, { context, body }) =>
      jsonResponse(200, { portal: await setPortalSettings(made, context.config, made.company.id, body) }),
  }),
];

async function configOf({ context, principal }: Pick<Call, "context" | "principal">): Promise<RouteResponse> {
  const { siteUrl, baseUrl } = context.config;
  // A person has no App ID; the page to be written needs one that may show the portal.
  const appId =
    principal.kind === "key"
      ? principal.appId
      : await findPortalAppId(context.reads, principal.company.id, context.clock.now());
  const script = (name: string) => `${siteUrl}/portal/${name}`;
  const body = {
    success: true,
    company_id: principal.company.id,
    app_id: appId,
    invoice_id: "invoice_id",
    links: {
      site: siteUrl,
      embed_script: script("embed.js"),
      orders: `${baseUrl}/portal/orders`,
      checkout: `${siteUrl}/checkout`,
    },
    embed_script_versioned: script(embedScript.fileName),
    embed_integrity: embedScript.integrity,
  };
  return { status: 200, body: JSON.stringify(body) };
}

async function placeOrder(
  createOrder: CreateOrder,
  { context, principal, requestId, address, body }: Call<undefined, OrderCreate>,
  idempotency?: IdempotencyRequest,
): Promise<RouteResponse> {
  const actor = actorOf(principal);
  const given = await retryWhileInProgress(context.clock, idempotency, async (now, keyed) => {
    const made = await createOrder({ principal, now, actor, requestId, address }, body, keyed);
    if (made.kind !== "created") return made;
    const { order, invoice, invoiceId, checkoutUrl } = made;
    const members = {
      order,
      invoice,
      invoice_id: String(invoiceId),
      checkout_url: JSON.stringify(checkoutUrl),
    };
    return { kind: "created", response: jsonResponse(201, members) };
  });
  // What is kept for a retry is whole: another key of the company may see more of it, or less.
  if (given.status !== 201 || mayReadCustomer(principal)) return given;
  return { ...given, body: withGivenCustomer(String(given.body), body.customer) };
}
