import { afterAll, beforeAll, expect, test } from "vitest";
import "../src/app.ts";
import "../src/worker.ts";
import { type Database, openDatabase, registeredStatements } from "../src/platform/db/database.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";

// A separate database without records: the planner's statistics of other tests' records could change the plans.
let database: FreshDatabase;
let db: Database;
/** The tables that hold records of companies. */
let tables: string[];
beforeAll(async () => {
  database = await migratedDatabase();
  db = openDatabase({
    connectionString: database.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
  const found = await db.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
  );
  tables = found.map(({ name }) => name);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Statements that process the records of all companies, or find the company of a record. */
const ofAllCompanies = new Set([
  "attempt_checkout",
  "attempt_claim_due",
  "attempt_examine",
  "attempt_find_by_reference",
  "audit_of_request",
  "company_any",
  "company_of_hour",
  "delivery_find_behind",
  "delivery_find_due",
  "delivery_purge",
  "delivery_queue",
  "endpoint_stuck_leases",
  "event_counters_off",
  "fiscal_base_urls",
  "fiscal_claim_due",
  "fiscal_claim_unreported",
  "fiscal_examine",
  "fiscal_integration_every",
  "fiscal_measure",
  "fiscal_purge_calls",
  "gateway_account_claim_disputes",
  "gateway_account_every",
  "gateway_base_urls",
  "idempotency_purge",
  "import_purge",
  "inbox_purge",
  "invitation_take",
  "invoice_mark_overdue",
  "key_find",
  "key_touch",
  "link_expire",
  "payment_find_by_transaction",
  "quote_expire",
  "books_check_companies",
  "books_check_due",
  "books_check_summary",
  "books_check_unfinished",
  "checkpoint_due",
  "checkpoint_last_company",
  "document_seals_due",
  "event_find_unchained",
  "event_find_last_company",
  "quote_find_by_secret",
  "mail_bounce",
  "mail_claim",
  "mail_end",
  "mail_expire",
  "mail_kept",
  "mail_measure",
  "mail_postpone",
  "mail_purge",
  "mail_troubled",
  "member_companies",
  "member_first",
  "operator_companies",
  "operator_company",
  "operator_events_of_request",
  "operator_health",
  "recurring_due",
  "notification_mail_due",
  "reminder_due",
  "sandbox_fault_webhooks",
  "refund_claim_due",
  "refund_examine",
  "totals_add_up",
]);

/** One command encrypts values again for all companies, and names each row by company and id. */
const isReencryption = (name: string) => name.startsWith("encrypted_");
/** Created for each combination of filters at its first use, so these are the ones that other tests have used. */
const isList = (name: string) => name.startsWith("page_");

test("every statement about records of companies names the company, except for the listed ones", () => {
  const isAboutRecords = new RegExp(`\\b(?:from|join|update|into|using)\\s+(?:${tables.join("|")})\\b`);
  const namesCompany = /\bcompany_id (?:\+ 0 )?= (?:any ?\()?\$\d|\(company_id[,)]/;
  const about = [...registeredStatements()].filter(([, text]) => isAboutRecords.test(text));
  const nameless = about
    .filter(([name, text]) => !isReencryption(name) && !namesCompany.test(text))
    .map(([name]) => name);
  expect(about.length).toBeGreaterThan(100);
  expect(nameless.filter((name) => !ofAllCompanies.has(name))).toEqual([]);
  const namesIt = about.filter(([, text]) => namesCompany.test(text)).map(([name]) => name);
  expect(namesIt.filter((name) => ofAllCompanies.has(name))).toEqual([]);
});

/** Due deliveries are compared with the endpoints of the companies, which are few, after they were found. */
const comparesLater = new Set(["delivery_find_announced"]);

type Plan = { "Relation Name"?: string; Alias?: string; Plans?: Plan[]; [about: string]: unknown };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const isCondition = (about: string) =>
  /^(?:Index Cond|Recheck Cond|Hash Cond|Merge Cond|Filter|Join Filter)$/.test(about);

/** The conditions that AND connects, so that each holds for every row; PostgreSQL writes them in parentheses. */
function conjunctsOf(condition: string): string[] {
  const inner = condition.replace(/^\((.*)\)$/s, "$1");
  const ends: number[] = [];
  let depth = 0;
  for (let at = 0; at < inner.length; at += 1) {
    if (inner[at] === "(") depth += 1;
    else if (inner[at] === ")") depth -= 1;
    else if (depth === 0 && inner.startsWith(" AND ", at)) ends.push(at);
  }
  if (ends.length === 0) return [inner];
  const starts = [0, ...ends.map((end) => end + " AND ".length)];
  return starts.map((start, index) => inner.slice(start, ends[index]).replace(/^\((.*)\)$/s, "$1"));
}

/** The tables of companies' records from which a plan reads rows of any company. */
function unboundedScans(plan: Plan): string[] {
  const nodes = nodesOf(plan);
  const scans = nodes.filter((node) => / Scan$/.test(String(node["Node Type"])) && node["Relation Name"]);
  const companyOf = (node: Plan) =>
    `${node.Alias}.${node["Relation Name"] === "companies" ? "id" : "company_id"}`;
  const open = new Map(
    scans
      .filter((node) => node["Relation Name"] === "companies" || tables.includes(node["Relation Name"]!))
      .map((node) => [companyOf(node), node["Relation Name"]!]),
  );
  // The parts of a bitmap may be alternatives; the scan that uses it repeats the whole condition.
  const equal = nodes
    .filter((node) => node["Node Type"] !== "Bitmap Index Scan")
    .flatMap((node) => Object.entries(node).filter(([about]) => isCondition(about)))
    .flatMap(([, condition]) => conjunctsOf(String(condition)))
    .flatMap((each) => {
      const [, left, right] = /^(\S+) = (.+)$/s.exec(each) ?? [];
      return left && right ? [[left, right] as const, [right, left] as const] : [];
    });
  const isBound = (value: string) =>
    /^(?:ANY \()?\(*\$\d/.test(value) || (/^\w+\.\w+$/.test(value) && !open.has(value));
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const [column, value] of equal) if (open.has(column) && isBound(value)) open.delete(column);
  }
  return [...open.values()].filter((table) => table !== "companies");
}

async function planOf(text: string): Promise<Plan> {
  const [row] = await db.query<{ "QUERY PLAN": string }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  return (JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Plan }])[0].Plan;
}

/** Tests that ran earlier in this process may have registered statements about tables of their own. */
function unlessOfAnotherTest(error: { code?: string }): undefined {
  if (error.code !== "42P01") throw error;
}

test("every statement about one company reads no row of another from any table, by its plan", async () => {
  const unbounded: string[] = [];
  for (const [name, text] of registeredStatements()) {
    if (ofAllCompanies.has(name) || comparesLater.has(name) || isReencryption(name) || isList(name)) continue;
    const plan = await planOf(text).catch(unlessOfAnotherTest);
    if (plan) unbounded.push(...unboundedScans(plan).map((table) => `${name}: ${table}`));
  }
  expect(unbounded).toEqual([]);
});

test.each([
  "select from customers where id = $1",
  "select from customers where company_id = $1 or id = $2",
  "select from companies co join customers c on c.company_id = co.id where c.id = $1",
  "select from sales s join customers c on c.company_id = s.company_id and c.id = s.customer_id where s.id = $1",
  "select from sales s join customers c on c.id = s.customer_id where s.company_id = $1",
])("a plan shows that rows of any company are read by %j", async (text) => {
  expect(unboundedScans(await planOf(text))).toContain("customers");
});

test("every statement has a name, by which each connection prepares it once", () => {
  expect([...registeredStatements().keys()]).not.toContain("");
});
