import type { Company } from "../../../contract/access.ts";
import { type FieldError, queryTooBroad } from "../../../contract/errors.ts";
import { jsonResponse, listResponse, type RouteResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { requireNamedInvoice } from "../../billing/invoices/service.ts";
import { paymentLinkQuota } from "../../tenancy/plans/service.ts";
import { gatewayNotConfigured, requireGateway } from "../gateways/service.ts";
import { unpayable } from "../payments/service.ts";
import {
  LinkCreate,
  LinkQuery,
  linkCreateExample,
  linkExample,
  linkFields,
  PaymentLink,
  referencePattern,
} from "./schema.ts";
import { cancelLink, createLink, getLink, linkExists, linkIdOf, listLinks, notActive } from "./service.ts";

const access = { tag: "Payments", feature: "payments" } as const;
const record = {
  noun: "The payment link",
  exists: linkExists,
  textId: { pattern: referencePattern, example: linkExample.reference, numberOf: linkIdOf },
};
const one = {
  description: "The payment link.",
  schema: envelope({ payment_link: PaymentLink }),
  example: { success: true, payment_link: linkExample },
};

/** The specification wants this answer flat: the fields of the link are beside `success`. */
const flat = (link: string): RouteResponse => ({ status: 201, body: `{"success":true,${link.slice(1)}` });

/** Finds addresses in a body that lead to sites that the company does not allow. */
type UrlFaults = (db: Queryable, company: Company, body: unknown) => Promise<FieldError[]>;

export const linkRoutes = (urlFaults: UrlFaults): Route[] => [
  change("POST", {
    ...access,
    path: "/payments/link",
    operationId: "createPaymentLink",
    summary: "Create a hosted checkout link with a QR code",
    description:
      "With or without an invoice. The payment gateway is not called before the buyer pays. With `min_amount` the buyer chooses the amount; `return_url` and `cancel_url` lead the buyer back to your pages. A `reusable` link is paid by many buyers, at most `max_payments` times; with `max_quantity` the buyer chooses how many to pay for, at `amount` each.",
    scope: "payments:write",
    quota: paymentLinkQuota,
    body: LinkCreate,
    inspect: async (db, company, body) => [
      ...(await requireNamedInvoice(db, company, body)),
      ...(await urlFaults(db, company, body)),
    ],
    requireIntegration: async ({ config }, _db, company) => requireGateway(config, company),
    bodyExample: linkCreateExample,
    refusals: [...unpayable, gatewayNotConfigured()],
    responses: {
      201: {
        description: "The link. Its fields are at the top level.",
        schema: envelope(linkFields),
        example: { success: true, ...linkExample },
      },
    },
    handle: async (made, { context, body }) =>
      flat(await createLink(made, context.config, body, await urlFaults(made.tx, made.company, body))),
  }),
  read({
    ...access,
    path: "/payments/links",
    operationId: "listPaymentLinks",
    summary: "List payment links",
    scope: "payments:read",
    query: LinkQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "A page of payment links, newest first.",
        schema: listEnvelope("payment_links", PaymentLink),
        example: {
          success: true,
          payment_links: [linkExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const now = context.clock.now();
      const moment = { config: context.config, now };
      const today = dateIn(company.timeZone, now);
      return listResponse("payment_links", await listLinks(context.reads, moment, company, today, query));
    },
  }),
  read({
    ...access,
    path: "/payments/links/{reference}",
    operationId: "getPaymentLink",
    summary: "Get one payment link",
    scope: "payments:read",
    record,
    responses: { 200: one },
    handle: async ({ context, principal, id, idText }) => {
      const moment = { config: context.config, now: context.clock.now() };
      return jsonResponse(200, {
        payment_link: await getLink(context.reads, moment, principal.company.id, id, idText),
      });
    },
  }),
  change("POST", {
    ...access,
    path: "/payments/links/{reference}/cancel",
    operationId: "cancelPaymentLink",
    summary: "Cancel a payment link",
    description:
      "The link can no longer be paid. A payment that is already in progress is still recorded and marked as late.",
    scope: "payments:write",
    record,
    refusals: [notActive("cancelled")],
    responses: { 200: { ...one, description: "The link, cancelled." } },
    handle: async (made, { context, id, idText }) =>
      jsonResponse(200, { payment_link: await cancelLink(made, context.config, id, idText) }),
  }),
];
