/** Who may do what: the closed lists of scopes and features, and the principal that carries them. */

export const scopes = {
  "invoices:read": "List invoices and retrieve invoice details.",
  "invoices:write": "Create draft invoices and line items; change, issue, void and write them off.",
  "customers:read": "Read customers.",
  "customers:write": "Create and change customers.",
  "products:read": "Read the catalogue.",
  "products:write": "Create and change products.",
  "sales:read": "Read sales orders.",
  "sales:write": "Create, change and cancel sales orders and turn them into invoices.",
  integrations: "Submit eligible invoices to the e-invoicing system.",
  "payments:read": "Read payments and payment links.",
  "payments:write": "Create hosted payment links and QR payloads, record payments.",
  "portal:embed": "Portal config and server-side order creation.",
  "webhooks:read": "Read events and deliveries.",
  "webhooks:write": "Configure, test and replay webhooks.",
} as const;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as Scope[];
export const isScope = (word: string): word is Scope => Object.hasOwn(scopes, word);

export const features = {
  invoicing: "Invoices",
  catalog: "Customers, products and sales",
  payments: "Payments and payment links",
  einvoicing: "Registration with the revenue authority",
  portal: "The embedded portal",
  webhooks: "Webhooks and the event feed",
} as const;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];
export const isFeature = (word: string): word is Feature => Object.hasOwn(features, word);

/** A company is paid through one gateway at a time, or through none. */
export const gatewayChoices = ["sandbox", "paystack", "stripe", "none"] as const;
export type GatewayChoice = (typeof gatewayChoices)[number];

/** Who has chosen nothing has the sandbox, and in production none. */
export function gatewayInUse(environment: string, choice: GatewayChoice | null): GatewayChoice {
  return choice ?? (environment === "production" ? "none" : "sandbox");
}

/** What a request needs to know of the company it speaks for. */
export type Company = {
  id: number;
  name: string;
  status: "pending" | "active" | "suspended";
  currency: string;
  timeZone: string;
  paymentTermsDays: number;
  invoiceSeries: string;
  /** What it chose to be paid through; null as long as it has chosen nothing. */
  gateway: GatewayChoice | null;
  /** What its invoices say of it, as JSON text. */
  supplier: string;
};

/** Tokens a second, and how many can be saved up. */
export type PostLimit = { rate: number; burst: number };

/** The burst grows with the rate: 120 at the default 25 a second. */
export function burstFor(rate: number): number {
  return Math.max(120, Math.ceil(rate * 4.8));
}

/** One who calls. People on the site and operators will join the keys here, for the same routes. */
export type Principal = {
  kind: "key";
  company: Company;
  appId: string;
  scopes: ReadonlySet<Scope>;
  disabledFeatures: ReadonlySet<Feature>;
  postLimit: PostLimit;
};

/** Who caused an event, as the event tells it. */
export type Actor = { type: "key" | "user" | "operator" | "system"; id: string | null };
