import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestService } from "../../../../test/harness.ts";
import { idsOf, insertInvoices, list } from "./list.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("GET /invoices", () => {
  describe("200", () => {
    test("is an empty list for a new company", async () => {
      const { status, body } = await list(await service.company());
      expect(status).toBe(200);
      const pagination = { limit: 25, has_more: false, next_cursor: null };
      expect(body).toEqual({ success: true, invoices: [], pagination });
    });

    test("gives entries newest first, each all that GET one gives but the lines, and no other company's", async () => {
      const company = await service.company();
      await (await service.company()).draft();
      const first = await company.draft();
      const second = (await company.call(`POST /invoices/${(await company.draft()).id}/issue`)).body.invoice;
      const { body } = await list(company);
      const withoutLines = ({ lines: _lines, ...entry }: Record<string, unknown>) => entry;
      expect(body.invoices).toEqual([withoutLines(second), withoutLines(first)]);
    });

    test("include=lines adds the lines, each as GET one gives it", async () => {
      const company = await service.company();
      const lines = ["A", "B"].map((description) => ({ description, quantity: 1, unit_price: 1 }));
      const invoice = await company.draft({ lines });
      expect((await list(company, { include: "lines" })).body.invoices).toEqual([invoice]);
      const { body } = await list(company, { include: "total_count,lines" });
      expect(body.invoices[0].lines).toHaveLength(2);
      expect(body.pagination.total_count).toBe(1);
    });

    test("a walk along the cursor meets everything once, newest first", async () => {
      const company = await service.company();
      await insertInvoices(service, company, await company.customer(), 47);
      const walked: number[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await list(company, { limit: 9, ...(cursor && { cursor }) });
        walked.push(...body.invoices.map(({ id }: { id: number }) => id));
        cursor = body.pagination.next_cursor;
      } while (cursor);
      expect(walked).toHaveLength(47);
      expect(walked).toEqual([...new Set(walked)].sort((a, b) => b - a));
    });
  });

  describe("filters", () => {
    test("status finds exactly those", async () => {
      const company = await service.company();
      const after = async (actions: string[], fields = {}) => {
        const { id } = await company.draft(fields);
        for (const action of actions) await company.call(`POST /invoices/${id}/${action}`);
        return id;
      };
      const free = { lines: [{ description: "Gift", quantity: 1, unit_price: 0 }] };
      const ids: Record<string, number> = {
        draft: await after([]),
        open: await after(["issue"]),
        paid: await after(["issue"], free),
        void: await after(["issue", "void"]),
        uncollectible: await after(["issue", "write_off"]),
      };
      for (const [status, id] of Object.entries(ids))
        expect([status, await idsOf(company, { status })]).toEqual([status, [id]]);
      expect(await idsOf(company, { status: "partially_paid" })).toEqual([]);
      expect(await idsOf(company, { status: "overdue" })).toEqual([]);
    });

    test("customer_id, currency, external_id and fiscal_status find theirs, alone and together", async () => {
      const company = await service.company();
      const customer_id = await company.customer();
      const a = (await company.draft({ customer_id, currency: "USD", external_id: "e-1" })).id;
      const b = (await company.draft({ customer_id })).id;
      const c = (await company.draft({ currency: "USD" })).id;
      expect(await idsOf(company, { customer_id })).toEqual([b, a]);
      expect(await idsOf(company, { currency: "USD" })).toEqual([c, a]);
      expect(await idsOf(company, { external_id: "e-1" })).toEqual([a]);
      expect(await idsOf(company, { fiscal_status: "none" })).toEqual([c, b, a]);
      expect(await idsOf(company, { fiscal_status: "registered" })).toEqual([]);
      expect(await idsOf(company, { customer_id, currency: "USD", status: "draft" })).toEqual([a]);
      expect(await idsOf(company, { customer_id: 9_007_199_254_740_991 })).toEqual([]);
    });

    test("created_from and created_to are days where the company is", async () => {
      const company = await service.company();
      service.clock.set(new Date("2026-11-15T22:59:59.999Z"));
      const before = (await company.draft()).id;
      service.clock.set(new Date("2026-11-15T23:00:00.000Z"));
      const after = (await company.draft()).id;
      service.clock.set(noon);
      expect(await idsOf(company, { created_to: "2026-11-15" })).toEqual([before]);
      expect(await idsOf(company, { created_from: "2026-11-16" })).toEqual([after]);
    });

    test("every combination is answered, also one right after another that differs in little", async () => {
      const company = await service.company();
      const customer_id = await company.customer({ name: "Acme" });
      const { id } = await company.draft({ customer_id, external_id: "e-1" });
      const all: Record<string, string | number> = {
        status: "draft",
        fiscal_status: "none",
        customer_id,
        currency: "NGN",
        external_id: "e-1",
        created_from: "2026-11-15",
        created_to: "2026-11-15",
        q: "acme",
      };
      const cursor = Buffer.from(`2026-11-16T00:00:00.000Z ${id}`).toString("base64url");
      const extras: Record<string, string>[] = [
        {},
        { cursor },
        { include: "lines" },
        { include: "lines,total_count", cursor },
      ];
      const { q: _q, ...withoutQ } = all;
      const { created_to: _to, ...withoutEnd } = all;
      for (const filters of [all, withoutQ, withoutEnd]) {
        for (const extra of extras) {
          const { status, body } = await list(company, { ...filters, ...extra });
          const found = body.invoices?.map((invoice: { id: number }) => invoice.id);
          expect([Object.keys({ ...filters, ...extra }), status, found]).toEqual([
            expect.anything(),
            200,
            [id],
          ]);
        }
      }
    });
  });

  test.each([
    ["status", "issued"],
    ["status", "OPEN"],
    ["status", ""],
    ["fiscal_status", "done"],
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "abc"],
    ["cursor", "broken"],
    ["customer_id", "acme"],
    ["customer_id", "0"],
    ["currency", "naira"],
    ["include", "customer"],
    ["created_to", "2026-11-31"],
    ["q", ""],
  ])("422 for %s=%j", async (name, value) => {
    const { status, body } = await list(await service.company(), { [name]: value });
    expect([status, body.success, body.errors?.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      false,
      [name],
    ]);
  });
});
