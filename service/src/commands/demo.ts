import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config/config.ts";
import type { Change, Context } from "../context.ts";
import { scopeNames } from "../contract/access.ts";
import { fillDocuments } from "../domains/backoffice/sandbox/service.ts";
import { storeInvoices } from "../domains/billing/invoices/batch.ts";
import { invoiceSale } from "../domains/billing/invoices/create.ts";
import { issueInvoice } from "../domains/billing/invoices/service.ts";
import { createSale } from "../domains/billing/sales/service.ts";
import { createCustomer } from "../domains/catalog/customers/service.ts";
import { createProduct } from "../domains/catalog/products/service.ts";
import {
  approveCompany,
  createCompany,
  setProfile,
  systemChange,
} from "../domains/tenancy/companies/service.ts";
import { createKey } from "../domains/tenancy/keys/service.ts";
import { provisionEndpoint } from "../domains/webhooks/endpoints/service.ts";
import { inTransaction, type Transaction } from "../platform/db/database.ts";
import { openForCommand } from "./command-runtime.ts";
import { type Options, print, UsageError } from "./options.ts";

export type Demo = {
  company_id: number;
  app_id: string;
  secret: string;
  webhook_secret: string;
  customer_id: number;
};

export async function demo(config: Config, options: Options): Promise<void> {
  if (config.environment !== "sandbox") {
    throw new UsageError(`The demo company needs BILLFOLD_ENVIRONMENT=sandbox, not ${config.environment}`);
  }
  const { context, close } = await openForCommand(config);
  try {
    print(options, await makeDemo(context));
  } finally {
    await close();
  }
}

/** Creates a company with sample data and a key for all of it; the credentials are stored with mode 0600. */
export async function makeDemo(context: Context): Promise<Demo> {
  const made = await inTransaction(context.db, (tx) => fillDemo(context, tx));
  const file = demoFile(context.config);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return made;
}

export const demoFile = (config: Config) => path.join(config.dataDir, "demo.json");

async function fillDemo(context: Context, tx: Transaction): Promise<Demo> {
  const administration = { tx, now: context.clock.now() };
  const companyId = await createDemoCompany(administration);
  const key = await createKey(administration, companyId, scopeNames, context.config.environment);
  const { secret: webhookSecret } = await provisionEndpoint(
    administration,
    companyId,
    context.encryptionKeys,
  );
  const change = await systemChange(tx, companyId, context.clock);
  const customerId = await createDemoRecords(change, context.config);
  return { company_id: companyId, ...key, webhook_secret: webhookSecret, customer_id: customerId };
}

async function createDemoCompany(administration: { tx: Transaction; now: Date }): Promise<number> {
  const companyId = await createCompany(administration, {
    name: "Lagos Works Ltd",
    email: "billing@lagosworks.example",
  });
  await approveCompany(administration, companyId);
  await setProfile(administration, companyId, {
    tax_id: "12345678-0001",
    registration_number: "RC 7654321",
    phone: "+234 1 270 0000",
    line1: "4 Broad Street",
    city: "Lagos",
    region: "Lagos",
    postal_code: "101231",
    country: "NG",
  });
  return companyId;
}

/** Two customers, two products, and the documents of one of the customers, whose id it returns. */
async function createDemoRecords(change: Change, config: Config): Promise<number> {
  const idOf = (json: string) => (JSON.parse(json) as { id: number }).id;

  const acme = idOf(
    await createCustomer(change, {
      name: "Acme Trading Ltd",
      email: "accounts@acme.example",
      phone: "+234 803 000 0000",
      tax_id: "87654321-0001",
      address: { line1: "12 Marina", city: "Lagos", region: "Lagos", postal_code: "101241", country: "NG" },
    }),
  );
  await createCustomer(change, { name: "Amaka Obi", kind: "consumer", email: "amaka@example.com" });
  const consulting = {
    name: "Consulting hour",
    sku: "CONS-1H",
    kind: "service",
    unit_price: 45000,
    tax_rate: 7.5,
  } as const;
  const hour = idOf(await createProduct(change, { ...consulting, unit_code: "HUR", portal: true }));
  await createProduct(change, {
    name: "Rice, 50 kg",
    sku: "RICE-50",
    unit_price: 78500,
    tax_rate: 0,
    portal: true,
  });
  const sale = idOf(
    await createSale(change, { customer_id: acme, lines: [{ product_id: hour, quantity: 8 }] }),
  );
  const { invoice } = await invoiceSale(change, sale);
  await issueInvoice(change, idOf(invoice));
  const lines = [{ product_id: hour, quantity: 4 }];
  await fillDocuments(change, config, storeInvoices, { customer_id: acme, lines });
  return acme;
}
