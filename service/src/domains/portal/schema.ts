import {
  Currency,
  Day,
  Email,
  envelope,
  Id,
  nullable,
  optional,
  Reference,
  Timestamp,
  text,
  wording,
} from "../../platform/values/schema.ts";
import * as Type from "../../platform/values/typebox.ts";
import { Invoice, invoiceExample } from "../billing/invoices/schema.ts";
import { documentInputs, LineInputs, lineInputExample } from "../billing/lines/schema.ts";
import { Sale, saleExample } from "../billing/sales/schema.ts";
import { CustomerSnapshot } from "../catalog/customers/schema.ts";

export const Buyer = Type.Object(
  {
    name: wording(200, { examples: ["Ada Obi"] }),
    email: optional(Email),
    phone: optional(text(50, { examples: ["+234 803 000 0000"] })),
  },
  {
    title: "Buyer",
    description:
      "Instead of customer_id. An existing customer with this email address is used unchanged; otherwise a new one is created.",
  },
);
export type Buyer = Type.Static<typeof Buyer>;

export const OrderCreate = Type.Object(
  {
    customer_id: optional(
      Type.Integer({
        ...Reference,
        description: "A customer of this company. Required unless customer is given.",
        examples: [7],
      }),
    ),
    customer: optional(Buyer),
    currency: optional({ ...Currency, description: "ISO 4217; default: the company's currency." }),
    lines: LineInputs,
    booking_date: optional({ ...Day, description: "Requested delivery or service date." }),
    ...documentInputs,
    return_url: optional(
      text(1900, {
        description:
          "The page that the checkout links back to, on a site that the company allows. `{portal_token}` is replaced by the invoice's token.",
        examples: ["https://shop.example/thanks?invoice={portal_token}"],
      }),
    ),
  },
  { title: "OrderCreate", "x-required-unless": { customer: ["customer_id"] } },
);
export type OrderCreate = Type.Static<typeof OrderCreate>;

export const orderCreateExample = { customer_id: 7, currency: "NGN", lines: [lineInputExample] };

export const OrderInvoice = Type.Object(
  {
    ...Invoice.properties,
    customer: nullable({
      ...CustomerSnapshot,
      description:
        "Without `customers:read` or `invoices:read`: the buyer as sent, or null if the order has a customer_id.",
    }),
  },
  { title: "OrderInvoice" },
);

export const orderFields = {
  order: Sale,
  invoice: OrderInvoice,
  invoice_id: Id,
  checkout_url: nullable(
    Type.String({ description: "The checkout URL; null if the company does not accept payments." }),
  ),
};

const { portal_token } = invoiceExample;

export const orderExample = {
  success: true,
  order: { ...saleExample, status: "invoiced", invoice_id: 1042, portal_token, source: "portal" },
  invoice: { ...invoiceExample, sale_id: 88, source: "portal" },
  invoice_id: 1042,
  checkout_url: "http://127.0.0.1:8080/checkout/pl_88_x7Qm0wz9Lr3TnVbY2cKd5A",
};

const Link = Type.String({ format: "uri" });

export const PortalConfig = envelope({
  company_id: Id,
  app_id: Type.String(),
  invoice_id: Type.String({ description: "The name of the invoice parameter." }),
  links: Type.Object({
    site: Link,
    embed_script: Link,
    orders: Link,
    checkout: Link,
  }),
  embed_script_versioned: Type.String({
    format: "uri",
    description: "The URL of exactly this version of the script. The hash applies only to this URL.",
  }),
  embed_integrity: Type.String({ description: "Value for the `integrity` attribute." }),
});

export const portalConfigExample = {
  success: true,
  company_id: 1,
  app_id: "bf_test_7k2m9qx4c8vn3jrt5wyz",
  invoice_id: "invoice_id",
  links: {
    site: "http://127.0.0.1:8080",
    embed_script: "http://127.0.0.1:8080/portal/embed.js",
    orders: "http://127.0.0.1:8080/api/v1/portal/orders",
    checkout: "http://127.0.0.1:8080/checkout",
  },
  embed_script_versioned: "http://127.0.0.1:8080/portal/embed.5d41402abc4b2a76.js",
  embed_integrity: "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
};

export const SettingsInput = Type.Object(
  {
    allowed_origins: Type.Array(text(300, { examples: ["https://shop.example"] }), {
      maxItems: 50,
      description:
        "The sites that may embed the portal: scheme, host and port, as browsers write them. Replaces the previous list; an empty list allows no site.",
    }),
    prices_include_tax: optional(
      Type.Boolean({
        description:
          "Whether prices in orders contain the tax. Left out, it stays as it is; null: as the company's setting.",
      }),
    ),
  },
  { title: "PortalSettingsInput" },
);
export type SettingsInput = Type.Static<typeof SettingsInput>;

export const PortalSettings = Type.Object(
  {
    allowed_origins: Type.Array(Type.String()),
    prices_include_tax: nullable(Type.Boolean({ description: "null: as the company's setting." })),
    updated_at: nullable(Timestamp),
  },
  { title: "PortalSettings" },
);

export const settingsExample = {
  allowed_origins: ["https://shop.example"],
  prices_include_tax: null,
  updated_at: "2026-11-15T09:30:00.000Z",
};
