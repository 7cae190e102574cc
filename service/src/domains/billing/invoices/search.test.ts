import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestService } from "../../../../test/harness.ts";
import { idsOf, insertInvoices, list } from "./list.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("GET /invoices", () => {
  describe("q", () => {
    const number = "INV-000001";

    test.each([number, "inv-000001", "INV000001", "inv 000001", "INV/000001", "1", "000001", " 1 "])(
      "finds INV-000001 by %j",
      async (q) => {
        const company = await service.company();
        const { id } = await company.draft();
        await company.call(`POST /invoices/${id}/issue`);
        const other = await company.draft();
        await company.call(`POST /invoices/${other.id}/issue`);
        expect(await idsOf(company, { q })).toEqual([id]);
      },
    );

    test("finds by the company's own series", async () => {
      const company = await service.company({ profile: { invoice_series: "LAG-A" } });
      const { id } = await company.draft();
      await company.call(`POST /invoices/${id}/issue`);
      for (const q of ["LAG-A-000001", "laga000001", "1"])
        expect([q, await idsOf(company, { q })]).toEqual([q, [id]]);
      expect(await idsOf(company, { q: "INV-000001" })).toEqual([]);
    });

    test("finds by a part of the customer's name, drafts too, literally and in any case", async () => {
      const company = await service.company();
      const acme = await company.draft({ customer_id: await company.customer({ name: "ACME 100% Foods" }) });
      const other = await company.draft({ customer_id: await company.customer({ name: "Acme Other" }) });
      expect(await idsOf(company, { q: "acme" })).toEqual([other.id, acme.id]);
      expect(await idsOf(company, { q: "100%" })).toEqual([acme.id]);
      expect(await idsOf(company, { q: "_" })).toEqual([]);
      expect(await idsOf(company, { q: "!?" })).toEqual([]);
    });

    test("finds an invoice once that fits by number and by name", async () => {
      const company = await service.company();
      const { id } = await company.draft({ customer_id: await company.customer({ name: "1 Stop Shop" }) });
      await company.call(`POST /invoices/${id}/issue`);
      const second = await company.draft({ customer_id: await company.customer({ name: "Other" }) });
      expect(await idsOf(company, { q: "1" })).toEqual([id]);
      expect(await idsOf(company, { q: "o" })).toEqual([second.id, id]);
    });

    test("finds nothing of another company", async () => {
      const theirs = await service.company();
      const { id } = await theirs.draft({ customer_id: await theirs.customer({ name: "Secret Ltd" }) });
      await theirs.call(`POST /invoices/${id}/issue`);
      const company = await service.company();
      expect(await idsOf(company, { q: "secret" })).toEqual([]);
      expect(await idsOf(company, { q: number })).toEqual([]);
    });

    test("finds by a name that hundreds of another company's customers have", async () => {
      const word = `common${randomUUID().slice(0, 8)}`;
      const theirs = await service.company();
      await service.context.db.query(
        `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
         select $1, $2 || n, 'business', '{}', $3, $3 from generate_series(1, 1000) n`,
        [theirs.id, `${word} `, noon],
      );
      const company = await service.company();
      const { id } = await company.draft({ customer_id: await company.customer({ name: `${word} Ltd` }) });
      expect(await idsOf(company, { q: word })).toEqual([id]);
    });

    test("counts all that it finds, not only a page of each customer", async () => {
      const company = await service.company();
      await insertInvoices(service, company, await company.customer({ name: "Busy Ltd" }), 250);
      const { body } = await list(company, { q: "busy", include: "total_count", limit: 100 });
      expect(body.invoices).toHaveLength(100);
      expect(body.pagination).toMatchObject({ has_more: true, total_count: 250, total_count_capped: false });
    });

    test("walks along the cursor through several customers, meeting everything once", async () => {
      const company = await service.company();
      await insertInvoices(service, company, await company.customer({ name: "Busy Ltd" }), 130);
      const late = await company.draft({ customer_id: await company.customer({ name: "Busy Two" }) });
      const walked: number[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await list(company, { q: "busy", limit: 50, ...(cursor && { cursor }) });
        walked.push(...body.invoices.map(({ id }: { id: number }) => id));
        cursor = body.pagination.next_cursor;
      } while (cursor);
      expect([walked.length, new Set(walked).size, walked[0]]).toEqual([131, 131, late.id]);
    });
  });
});
