import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { type Scope, scopeNames } from "../src/contract/access.ts";
import { useGateway } from "../src/domains/payments/gateways/service.ts";
import { suspendCompany } from "../src/domains/tenancy/companies/service.ts";
import { setPlan } from "../src/domains/tenancy/plans/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { noon, startService, type TestCompany, type TestService, taxed } from "./harness.ts";
import { makeRecords, type Records } from "./records.ts";

/** The setup for provoking errors: a service with its authority, and companies in every state that causes a refusal. */
export type ReplayFixture = {
  service: TestService;
  authority: Authority;
  /** Has all scopes, and records of every kind. */
  company: TestCompany;
  records: Records;
  /** The records of another company. */
  foreign: Records;
  suspended: TestCompany;
  /** Has used up its rates: its key could POST once, and nothing can be read. */
  hasty: TestCompany;
  /** Has no gateway. */
  unpaid: TestCompany;
  lackingScopes(scopes: readonly Scope[]): Promise<TestCompany>;
  close(): Promise<void>;
};

export async function openReplayFixture(): Promise<ReplayFixture> {
  let started: TestService | undefined;
  const authority = await startAuthority({ now: () => started?.clock.now() ?? noon });
  const service = await startService({ env: { BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url } });
  started = service;
  const { context, clock } = service;
  const administer = (work: Parameters<typeof inTransaction>[1]) => inTransaction(context.db, work);
  const company = await service.company({ profile: taxed, primaryEndpoint: true });
  const other = await service.company({ profile: taxed, primaryEndpoint: true });
  const suspended = await service.company();
  await administer((tx) => suspendCompany({ tx, now: clock.now() }, suspended.id));
  const hasty = await service.company();
  const slowest = { postRate: 1, postBurst: 1, readRate: 1 };
  await administer((tx) => setPlan({ tx, now: clock.now() }, hasty.id, slowest));
  await hasty.customer();
  // The budget of reads is used up too; no time passes in which it would refill.
  await context.db.query("insert into throttle_buckets (app_id, tokens, refilled_at) values ($1, 0, $2)", [
    `reads:${hasty.id}`,
    clock.now(),
  ]);
  const unpaid = await service.company();
  await administer((tx) => useGateway({ tx, now: clock.now() }, context, unpaid.id, "none"));
  const records = await makeRecords(company, "own");
  await company.call("POST /einvoicing/integration", { body: { adapter: "document_only" } });
  return {
    service,
    authority,
    company,
    records,
    foreign: await makeRecords(other, "foreign"),
    suspended,
    hasty,
    unpaid,
    lackingScopes: (scopes) =>
      service.company({ scopes: scopeNames.filter((name) => !scopes.includes(name)) }),
    close: async () => {
      await authority.close();
      await service.close();
    },
  };
}
