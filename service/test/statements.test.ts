import { expect, inject, test } from "vitest";
import "../src/app.ts";
import "../src/worker.ts";
import { openDatabase, registeredStatements } from "../src/foundation/database.ts";

/** What works through the records of all companies, or finds out whose a record is. */
const ofAllCompanies = new Set([
  "attempt_checkout",
  "attempt_claim_due",
  "attempt_examine",
  "attempt_find_by_reference",
  "audit_of_request",
  "delivery_find_behind",
  "delivery_find_due",
  "delivery_purge",
  "delivery_queue",
  "delivery_stuck_leases",
  "event_counters_off",
  "fiscal_base_urls",
  "fiscal_claim_due",
  "fiscal_claim_unreported",
  "fiscal_examine",
  "fiscal_integration_every",
  "fiscal_measure",
  "gateway_account_every",
  "gateway_base_urls",
  "idempotency_purge",
  "inbox_purge",
  "invitation_take",
  "invoice_mark_overdue",
  "key_find",
  "key_touch",
  "link_find_expired",
  "member_companies",
  "member_first",
  "operator_companies",
  "operator_company",
  "operator_events_of_request",
  "operator_health",
  "refund_claim_due",
  "refund_examine",
]);

/** Values are sealed anew for all companies by one command, which names each row by company and id. */
const isSealing = (name: string) => name.startsWith("sealed_");

test("every statement about records of companies names the company, but for those that are about all of them", async () => {
  const db = openDatabase({
    connectionString: inject("connectionString"),
    connectionsMax: 1,
    onError: () => undefined,
  });
  const tables = await db.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
  );
  await db.close();
  const isAboutRecords = new RegExp(
    `\\b(?:from|join|update|into|using)\\s+(?:${tables.map(({ name }) => name).join("|")})\\b`,
  );
  const namesCompany = /\bcompany_id = (?:any ?\()?\$\d|\(company_id[,)]/;
  const about = [...registeredStatements()].filter(([, text]) => isAboutRecords.test(text));
  const nameless = about
    .filter(([name, text]) => !isSealing(name) && !namesCompany.test(text))
    .map(([name]) => name);
  expect(about.length).toBeGreaterThan(100);
  expect(nameless.filter((name) => !ofAllCompanies.has(name))).toEqual([]);
  const namesIt = about.filter(([, text]) => namesCompany.test(text)).map(([name]) => name);
  expect(namesIt.filter((name) => ofAllCompanies.has(name))).toEqual([]);
});

test("every statement has a name, by which each connection prepares it once", () => {
  expect([...registeredStatements().keys()]).not.toContain("");
});
