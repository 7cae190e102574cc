import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { registeredStatements } from "../../../platform/db/database.ts";
import { chainEvents } from "./chaining.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Row = {
  sequence: number;
  body: string;
  salt: Buffer | null;
  body_hash: Buffer | null;
  hash: Buffer | null;
};

const rowsOf = (company: TestCompany) =>
  service.context.db.query<Row>(
    "select sequence, body, salt, body_hash, hash from events where company_id = $1 order by sequence",
    [company.id],
  );

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** Computed here from the bodies and salts alone, with nothing of the service. */
function expectedChain(rows: readonly Row[]) {
  let previous: Buffer = Buffer.alloc(32);
  return rows.map(({ sequence, body, salt }) => {
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(BigInt(sequence));
    const body_hash = sha256(salt!, Buffer.from(body));
    previous = sha256(previous, number, body_hash);
    return { sequence, body_hash: body_hash.toString("hex"), hash: previous.toString("hex") };
  });
}

async function expectChained(company: TestCompany): Promise<number> {
  const rows = await rowsOf(company);
  const stored = rows.map(({ sequence, body_hash, hash }) => ({
    sequence,
    body_hash: body_hash?.toString("hex"),
    hash: hash?.toString("hex"),
  }));
  expect(rows.every(({ salt }) => salt?.length === 16)).toBe(true);
  expect(stored).toEqual(expectedChain(rows));
  expect(new Set(rows.map(({ salt }) => salt!.toString("hex"))).size).toBe(rows.length);
  return rows.length;
}

const chainAll = async () => {
  for (let after = 0; ; ) {
    ({ position: after } = await chainEvents(service.context, after));
    if (after === 0) return;
  }
};

/** As if the events of the company were from before there was a chain. */
async function unchain(company: TestCompany): Promise<void> {
  await service.context.db.query(
    `with counter as (
       update company_counters set chained_sequence = 0, chain_hash = decode(repeat('00', 32), 'hex') where company_id = $1
     )
     update events set salt = null, body_hash = null, hash = null where company_id = $1`,
    [company.id],
  );
}

const order = (name: string) => ({
  customer: { name },
  lines: [{ description: "Work", quantity: 1, unit_price: 10 }],
});

describe("events are chained in the statement that numbers them", () => {
  test("whether they come alone, in a batch of one company or in one of several, or are several of one order", async () => {
    const [one, other] = [await service.company(), await service.company()];
    const customers = await Promise.all([one.customer(), other.customer()]);
    const lines = [{ description: "Work", quantity: 1, unit_price: 10, tax_rate: 7.5 }];
    const created = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const [company, customer_id] = index % 3 === 0 ? [other, customers[1]] : [one, customers[0]];
        return index % 5 === 0
          ? company.call("POST /portal/orders", { body: order(`Buyer ${index}`) })
          : company.call("POST /invoices", { body: { customer_id, lines } });
      }),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
    expect((await expectChained(one)) + (await expectChained(other))).toBeGreaterThan(60);
  });

  test("a change with several events in one transaction chains them in order", async () => {
    const company = await service.company();
    const { id, total } = await company.draft();
    await company.call("POST /payments", { body: { invoice_id: id, amount: total, method: "cash" } });
    expect(await expectChained(company)).toBeGreaterThan(3);
  });
});

test("every statement that stores events hashes each body once, although its hash is used twice", async () => {
  const storing = [...registeredStatements()].filter(([, text]) => text.includes("insert into events ("));
  expect(storing.map(([name]) => name)).toEqual(
    expect.arrayContaining(["event_insert_many", "invoice_draft_store", "invoice_drafts_store"]),
  );
  for (const [name, text] of storing) {
    const plan = await service.context.db.query<{ "QUERY PLAN": string }>(
      `explain (verbose, generic_plan, costs off) ${text}`,
    );
    const lines = plan.map((row) => row["QUERY PLAN"]);
    // The salt stands before the body, and nothing else is hashed with a text behind it.
    const hashed = lines.filter((line) => / \|\| convert_to\(/.test(line));
    expect([name, hashed.join().split(" || convert_to(").length - 1]).toEqual([name, 1]);
  }
});

describe("GET /events", () => {
  test("shows the hashes in hexadecimal, and what is delivered does not have them", async () => {
    const company = await service.company();
    await company.customer();
    const [row] = await rowsOf(company);
    const { body } = await company.call("GET /events");
    const hashes = { body_hash: row!.body_hash!.toString("hex"), hash: row!.hash!.toString("hex") };
    expect(body.events).toEqual([{ ...JSON.parse(row!.body), ...hashes }]);
    expect(JSON.parse(row!.body)).not.toHaveProperty("hash");
    const one = await company.call(`GET /events/${await company.eventId(1)}`);
    expect(one.body.event).toEqual(body.events[0]);
  });

  test("shows them to a key that may not read the record", async () => {
    const company = await service.company({ scopes: ["customers:write", "webhooks:read"] });
    await company.customer();
    const { body } = await company.call("GET /events");
    expect(body.events[0]).toMatchObject({
      data_withheld: true,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe("events from before there was a chain", () => {
  test("have null until they are chained; newer ones wait for them, and later ones need not", async () => {
    const company = await service.company();
    await company.draft();
    await unchain(company);
    await company.customer();
    const waiting = await rowsOf(company);
    expect(waiting.map(({ salt, body_hash, hash }) => [salt, body_hash, hash])).toEqual(
      waiting.map(() => [null, null, null]),
    );
    const { body } = await company.call("GET /events");
    expect(body.events.at(-1)).toMatchObject({ body_hash: null, hash: null });
    await chainAll();
    const count = await expectChained(company);
    await company.draft();
    expect(await expectChained(company)).toBeGreaterThan(count);
  });

  test("are chained in batches, while requests add events and several nodes chain", async () => {
    const company = await service.company();
    await company.customer();
    await service.context.db.query(
      `with counter as (update company_counters set event_sequence = 1601 where company_id = $1)
       insert into events (company_id, sequence, type, created_at, body)
       select company_id, n, type, created_at, replace(body, '"sequence":1,', '"sequence":' || n || ',')
       from events cross join generate_series(2, 1601) n where company_id = $1 and sequence = 1`,
      [company.id],
    );
    const customer_id = await company.customer();
    const lines = [{ description: "Work", quantity: 1, unit_price: 10 }];
    await Promise.all([
      chainAll(),
      chainAll(),
      ...Array.from({ length: 40 }, () => company.call("POST /invoices", { body: { customer_id, lines } })),
      chainAll(),
    ]);
    await chainAll();
    expect(await expectChained(company)).toBe(1642);
    await company.customer();
    expect(await expectChained(company)).toBe(1643);
  });

  test("and events that an older version stores beside this one are chained after it", async () => {
    const company = await service.company();
    await company.customer();
    await service.context.db.query(
      `with counter as (
         update company_counters set event_sequence = event_sequence + 1 where company_id = $1 returning event_sequence
       )
       insert into events (company_id, sequence, type, created_at, body)
       select $1, event_sequence, 'customer.created', now(), '{"id":"evt_1"}' from counter`,
      [company.id],
    );
    await company.customer();
    expect((await rowsOf(company)).map(({ hash }) => hash === null)).toEqual([false, true, true]);
    await chainAll();
    expect(await expectChained(company)).toBe(3);
  });
});
