import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { migratedDatabase } from "../../../../test/fresh-database.ts";
import {
  noon,
  type Reply,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import type { Context } from "../../../context.ts";
import { createRegistrar, reconcileRegistrations, setIntegration } from "./service.ts";

/** A service with its own sandbox authority, on the same clock, both over real HTTP. */
export type FiscalSetup = TestService & {
  authority: Authority;
  /** A company with a complete profile and an integration. */
  integratedCompany(adapter?: string): Promise<TestCompany>;
  /** An invoice that the authority accepts. */
  invoice(company: TestCompany, fields?: object): Promise<Reply["body"]>;
  /** Another node with the same database and authority. */
  anotherNode(): Promise<TestService>;
  /** Resolves once a statement with this text, on any node, waits for a lock or was executed since `from`. */
  waitForStatement(what: "waiting" | "executed", text: string, from?: Date): Promise<void>;
  /** Advances the clock and runs the background pass until nothing is due within this time. */
  reconcile(forMs?: number): Promise<void>;
};

export const profile = {
  tax_id: "12345678-0001",
  registration_number: "RC 7654321",
  phone: "+2342700000",
  line1: "4 Broad Street",
  city: "Lagos",
  region: "Lagos",
  postal_code: "101231",
  country: "NG",
};

export const buyer = {
  name: "Acme Trading Ltd",
  email: "accounts@acme.example",
  phone: "+2348030000000",
  tax_id: "87654321-0001",
  address: { line1: "12 Marina", city: "Lagos", region: "Lagos", postal_code: "101241", country: "NG" },
};

/** One setup per test file, and for each test a new company and an authority without faults. */
export function sharedFiscalSetup(give: (scene: { setup: FiscalSetup; company: TestCompany }) => void): void {
  let setup: FiscalSetup;
  beforeAll(async () => {
    setup = await startFiscalSetup();
  });
  beforeEach(async () => {
    setup.authority.faults.clear();
    give({ setup, company: await setup.integratedCompany() });
  });
  afterAll(() => setup.close());
}

export async function startFiscalSetup({
  env: own,
  slowMaxMs,
  ...options
}: {
  now?: Date;
  /** Limits faults that make the authority slow. */
  slowMaxMs?: number;
  env?: Record<string, string>;
} = {}): Promise<FiscalSetup> {
  let service: TestService | undefined;
  const authority = await startAuthority({
    now: () => service?.clock.now() ?? noon,
    ...(slowMaxMs !== undefined && { slowMaxMs }),
  });
  // Each setup has its own database, because the background pass handles every due registration, and another setup's
  // authority does not know it.
  const database = await migratedDatabase();
  const addresses = {
    DATABASE_URL: database.connectionString,
    BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url,
  };
  const env = { ...addresses, ...own };
  service = await startService({ env, ...options });
  const { context, clock, close } = service;
  const registrar = createRegistrar(context);
  const nodes: TestService[] = [];
  return {
    ...service,
    authority,
    integratedCompany: async (adapter = "sandbox") => {
      const company = await service.company({ profile });
      await setIntegration(context, company.id, { adapter } as never);
      return company;
    },
    invoice: async (company, fields = {}) => {
      const customer_id = await company.customer(buyer);
      const lines = [{ description: "Consulting", quantity: 3, unit_price: 45_000, tax_rate: 7.5 }];
      return company.draft({ customer_id, lines, ...fields });
    },
    anotherNode: async () => {
      const node = await startService({ env, ...options });
      nodes.push(node);
      return node;
    },
    waitForStatement: async (what, text, from = new Date(0)) => {
      const isSo = what === "waiting" ? "wait_event_type = 'Lock'" : "query_start > $2";
      const sql = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and query like $1 and $2::timestamptz is not null and ${isSo}`;
      await expect
        .poll(() => context.db.query(sql, [text, from]), { timeout: 60_000, interval: 20 })
        .not.toEqual([]);
    },
    reconcile: async (forMs = 3 * 3600_000) => {
      for (let leftMs = forMs; leftMs > 0; ) {
        const stepMs = Math.min(leftMs, await minutesUntilDue(context));
        clock.advance(stepMs);
        leftMs -= stepMs;
        await reconcileRegistrations(context, registrar);
      }
    },
    close: async () => {
      await authority.close();
      for (const node of nodes) await node.close();
      await close();
      await database.drop();
    },
  };
}

/** In whole minutes, at least one. The pass has nothing to do before. */
async function minutesUntilDue({ db, clock }: Context): Promise<number> {
  const [row] = await db.query<{ at: Date | null }>("select min(next_action_at) as at from fiscal_documents");
  if (!row!.at) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.ceil((row!.at.getTime() - clock.now().getTime()) / 60_000)) * 60_000;
}

export const register = (company: TestCompany, id: number, key?: string) =>
  company.call(`POST /invoices/${id}/register`, key ? { headers: { "Idempotency-Key": key } } : {});

/** The types of the company's invoice and credit note events. */
export const eventTypes = async (company: TestCompany): Promise<string[]> =>
  (await company.call("GET /events?limit=100")).body.events
    .map(({ type }: { type: string }) => type)
    .filter((type: string) => /^(invoice|credit_note)\./.test(type));

export const invoiceOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /invoices/${id}`)).body.invoice;
