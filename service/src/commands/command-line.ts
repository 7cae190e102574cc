import type { ParseArgsConfig } from "node:util";
import type { Config, Environment } from "../config/config.ts";
import type { Options } from "./options.ts";

type OptionSpec = NonNullable<ParseArgsConfig["options"]>;

export type Command = {
  name: string;
  /** Positional arguments, such as the ID of `company approve ID`. */
  operands?: string;
  summary: string;
  options: OptionSpec;
} & (
  | { run: (config: Config, options: Options) => Promise<void> }
  /** For commands that read the settings themselves, because they also handle invalid ones. */
  | { runOn: (env: Environment, options: Options) => Promise<void> }
);

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const list = { type: "string", multiple: true } as const;

// The implementations are loaded on demand: a command should not wait for the web framework.
const administration = () => import("./administration.ts");
const webhooks = () => import("./webhook.ts");
const gateway = () => import("./gateway.ts");
const einvoicing = () => import("./einvoicing.ts");
const portal = () => import("./portal.ts");

export const commands: readonly Command[] = [
  {
    name: "serve",
    summary: "serve the API; settings come from the environment",
    options: {},
    run: async (config) => (await import("./serve.ts")).serve(config),
  },
  {
    name: "migrate",
    summary: "bring the database's schema up to date",
    options: {},
    run: async (config, options) => (await administration()).migrateOnly(config, options),
  },
  {
    name: "doctor",
    summary: "check settings, database, clock, keys, queues and all that is outside, and say what to do",
    options: {},
    runOn: async (env, options) => (await import("./doctor.ts")).doctor(env, options),
  },
  {
    name: "demo",
    summary: "make a company with data and a key that may do everything (sandbox only)",
    options: {},
    run: async (config, options) => (await import("./demo.ts")).demo(config, options),
  },
  {
    name: "company create",
    summary: "register a company; --approve also gives it its credentials",
    options: { name: text, email: text, approve: flag },
    run: async (config, options) => (await administration()).companyCreate(config, options),
  },
  {
    name: "company approve",
    operands: "ID",
    summary: "open the API for a company, also after a suspension",
    options: {},
    run: async (config, options) => (await administration()).companyApprove(config, options),
  },
  {
    name: "company suspend",
    operands: "ID",
    summary: "close the API for a company; its data stays",
    options: {},
    run: async (config, options) => (await administration()).companySuspend(config, options),
  },
  {
    name: "company set",
    summary: "change a company's profile",
    options: {
      company: text,
      name: text,
      email: text,
      phone: text,
      "tax-id": text,
      "registration-number": text,
      line1: text,
      line2: text,
      city: text,
      region: text,
      "postal-code": text,
      country: text,
      currency: text,
      "time-zone": text,
      "payment-terms-days": text,
      "invoice-series": text,
    },
    run: async (config, options) => (await administration()).companySet(config, options),
  },
  {
    name: "company show",
    operands: "ID",
    summary: "print a company's profile",
    options: {},
    run: async (config, options) => (await administration()).companyShow(config, options),
  },
  {
    name: "user create",
    summary:
      "make an account for the site: --operator, or --company ID --role owner; the password on standard input",
    options: { email: text, name: text, operator: flag, company: text, role: text },
    run: async (config, options) => (await import("./user.ts")).userCreate(config, options),
  },
  {
    name: "user reset-second-factor",
    summary: "let somebody in by the password alone who lost the phone and the codes; ends their sessions",
    options: { email: text },
    run: async (config, options) => (await import("./user.ts")).userResetSecondFactor(config, options),
  },
  {
    name: "key create",
    summary: "make a key: --scopes a,b or all",
    options: { company: text, scopes: text },
    run: async (config, options) => (await administration()).keyCreate(config, options),
  },
  {
    name: "key rotate",
    summary:
      "give a key a new secret; the old one ends --grace seconds (default 86400) after the new one's first use",
    options: { company: text, "app-id": text, grace: text },
    run: async (config, options) => (await administration()).keyRotate(config, options),
  },
  {
    name: "key revoke",
    summary: "end a key at once, on every node",
    options: { company: text, "app-id": text },
    run: async (config, options) => (await administration()).keyRevoke(config, options),
  },
  {
    name: "key scopes",
    summary: "set what a key may do: --scopes a,b or all or none",
    options: { company: text, "app-id": text, scopes: text },
    run: async (config, options) => (await administration()).keyScopes(config, options),
  },
  {
    name: "webhook set",
    summary: "set a company's webhook URL (--url default is the service's own receiver) and show its secret",
    options: { company: text, url: text },
    run: async (config, options) => (await webhooks()).webhookSet(config, options),
  },
  {
    name: "webhook show",
    summary: "print a company's webhook URL and how it fares",
    options: { company: text },
    run: async (config, options) => (await webhooks()).webhookShow(config, options),
  },
  {
    name: "webhook add",
    summary: "add a further endpoint with a secret of its own; --events a,b narrows it to some types",
    options: { company: text, url: text, events: text },
    run: async (config, options) => (await webhooks()).webhookAdd(config, options),
  },
  {
    name: "webhook list",
    summary: "print all endpoints of a company",
    options: { company: text },
    run: async (config, options) => (await webhooks()).webhookList(config, options),
  },
  {
    name: "webhook remove",
    summary: "remove a further endpoint",
    options: { company: text, endpoint: text },
    run: async (config, options) => (await webhooks()).webhookRemove(config, options),
  },
  {
    name: "webhook rotate",
    summary:
      "give the webhook URL, or --endpoint ID, a new secret; the old one signs too for --overlap seconds (default 0)",
    options: { company: text, endpoint: text, overlap: text },
    run: async (config, options) => (await webhooks()).webhookRotate(config, options),
  },
  {
    name: "gateway set",
    summary:
      "what buyers pay through: --gateway sandbox, paystack, stripe or none; secrets on standard input, one a line",
    options: { company: text, gateway: text, "base-url": text },
    run: async (config, options) => (await gateway()).gatewaySet(config, options),
  },
  {
    name: "gateway show",
    summary: "print what a company's buyers pay through",
    options: { company: text },
    run: async (config, options) => (await gateway()).gatewayShow(config, options),
  },
  {
    name: "einvoicing set",
    summary:
      "through which authority a company registers: --adapter sandbox, firs_mbs, india_irp, document_only or none; secrets as JSON on standard input",
    options: { company: text, adapter: text, "base-url": text, "business-id": text, "service-id": text },
    run: async (config, options) => (await einvoicing()).einvoicingSet(config, options),
  },
  {
    name: "einvoicing show",
    summary: "print through which authority a company registers, without its secrets",
    options: { company: text },
    run: async (config, options) => (await einvoicing()).einvoicingShow(config, options),
  },
  {
    name: "secrets reencrypt",
    summary:
      "put all stored secrets under the first of BILLFOLD_ENCRYPTION_KEYS, beside a running service; then older keys can go",
    options: {},
    run: async (config, options) => (await import("./secrets.ts")).secretsReencrypt(config, options),
  },
  {
    name: "portal set",
    summary: "which sites may show a company's portal: --origins https://a.example,https://b.example or none",
    options: { company: text, origins: text },
    run: async (config, options) => (await portal()).portalSet(config, options),
  },
  {
    name: "portal show",
    summary: "print which sites may show a company's portal",
    options: { company: text },
    run: async (config, options) => (await portal()).portalShow(config, options),
  },
  {
    name: "listen",
    summary: "forward a company's events as they happen to --forward URL, signed, for development",
    options: { company: text, forward: text, events: text, after: text },
    run: async (config, options) => (await import("./listen.ts")).listen(config, options),
  },
  {
    name: "plan set",
    summary: "features, monthly quotas (--quota invoices=N or invoices=none) and the rates of POST and reads",
    options: {
      company: text,
      enable: list,
      disable: list,
      quota: list,
      "post-rate": text,
      "post-burst": text,
      "company-post-rate": text,
      "read-rate": text,
    },
    run: async (config, options) => (await administration()).planSet(config, options),
  },
];
