import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Event = { type: string; sequence: number };

const eventsOf = async (company: TestCompany): Promise<Event[]> => {
  const rows = await service.context.db.query<{ body: string }>(
    "select body from events where company_id = $1 order by sequence",
    [company.id],
  );
  return rows.map(({ body }) => JSON.parse(body));
};
const lines = [{ description: "Work", quantity: "0.75", unit_price: 98.5, tax_rate: 19 }];

describe("a refused request writes none", () => {
  test.each([
    ["POST /customers", { name: "" }],
    ["POST /customers", { name: "Ada", external_id: "taken" }],
    ["POST /products", { name: "Pen", unit_price: -1 }],
    ["POST /sales", { lines: [] }],
    ["POST /sales", { lines, customer_id: 0 }],
    ["POST /invoices", { lines, customer_id: 0 }],
    ["PATCH /invoices/{issued}", { notes: "late" }],
    ["DELETE /invoices/{issued}", undefined],
    ["POST /invoices/{issued}/issue", undefined],
    ["POST /invoices/{draft}/write_off", undefined],
    ["GET /invoices/{issued}", undefined],
  ])("%s %j", async (operation, body) => {
    const company = await service.company();
    await company.customer({ external_id: "taken" });
    const [draft, issued] = [await company.draft(), await company.draft()];
    await company.call(`POST /invoices/${issued.id}/issue`);
    const before = await eventsOf(company);
    const path = operation.replace("{issued}", issued.id).replace("{draft}", draft.id);
    const { status } = await company.call(path, body === undefined ? {} : { body });
    expect(status).toBe(operation.startsWith("GET") ? 200 : 422);
    expect(await eventsOf(company)).toEqual(before);
  });
});

describe("event and change are one transaction", () => {
  test("what cannot be told does not happen", async () => {
    const company = await service.company();
    const { id, customer_id } = await company.draft();
    const name = `test_mute_${company.id}`;
    await service.context.db.query(`create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'the test makes this fail'; end $$`);
    await service.context.db.query(`create trigger ${name} before insert on events for each row
      when (new.company_id = ${company.id}) execute function ${name}()`);
    try {
      for (const [operation, body] of [
        ["POST /customers", { name: "Ada" }],
        ["POST /invoices", { customer_id, lines }],
        [`PATCH /invoices/${id}`, { notes: "changed" }],
        [`POST /invoices/${id}/issue`, undefined],
        [`DELETE /invoices/${id}`, undefined],
      ] as const) {
        const { status } = await company.call(operation, body === undefined ? {} : { body });
        expect([operation, status]).toEqual([operation, 500]);
      }
    } finally {
      await service.context.db.query(`drop function ${name}() cascade`);
    }
    const { invoices } = (await company.call("GET /invoices")).body;
    expect(invoices.map(({ status, notes }: Record<string, string>) => [status, notes])).toEqual([
      ["draft", null],
    ]);
    expect((await company.call("GET /customers")).body.customers).toHaveLength(1);
    // And the sequence goes on as if nothing had been tried.
    await company.call(`POST /invoices/${id}/issue`);
    expect((await eventsOf(company)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });
});

describe("the sequence", () => {
  test("has no gap and no repeat under 200 creates and issues at once, nor ever shows one to a reader", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const body = { customer_id, lines };
    const create = () => company.call("POST /invoices", { body });
    const drafts = await Promise.all(Array.from({ length: 100 }, create));
    const work = drafts.flatMap((draft, index) => [
      create(),
      company.call(`POST /invoices/${draft.body.invoice.id}/issue`),
      ...(index % 10 === 0 ? [company.call("POST /invoices", { body: { ...body, customer_id: 0 } })] : []),
    ]);
    let done = false;
    const finished = Promise.all(work).finally(() => {
      done = true;
    });
    while (!done) {
      const [seen] = await service.context.db.query<{ count: number; last: number }>(
        "select count(*) as count, max(sequence) as last from events where company_id = $1",
        [company.id],
      );
      expect(seen!.last).toBe(seen!.count);
    }
    const statuses = (await finished).map(({ status }) => status);
    const made = 1 + 100 + 200;
    expect(statuses.filter((status) => status < 300)).toHaveLength(200);
    const events = await eventsOf(company);
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: made }, (_, index) => index + 1),
    );
    expect(events.filter(({ type }) => type === "invoice.issued")).toHaveLength(100);
  });

  test("starts at 1 for each company", async () => {
    const companies = [await service.company(), await service.company()];
    for (const company of companies) {
      await company.customer();
      expect((await eventsOf(company)).map(({ sequence }) => sequence)).toEqual([1]);
    }
  });
});
