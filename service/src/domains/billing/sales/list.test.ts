import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 }];
const create = async (fields: object, by: TestCompany) => {
  const { status, body, text } = await by.call("POST /sales", { body: { lines, ...fields } });
  if (status !== 201) throw new Error(text);
  return body.sale;
};

describe("GET /sales", () => {
  const idsOf = async (by: TestCompany, query: Record<string, string | number>) => {
    const { status, body, text } = await by.call(
      `GET /sales?${new URLSearchParams(query as Record<string, string>)}`,
    );
    if (status !== 200) throw new Error(text);
    return body.sales.map(({ id }: { id: number }) => id);
  };

  test("200 lists newest first without the lines, with them by include=lines, page by page", async () => {
    const fresh = await service.company();
    const [a, b, c] = [await create({}, fresh), await create({}, fresh), await create({}, fresh)];
    const withoutLines = ({ lines: _lines, ...entry }: Record<string, unknown>) => entry;
    const { body } = await fresh.call("GET /sales?limit=2&include=total_count");
    expect(body).toEqual({
      success: true,
      sales: [withoutLines(c), withoutLines(b)],
      pagination: {
        limit: 2,
        has_more: true,
        next_cursor: expect.any(String),
        total_count: 3,
        total_count_capped: false,
      },
    });
    const next = await fresh.call(`GET /sales?include=lines&cursor=${body.pagination.next_cursor}`);
    expect(next.body.sales).toEqual([a]);
  });

  test("200 filters by status, customer, currency, external_id and day", async () => {
    const fresh = await service.company();
    const buyer = await fresh.customer({ name: "Buyer & Sons" });
    const a = (await create({ customer_id: buyer, currency: "USD", external_id: "e" }, fresh)).id;
    const b = (await create({}, fresh)).id;
    await fresh.call(`POST /sales/${b}/cancel`);
    for (const [query, ids] of [
      [{ status: "open" }, [a]],
      [{ status: "cancelled" }, [b]],
      [{ status: "invoiced" }, []],
      [{ customer_id: buyer }, [a]],
      [{ currency: "USD" }, [a]],
      [{ external_id: "e" }, [a]],
      [{ created_from: "2026-11-15", created_to: "2026-11-15" }, [b, a]],
      [{ created_to: "2026-11-14" }, []],
      [{ q: "buyer" }, [a]],
      [{ q: "buyer", status: "cancelled" }, []],
    ] as const) {
      expect([query, await idsOf(fresh, query)]).toEqual([query, ids]);
    }
  });

  test.each(["SO-000001", "so-000001", "SO000001", "so 000001", "1", "000001"])(
    "200 q finds SO-000001 by %j",
    async (q) => {
      const fresh = await service.company();
      const { id } = await create({}, fresh);
      await create({}, fresh);
      expect(await idsOf(fresh, { q })).toEqual([id]);
    },
  );

  test.each(["status=paid", "limit=0", "limit=101", "cursor=x", "include=customer", "customer_id=x"])(
    "422 for %s",
    async (query) => {
      const { status, body } = await (await service.company()).call(`GET /sales?${query}`);
      expect([status, body.errors?.[0]?.field]).toEqual([422, query.split("=")[0]]);
    },
  );
});
