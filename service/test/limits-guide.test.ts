import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../src/config/config.ts";
import { burstFor, readBurstFor } from "../src/contract/access.ts";
import { importRetentionDays } from "../src/domains/backoffice/imports-exports/resumable-imports.ts";
import { boundedRows } from "../src/domains/backoffice/lists/listing.ts";
import { collectMs } from "../src/domains/backoffice/notifications/mailing.ts";
import { notificationsShown } from "../src/domains/backoffice/notifications/schema.ts";
import { mailsMax } from "../src/domains/sending/document-mails/service.ts";
import { lifetimeHours } from "../src/domains/sending/mails/retry-schedule.ts";
import { retentionDays as mailRetentionDays } from "../src/domains/sending/mails/service.ts";
import { triedHours } from "../src/domains/sending/reminders/run.ts";
import { createKey, graceSecondsDefault, graceSecondsMax } from "../src/domains/tenancy/keys/service.ts";
import { attemptDelaysMs } from "../src/domains/webhooks/deliveries/sending/retry-schedule.ts";
import { replayMax } from "../src/domains/webhooks/deliveries/service.ts";
import { responseRetentionMs } from "../src/http/idempotency/idempotency.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { checkedRowsMax, countMax } from "../src/platform/db/lists/page.ts";
import { allow, ask, shop } from "../src/web/portal/portal.fixture.ts";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { contract } from "./operations.ts";

// The guide's figures are tested on a running service: each is accepted, and one more is not. A row without a test
// fails, so that the guide and the service can't diverge.
let service: TestService;
let company: TestCompany;
let customer: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company({ primaryEndpoint: true });
  customer = await company.customer();
});
afterAll(() => service.close());

const guide = readFileSync(path.join(import.meta.dirname, "../../docs/guides/limits.md"), "utf8");

type Row = { what: string; limit: string; figures: number[] };

function rowsOf(heading: string): Row[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const cells = [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, what, limit]) => [what!, limit!]);
  return cells.slice(1).map(([what, limit]) => ({
    what: what!,
    limit: limit!,
    figures: [...limit!.matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(",", ""))),
  }));
}

const statusOf = async (operation: string, body?: object, headers?: Record<string, string>) =>
  (await company.call(operation, { ...(body && { body }), ...(headers && { headers }) })).status;

const line = { description: "Work", quantity: 1, unit_price: 1 };
const draft = (fields: object) =>
  statusOf("POST /invoices", { customer_id: customer, lines: [line], ...fields });
const named = (fields: object) => statusOf("POST /customers", { name: "Ada", ...fields });
const nested = (levels: number): object => (levels === 1 ? { end: 1 } : { more: nested(levels - 1) });
const keysIn = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1]));
/** A unique text of a given length, since these must not occur twice. */
let texts = 0;
const text = (length: number) => `${++texts}-`.padEnd(length, "x");
const origins = (count: number) => Array.from({ length: count }, (_, number) => `https://s${number}.example`);

/** The status for the figure itself, and for one more. */
const around = async (figure: number, send: (size: number) => Promise<number>) => [
  await send(figure),
  await send(figure + 1),
];

async function sized(bytes: number, path = "/customers", body = '{"name":"Ada"}'): Promise<number> {
  const sent = await fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    body: body + " ".repeat(bytes - body.length),
    headers: {
      authorization: `Bearer ${company.appId}:${company.secret}`,
      "content-type": "application/json",
    },
  });
  return sent.status;
}

async function numbered(characters: number): Promise<number> {
  const sent = await fetch(`${service.url}/api/v1/customers`, {
    method: "POST",
    body: `{"name":"Ada","metadata":{"n":1.${"0".repeat(characters - 2)}}}`,
    headers: {
      authorization: `Bearer ${company.appId}:${company.secret}`,
      "content-type": "application/json",
    },
  });
  return sent.status;
}

const large: Record<string, (figures: number[]) => Promise<void>> = {
  "a request's body": async ([mebibytes, ofBatch, status]) => {
    expect(await around(mebibytes! * 1024 * 1024, (bytes) => sized(bytes))).toEqual([201, status]);
    const batch = '{"mode":"create","records":[{"name":"Ada"}]}';
    const batched = (bytes: number) => sized(bytes, "/customers/batch", batch);
    expect(await around(ofBatch! * 1024 * 1024, batched)).toEqual([200, status]);
  },
  "a number in JSON": async ([characters, status]) =>
    expect(await around(characters!, numbered)).toEqual([201, status]),
  "the address and all headers": async ([kibibytes, status]) => {
    const headed = (bytes: number) => statusOf("GET /ping", undefined, { "x-padding": "x".repeat(bytes) });
    expect(await headed((kibibytes! - 1) * 1024)).toBe(200);
    expect(await headed(kibibytes! * 1024)).toBe(status);
  },
  "lines of an invoice, sale or credit note": async ([least, most]) => {
    const lines = (count: number) => ({ lines: Array(count).fill(line) });
    expect(await draft(lines(least! - 1))).toBe(422);
    expect(await draft(lines(least!))).toBe(201);
    expect(await around(most!, (count) => draft(lines(count)))).toEqual([201, 422]);
    const sale = (count: number) => statusOf("POST /sales", lines(count));
    expect(await around(most!, sale)).toEqual([201, 422]);
    const { properties } = contract.components.schemas.CreditNoteCreate!;
    expect(properties!.lines).toMatchObject({ minItems: least, maxItems: most });
  },
  "invoices that a payment is recorded for, or allocated to at once": async ([least, most]) => {
    const records = Array(most! + 1).fill({ customer_id: await company.customer(), lines: [line] });
    const { results } = (await company.call("POST /invoices/batch", { body: { mode: "create", records } }))
      .body as { results: { id: number }[] };
    const part = ({ id }: { id: number }) => ({ invoice_id: id, amount: 0.01 });
    const several = (count: number) =>
      statusOf("POST /payments", { amount: 10, allocations: results.slice(0, count).map(part) });
    expect([await several(least! - 1), await several(least!)]).toEqual([422, 201]);
    expect(await around(most!, several)).toEqual([201, 422]);
    const { properties } = contract.components.schemas.AllocationCreate!;
    expect(properties!.allocations).toMatchObject({ minItems: least, maxItems: most });
  },
  "records of a batch": async ([least, most]) => {
    const batch = (count: number) =>
      statusOf("POST /customers/batch", { mode: "create", records: Array(count).fill({ name: "Ada" }) });
    expect([await batch(least! - 1), await batch(least!)]).toEqual([422, 200]);
    expect(await around(most!, batch)).toEqual([200, 422]);
  },
  "`interval_count` of a recurring invoice": async ([least, most]) => {
    const rule = { interval: "month", start_date: "2090-01-31", lines: [line] };
    const customer_id = await company.customer();
    const every = (interval_count: number) =>
      statusOf("POST /recurring_invoices", { ...rule, customer_id, interval_count });
    expect([await every(least! - 1), await every(least!)]).toEqual([422, 201]);
    expect(await around(most!, every)).toEqual([201, 422]);
  },
  "entries of a page": async ([least, most, usual]) => {
    const page = (limit: number) => statusOf(`GET /customers?limit=${limit}`);
    expect([await page(least! - 1), await page(least!)]).toEqual([422, 200]);
    expect(await around(most!, page)).toEqual([200, 422]);
    expect((await company.call("GET /customers")).body.pagination.limit).toBe(usual);
  },
  "`total_count`": async ([most]) => expect(most).toBe(countMax),
  "records that a list reads to check [filters that rarely meet](lists.md#filters-that-rarely-meet)": async (
    figures,
  ) => expect(figures).toEqual(expect.arrayContaining([checkedRowsMax, boundedRows])),
  "records that a list [sorts](lists.md#order) where no index has the order": async ([records]) =>
    expect(checkedRowsMax).toBe(records),
  "an amount, given or computed": async ([digits]) => {
    const link = (count: number) => statusOf("POST /payments/link", { amount: Number("9".repeat(count)) });
    expect(await around(digits! - 2, link)).toEqual([201, 201]);
    expect(await link(digits!)).toBe(201);
    expect(await statusOf("POST /payments/link", { amount: "9".repeat(digits! + 1) })).toBe(422);
  },
  "`metadata`": async ([keys, levels, kibibytes]) => {
    const filled = (bytes: number) => named({ metadata: { t: "x".repeat(bytes - '{"t":""}'.length) } });
    expect(await around(kibibytes! * 1024, filled)).toEqual([201, 422]);
    expect(await around(keys!, (count) => named({ metadata: keysIn(count) }))).toEqual([201, 422]);
    expect(await around(levels!, (count) => named({ metadata: nested(count) }))).toEqual([201, 422]);
  },
  "`metadata[key]=value` in a list": async ([keys, characters]) => {
    const listed = (query: string) => statusOf(`GET /customers?${query}`);
    const ofKeys = (count: number) =>
      listed(Array.from({ length: count }, (_, n) => `metadata[k${n}]=1`).join("&"));
    expect(await around(keys!, ofKeys)).toEqual([200, 422]);
    expect(await around(characters!, (count) => listed(`metadata[k]=${"x".repeat(count)}`))).toEqual([
      200, 422,
    ]);
  },
  "a whole record": async ([kibibytes]) => {
    const metadata = { t: "\u00e9".repeat(8 * 1024 - 8) };
    const { body } = await company.call("POST /invoices", {
      body: { customer_id: customer, lines: [line], metadata, notes: "\u4e2d".repeat(5000) },
    });
    const { lines: _lines, ...record } = body.invoice;
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(kibibytes! * 1024);
  },
  "`external_id`, payment `reference`": async ([most]) => {
    expect(await around(most!, (length) => named({ external_id: text(length) }))).toEqual([201, 422]);
    const { id } = await company.draft();
    const pay = (length: number) =>
      statusOf("POST /payments", { invoice_id: id, amount: 1, reference: text(length) });
    expect(await around(most!, pay)).toEqual([201, 422]);
  },
  "`discounts`, `charges`": async ([onLine, onDocument]) => {
    const list = (count: number) => Array.from({ length: count }, () => ({ percent: 1 }));
    for (const name of ["discounts", "charges"]) {
      const lines = (count: number) => draft({ lines: [{ ...line, [name]: list(count) }] });
      expect(await around(onLine!, lines)).toEqual([201, 422]);
      expect(await around(onDocument!, (count) => draft({ [name]: list(count) }))).toEqual([201, 422]);
    }
  },
  "`po_number`": async ([most]) =>
    expect(await around(most!, (length) => draft({ po_number: text(length) }))).toEqual([201, 422]),
  "`notes`": async ([most]) =>
    expect(await around(most!, (length) => draft({ notes: text(length) }))).toEqual([201, 422]),
  "a line's `description`": async ([most]) => {
    const described = (length: number) => draft({ lines: [{ ...line, description: text(length) }] });
    expect(await around(most!, described)).toEqual([201, 422]);
  },
  "`Idempotency-Key`": async ([least, most]) => {
    const keyed = (length: number) =>
      statusOf("POST /customers", { name: "Ada" }, { "idempotency-key": text(length) });
    expect(least).toBe(1);
    expect(await around(most!, keyed)).toEqual([201, 422]);
  },
  "`GET /events?wait=`": async ([most]) =>
    expect(await around(most!, (seconds) => statusOf(`GET /events?wait=${seconds}`))).toEqual([200, 422]),
  "keys in use": async ([most]) => {
    const { id } = await service.company();
    const make = (count: number) =>
      inTransaction(service.context.db, async (tx) => {
        const administration = { tx, now: service.clock.now() };
        for (let made = 0; made < count; made++) await createKey(administration, id, [], "sandbox");
      });
    // The company already has one.
    await make(most! - 1);
    await expect(make(1)).rejects.toThrow(String(most));
  },
  "documents sent by mail": async ([ofCompany, _hours, toRecipient]) =>
    expect({ ofCompany, toRecipient }).toEqual(mailsMax),
  "reminders by mail": async ([ofCompany, _hours, toRecipient]) =>
    expect({ ofCompany, toRecipient }).toEqual(mailsMax),
  "notifications by mail": async ([most]) => {
    expect([most, collectMs]).toEqual([notificationsShown, 10 * minute]);
  },
  "steps of reminders": async ([most, before, after]) => {
    const steps = (first: number, count: number) =>
      statusOf("PATCH /reminder_settings", {
        steps: Array.from({ length: count }, (_, at) => ({ days: first + at })),
      });
    expect([await steps(0, most!), await steps(0, most! + 1)]).toEqual([200, 422]);
    expect([await steps(-before!, 1), await steps(-before! - 1, 1)]).toEqual([200, 422]);
    expect([await steps(after!, 1), await steps(after! + 1, 1)]).toEqual([200, 422]);
  },
  "addresses in `to` and `cc` of a mail": async ([most]) => {
    const { id } = await company.draft();
    const addresses = (count: number) => Array.from({ length: count }, (_, at) => `b${at}@example.com`);
    for (const field of ["to", "cc"]) {
      const sending = (count: number) =>
        statusOf(`POST /invoices/${id}/send`, {
          to: "a@example.com",
          issue: true,
          [field]: addresses(count),
        });
      expect([await sending(most! + 1), await sending(most!)]).toEqual([422, 200]);
    }
  },
  "webhook endpoints": async ([most]) => {
    const made: number[] = [];
    for (let count = 0; count <= most!; count++)
      made.push(await statusOf("POST /webhooks/endpoints", { url: `https://h.example/${count}` }));
    expect(made).toEqual([...Array(most).fill(201), 422]);
  },
  "a replay of failed deliveries": async ([most]) => expect(most).toBe(replayMax),
  "allowed origins of the portal": async ([most]) => {
    const set = (count: number) => statusOf("POST /portal/settings", { allowed_origins: origins(count) });
    expect(await around(most!, set)).toEqual([200, 422]);
  },
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const long: Record<string, (figures: number[]) => Promise<void>> = {
  "an answer under an `Idempotency-Key`": async ([hours]) => expect(hours! * hour).toBe(responseRetentionMs),
  "a payment link": async ([usual, shortest, longest]) => {
    const now = service.clock.now().getTime();
    const { body } = await company.call("POST /payments/link", { body: { amount: 5 } });
    expect(Date.parse(body.expires_at)).toBe(now + usual! * hour);
    const until = (ms: number) =>
      statusOf("POST /payments/link", { amount: 5, expires_at: new Date(now + ms).toISOString() });
    expect([await until(shortest! * minute - 1), await until(shortest! * minute)]).toEqual([422, 201]);
    expect([await until(longest! * day), await until(longest! * day + 1)]).toEqual([201, 422]);
  },
  "a rotated Secret": async ([usual, least, most]) => {
    expect([usual! * 3600, least, most! * 86_400]).toEqual([graceSecondsDefault, 0, graceSecondsMax]);
  },
  "a delivery's attempts": async () => {
    const days = attemptDelaysMs.reduce((sum, delay) => sum + delay, 0) / day;
    expect(Math.round(days)).toBe(3);
    expect(rowsOf("How long").find(({ what }) => what === "a delivery's attempts")?.limit).toBe("three days");
  },
  deliveries: async ([days]) => expect(days).toBe(readConfig({}).deliveryRetentionDays),
  "attempts to send a mail": async () => {
    expect(lifetimeHours).toBe(48);
    const { limit } = rowsOf("How long").find(({ what }) => what === "attempts to send a mail")!;
    expect(limit).toContain("two days");
  },
  "attempts to send a reminder": async () => {
    expect(triedHours).toBe(96);
    const { limit } = rowsOf("How long").find(({ what }) => what === "attempts to send a reminder")!;
    expect(limit).toContain("four days");
  },
  "an import that nobody continues": async ([days]) => expect(days).toBe(importRetentionDays),
  "what became of a mail": async ([days]) => expect(days).toBe(mailRetentionDays),
  events: async (figures) => expect(figures).toEqual([]),
};

describe.each([
  ["How large", large],
  ["How long", long],
])("the guide is right about %s:", (heading, tried) => {
  const rows = rowsOf(heading);

  test.each(rows)("$what: $limit", async ({ what, figures }) => {
    const holds = tried[what];
    if (!holds) throw new Error(`say in limits-guide.test.ts how '${what}' is tried`);
    await holds(figures);
  });

  test("and every row is tested", () => {
    expect(rows.map(({ what }) => what)).toEqual(Object.keys(tried));
  });
});

describe("the guide is right about How fast:", () => {
  const figuresOf = (start: string) => rowsOf("How fast").find(({ what }) => what.startsWith(start))?.figures;

  test("POST and reads, for each key and for each company", () => {
    const { postRate, postBurst, companyPostRate, readRate } = readConfig({});
    expect(figuresOf("POST, for each key")).toEqual([postRate, postBurst]);
    expect(figuresOf("POST, for each company")).toEqual([companyPostRate, burstFor(companyPostRate)]);
    expect(figuresOf("everything else")).toEqual([readRate, readBurstFor(readRate)]);
  });

  test("the portal's pages", async () => {
    const [rate, burst] = figuresOf("the portal's pages")!;
    await allow(company, shop);
    const statuses = async (count: number) => {
      const seen: number[] = [];
      for (let asked = 0; asked < count; asked++) seen.push((await ask(company, "/products")).status);
      return seen;
    };
    service.clock.advance(hour);
    expect(await statuses(burst! + 1)).toEqual([...Array(burst).fill(200), 429]);
    service.clock.advance(1000);
    expect(await statuses(rate! + 1)).toEqual([...Array(rate).fill(200), 429]);
  });
});
