import type { Language } from "./languages.ts";

/** Who may do what: the closed lists of scopes and features, and the principal that carries them. */

export const scopes = {
  "invoices:read": "List invoices and retrieve invoice details.",
  "invoices:write": "Create draft invoices and line items; change, issue, void and write off invoices.",
  "customers:read": "Read customers.",
  "customers:write": "Create and change customers.",
  "customers:erase": "Erase the personal data of customers.",
  "products:read": "Read the catalogue.",
  "products:write": "Create and change products.",
  "sales:read": "Read sales orders and quotes.",
  "sales:write":
    "Create, change and cancel sales orders, create, send and answer quotes, and create invoices from both.",
  integrations: "Submit eligible invoices to the e-invoicing system.",
  "integrations:read": "Read the settings of the e-invoicing integration, without its secrets.",
  "integrations:configure": "Configure the e-invoicing authority and its credentials.",
  "payments:read": "Read payments and payment links.",
  "payments:write": "Create hosted payment links and QR codes, and record payments.",
  "reports:read": "Read reports.",
  "portal:embed": "Read the portal configuration and create orders from your server.",
  "portal:configure": "Set which sites may embed the portal.",
  "webhooks:read": "Read events and deliveries.",
  "webhooks:write": "Configure, test and replay webhooks.",
  "company:read": "Read the company's profile, users, keys, audit log and payment gateway.",
  sandbox: "Move the company's clock, inject faults and load test data, outside production.",
} as const;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as Scope[];
export const isScope = (word: string): word is Scope => Object.hasOwn(scopes, word);

/** What people on the site may do beyond the API. No key can hold one of these. */
export const siteScopes = {
  "site:read": "View the overview, usage and the company's profile.",
  "site:export": "Download lists as files.",
  "site:import": "Import customers and products from files.",
  "site:keys": "Create, change and revoke API keys.",
  "site:settings": "Change the company's profile, except its legal identity.",
  "site:legal": "Change the company's legal identity: name, tax id and registration number.",
  "site:gateway": "Choose the payment gateway and set its credentials, and the bank accounts on documents.",
  "site:users": "Invite users, change their roles and remove them.",
  "site:audit": "Read the audit log.",
} as const;

export type SiteScope = keyof typeof siteScopes;
export const siteScopeNames = Object.keys(siteScopes) as SiteScope[];

// Who works in the company, and with which keys, only owners may let a program read; how its invoices are registered is
// for those who register them.
const readsOfSome: readonly Scope[] = ["company:read", "integrations:read"];
const reads = scopeNames.filter((scope) => scope.endsWith(":read") && !readsOfSome.includes(scope));
const viewer = [...reads, "site:read", "site:export"] as const;

/**
 * What each role of a company's people may do, in the words that the routes ask for. Who the company is, who is paid and
 * who registers its invoices (`site:legal`, `site:gateway`, `integrations:configure`) is for owners alone.
 */
export const roles: Record<"owner" | "accountant" | "developer" | "viewer", readonly (Scope | SiteScope)[]> =
  {
    owner: [...scopeNames, ...siteScopeNames],
    accountant: [
      ...viewer,
      "invoices:write",
      "customers:write",
      "products:write",
      "sales:write",
      "payments:write",
      "integrations",
      "integrations:read",
      "site:import",
      "site:audit",
    ],
    developer: [
      ...viewer,
      "webhooks:write",
      "portal:embed",
      "portal:configure",
      "integrations",
      "integrations:read",
      "sandbox",
      "site:keys",
      "site:settings",
      "site:audit",
    ],
    viewer,
  };

export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];

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

/** The default is the sandbox gateway, and in production no gateway at all. */
export function gatewayInUse(environment: string, choice: GatewayChoice | null): GatewayChoice {
  return choice ?? (environment === "production" ? "none" : "sandbox");
}

/** The part of a company that handling a request needs. */
export type Company = {
  id: number;
  name: string;
  status: "pending" | "active" | "suspended" | "refused";
  currency: string;
  timeZone: string;
  language: Language;
  paymentTermsDays: number;
  /** What new documents start with; each may say otherwise. */
  pricesIncludeTax: boolean;
  invoiceSeries: string;
  /** The gateway it chose to be paid through; null until it chooses one. */
  gateway: GatewayChoice | null;
  /** By how much its clock is ahead of the real time; 0 in production. */
  clockOffsetMs: number;
  /** Its details as they appear on its invoices, as JSON text. */
  supplier: string;
};

/** Tokens per second, and how many can accumulate. Where a rate of 0 is allowed, it means no limit. */
export type RateLimit = { rate: number; burst: number };

/** The burst grows with the rate: 120 at the default 25 a second. */
export function burstFor(rate: number): number {
  return Math.max(120, Math.ceil(rate * 4.8));
}

/** Ten seconds of the rate, and enough for whatever one request may cost. */
export function readBurstFor(rate: number): number {
  return Math.max(200, rate * 10);
}

/** The authenticated caller: a program with a key, or a person with a session on the site. */
export type Principal = KeyPrincipal | UserPrincipal;

type Caller = {
  company: Company;
  disabledFeatures: ReadonlySet<Feature>;
  /** POST requests of this key or person, and of the whole company. */
  postLimit: RateLimit;
  companyPostLimit: RateLimit;
  /** What the whole company may read, in cost units. */
  readLimit: RateLimit;
};

export type KeyPrincipal = Caller & {
  kind: "key";
  appId: string;
  scopes: ReadonlySet<Scope>;
  /** Whether unknown fields and parameters are refused. */
  strict: boolean;
};

export type UserPrincipal = Caller & {
  kind: "user";
  userId: number;
  /** Has this session given a password or a code within the last ten minutes? */
  proved: boolean;
  role: Role;
  scopes: ReadonlySet<Scope | SiteScope>;
};

/** Who caused an event, in the form that the event's body has. */
export type Actor = { type: "key" | "user" | "operator" | "system"; id: string | null };

export function actorOf(principal: Principal): Actor {
  return principal.kind === "key"
    ? { type: "key", id: principal.appId }
    : { type: "user", id: String(principal.userId) };
}

/** The `source` field of a record. */
export const sourceOf = (actor: Actor) => (actor.type === "user" ? "site" : "api");
