import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 }];
const create = async (by: TestCompany, fields: object = {}) => {
  const customer_id = await by.customer();
  const { status, body, text } = await by.call("POST /quotes", { body: { customer_id, lines, ...fields } });
  if (status !== 201) throw new Error(text);
  return body.quote;
};
const idsOf = async (by: TestCompany, query: Record<string, string>) => {
  const { status, body, text } = await by.call(`GET /quotes?${new URLSearchParams(query)}`);
  if (status !== 200) throw new Error(text);
  return body.quotes.map(({ id }: { id: number }) => id);
};

test("200 lists newest first without the lines, with them by include=lines, page by page", async () => {
  const fresh = await service.company();
  const [a, b, c] = [await create(fresh), await create(fresh), await create(fresh)];
  const withoutLines = ({ lines: _lines, ...entry }: Record<string, unknown>) => entry;
  const { body } = await fresh.call("GET /quotes?limit=2&include=total_count");
  expect(body.quotes).toEqual([withoutLines(c), withoutLines(b)]);
  expect(body.pagination).toMatchObject({ has_more: true, total_count: 3 });
  const next = await fresh.call(`GET /quotes?include=lines&cursor=${body.pagination.next_cursor}`);
  expect(next.body.quotes).toEqual([a]);
});

test("200 filters by status, customer, currency, external_id, day, number and name", async () => {
  const fresh = await service.company();
  const buyer = await fresh.customer({ name: "Buyer & Sons" });
  const a = await create(fresh, { customer_id: buyer, currency: "USD", external_id: "e" });
  const b = await create(fresh);
  await fresh.call(`POST /quotes/${b.id}/send`);
  for (const [query, ids] of [
    [{ status: "draft" }, [a.id]],
    [{ status: "sent" }, [b.id]],
    [{ status: "invoiced" }, []],
    [{ customer_id: String(buyer) }, [a.id]],
    [{ currency: "USD" }, [a.id]],
    [{ external_id: "e" }, [a.id]],
    [{ created_from: "2026-11-15", created_to: "2026-11-15" }, [b.id, a.id]],
    [{ created_to: "2026-11-14" }, []],
    [{ q: "quo-000002" }, [b.id]],
    [{ q: "2" }, [b.id]],
    [{ q: "buyer" }, [a.id]],
  ] as const) {
    expect([query, await idsOf(fresh, query)]).toEqual([query, ids]);
  }
});
