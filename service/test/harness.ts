import { hash, randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import { type App, buildApp } from "../src/app.ts";
import { type Config, readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { type Feature, type Scope, scopeNames } from "../src/contract/access.ts";
import { insertGatewayPayment } from "../src/domains/payments/payments/service.ts";
import type { ProfilePatch } from "../src/domains/tenancy/companies/schema.ts";
import {
  approveCompany,
  createCompany,
  setProfile,
  systemChange,
} from "../src/domains/tenancy/companies/service.ts";
import { createKey } from "../src/domains/tenancy/keys/service.ts";
import { setPlan } from "../src/domains/tenancy/plans/service.ts";
import { provisionEndpoint } from "../src/domains/webhooks/endpoints/service.ts";
import { eventIdOf, findEventBySequence } from "../src/domains/webhooks/events/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { createLog } from "../src/platform/ops/log.ts";
import { type ManualClock, manualClock } from "../src/platform/values/clock.ts";
import { openRuntime } from "../src/runtime.ts";

/** A service as in production: real HTTP on loopback, real PostgreSQL; only the clock belongs to the test. */
export type TestService = {
  url: string;
  context: Context;
  app: App;
  clock: ManualClock;
  /** Every line the service logged. */
  logged: string[];
  company(options?: CompanyOptions): Promise<TestCompany>;
  /** Limits the time of outbound calls, so that no test waits ten seconds for a server that is silent on purpose. */
  hurry(timeoutMs: number): void;
  close(): Promise<void>;
};

export type CompanyOptions = {
  scopes?: readonly Scope[];
  profile?: ProfilePatch;
  disable?: Feature[];
  quotaInvoices?: number;
  quotaPaymentLinks?: number;
  /** High enough that tests of other subjects never reach the limit. */
  postRate?: number;
  companyPostRate?: number;
  readRate?: number;
  /** With the webhook endpoint that every company gets when it is approved on the command line. */
  primaryEndpoint?: boolean;
};

export type Reply = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into answers of every shape
  body: any;
};

export type CallOptions = {
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Another credential than the company's own; null sends none. */
  key?: { appId: string; secret: string } | null;
};

export type TestCompany = {
  id: number;
  /** The address of the service that created it. */
  serviceUrl: string;
  appId: string;
  secret: string;
  /** `call("POST /invoices", { body })` */
  call(operation: string, options?: CallOptions): Promise<Reply>;
  /** Creates a customer for invoices. */
  customer(fields?: Record<string, unknown>): Promise<number>;
  /** Creates a draft invoice with one line. */
  draft(fields?: Record<string, unknown>): Promise<Reply["body"]>;
  /** The id of the company's event with this sequence number; ids end in a random part. */
  eventId(sequence: number): Promise<string>;
  /** Records a payment for no invoice, as if a gateway had taken it; returns the payment's id. */
  recordPayment(amount: number): Promise<number>;
};

/** The company data that a document requires. */
export const taxed: ProfilePatch = { tax_id: "12345678-0001" };

export const noon = new Date("2026-11-15T11:00:00.000Z");

/** The timestamps of every record that was created at noon and not changed since. */
export const madeAtNoon = {
  id: expect.any(Number),
  created_at: noon.toISOString(),
  updated_at: noon.toISOString(),
};

/** Random enough for production, and the same in every run. */
export const testEncryptionKey = `test:${hash("sha256", "the key of the tests", "base64")}`;

export async function startService(
  options: { env?: Record<string, string>; now?: Date; port?: number } = {},
): Promise<TestService> {
  const logged: string[] = [];
  const config: Config = readConfig({
    DATABASE_URL: inject("connectionString"),
    PORT: "0",
    BILLFOLD_ENCRYPTION_KEYS: testEncryptionKey,
    ...options.env,
  });
  const clock = manualClock(options.now ?? noon);
  const log = createLog({ level: "debug", write: (line) => logged.push(line) });
  const { context: doctorContext, close } = await openRuntime(config, { use: "serve", clock, log });
  let patienceMs = Number.POSITIVE_INFINITY;
  const send: Context["outbound"]["send"] = (request) =>
    doctorContext.outbound.send({ ...request, timeoutMs: Math.min(request.timeoutMs, patienceMs) });
  const context: Context = { ...doctorContext, outbound: { ...doctorContext.outbound, send } };
  const app = await buildApp(context);
  const url = await app.server.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  return {
    url,
    context,
    app,
    clock,
    logged,
    company: (companyOptions = {}) => makeCompany(context, url, companyOptions),
    hurry: (timeoutMs) => {
      patienceMs = timeoutMs;
    },
    close: async () => {
      await app.close();
      await close();
    },
  };
}

export async function makeCompany(
  context: Context,
  url: string,
  options: CompanyOptions,
): Promise<TestCompany> {
  const { id, key } = await inTransaction(context.db, async (tx) => {
    const administration = { tx, now: context.clock.now() };
    const name = `Company ${randomUUID()}`;
    const id = await createCompany(administration, { name, email: "owner@example.com" });
    await approveCompany(administration, id);
    if (options.profile) await setProfile(administration, id, options.profile);
    await setPlan(administration, id, {
      disable: options.disable ?? [],
      quotaInvoices: options.quotaInvoices,
      quotaPaymentLinks: options.quotaPaymentLinks,
      postRate: options.postRate ?? 1_000_000,
      companyPostRate: options.companyPostRate ?? 0,
      readRate: options.readRate ?? 0,
    });
    if (options.primaryEndpoint) await provisionEndpoint(administration, id, context.encryptionKeys);
    return { id, key: await createKey(administration, id, options.scopes ?? scopeNames, "sandbox") };
  });
  const own = { appId: key.app_id, secret: key.secret };
  const call = callsTo(url, own);
  const customer: TestCompany["customer"] = async (fields = {}) => {
    const made = await call("POST /customers", { body: { name: "Acme Trading Ltd", ...fields } });
    return made.body.customer.id as number;
  };
  const draft: TestCompany["draft"] = async (fields = {}) => {
    const line = { description: "Work", quantity: 1, unit_price: 100 };
    const body = { customer_id: fields.customer_id ?? (await customer()), lines: [line], ...fields };
    const made = await call("POST /invoices", { body });
    if (made.status !== 201) throw new Error(`no draft: ${made.text}`);
    return made.body.invoice;
  };
  const recordPayment: TestCompany["recordPayment"] = (amount) =>
    inTransaction(context.db, async (tx) => {
      const change = await systemChange(tx, id, context.clock);
      const money = { amount: String(amount), unallocated_amount: String(amount), currency: "NGN" };
      const origin = {
        gateway: "sandbox",
        gateway_reference: randomUUID(),
        method: "card",
        payment_link_id: null,
        quantity: null,
      };
      const rest = { invoice_id: null, note: null, late: false, paid_at: change.now };
      return (await insertGatewayPayment(change, { ...money, ...origin, ...rest })).id;
    });
  const eventId: TestCompany["eventId"] = async (sequence) => {
    const body = await findEventBySequence(context.db, id, sequence);
    if (body === undefined) throw new Error(`company ${id} has no event ${sequence}`);
    return eventIdOf(body);
  };
  return { id, serviceUrl: url, ...own, call, customer, draft, eventId, recordPayment };
}

/** Calls to a node of the service, which need not be the one that created the company. */
export const callsTo =
  (url: string, own: { appId: string; secret: string }): TestCompany["call"] =>
  (operation, options) =>
    request(url, own, operation, options);

async function request(
  url: string,
  own: { appId: string; secret: string },
  operation: string,
  { body, raw, headers = {}, key = own }: CallOptions = {},
): Promise<Reply> {
  const [method = "GET", path = "/"] = operation.split(" ", 2);
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key.appId}:${key.secret}` }),
      ...(sent !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent as RequestInit["body"] }),
  } as RequestInit);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
