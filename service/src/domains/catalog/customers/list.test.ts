import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A company with customers of these names, in this order. */
async function companyWith(...names: string[]): Promise<TestCompany> {
  const company = await service.company();
  for (const name of names) await company.customer({ name });
  return company;
}

const list = (company: TestCompany, query: Record<string, string | number> = {}) =>
  company.call(`GET /customers?${new URLSearchParams(query as Record<string, string>)}`);
const namesOf = async (company: TestCompany, query: Record<string, string | number>) => {
  const { status, body } = await list(company, query);
  expect(status).toBe(200);
  return body.customers.map(({ name }: { name: string }) => name);
};

describe("GET /customers", () => {
  describe("200", () => {
    test("is an empty list for a new company", async () => {
      const { status, body } = await list(await service.company());
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        customers: [],
        pagination: { limit: 25, has_more: false, next_cursor: null },
      });
    });

    test("gives the customers newest first, each as GET one gives it, and no other company's", async () => {
      const company = await companyWith("A", "B", "C");
      await companyWith("Stranger");
      const { body } = await list(company);
      expect(body.customers.map(({ name }: { name: string }) => name)).toEqual(["C", "B", "A"]);
      for (const customer of body.customers) {
        expect((await company.call(`GET /customers/${customer.id}`)).body.customer).toEqual(customer);
      }
    });

    test("reports an unknown parameter", async () => {
      const { status, body } = await list(await service.company(), { offset: 5, limit: 5 });
      expect([status, body.warnings]).toEqual([200, ["unknown field: offset"]]);
    });

    test("gives 25 by default, and up to 100 when asked", async () => {
      const company = await service.company();
      await service.context.db.query(
        `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
         select $1, 'C' || n, 'business', '{}', $2, $2 from generate_series(1, 101) n`,
        [company.id, noon],
      );
      for (const [query, count] of [
        [{}, 25],
        [{ limit: 1 }, 1],
        [{ limit: 100 }, 100],
      ] as const) {
        const { body } = await list(company, query);
        expect(body.customers).toHaveLength(count);
        expect(body.pagination).toEqual({ limit: count, has_more: true, next_cursor: expect.any(String) });
      }
    });

    test("a walk along the cursor meets everything once, newest first, also what was made in one instant", async () => {
      const company = await service.company();
      await service.context.db.query(
        `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
         select $1, 'C' || n, 'business', '{}', $2::timestamptz + (n / 7) * interval '1 millisecond', $2
         from generate_series(1, 53) n`,
        [company.id, noon],
      );
      const walked: string[] = [];
      service.clock.set(new Date("2026-11-15T12:00:00.000Z"));
      let cursor: string | null = null;
      do {
        const { body } = await list(company, { limit: 10, ...(cursor && { cursor }) });
        walked.push(...body.customers.map(({ name }: { name: string }) => name));
        cursor = body.pagination.next_cursor;
        expect(body.pagination.has_more).toBe(cursor !== null);
        // What is made during the walk is newer than its start, so it is not met and shifts nothing.
        await company.customer({ name: "late" });
      } while (cursor);
      service.clock.set(noon);
      expect(walked).toEqual(Array.from({ length: 53 }, (_, index) => `C${53 - index}`));
    });

    test("the last page, exactly full, says that there are no more", async () => {
      const company = await companyWith("A", "B", "C", "D");
      const first = (await list(company, { limit: 2 })).body.pagination;
      const { body } = await list(company, { limit: 2, cursor: first.next_cursor });
      expect(body.customers).toHaveLength(2);
      expect(body.pagination).toEqual({ limit: 2, has_more: false, next_cursor: null });
    });
  });

  describe("include=total_count", () => {
    test("adds the count of all that match, whatever the page", async () => {
      const company = await companyWith("Acme 1", "Acme 2", "Other");
      const { body } = await list(company, { include: "total_count", limit: 1, q: "acme" });
      expect(body.pagination).toEqual({
        limit: 1,
        has_more: true,
        next_cursor: expect.any(String),
        total_count: 2,
        total_count_capped: false,
      });
    });

    test("counts up to 10,000 and then says that it stopped", async () => {
      const company = await service.company();
      const insert = (count: number) =>
        service.context.db.query(
          `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
           select $1, 'Many', 'business', '{}', $2, $2 from generate_series(1, $3::int)`,
          [company.id, noon, count],
        );
      await insert(10_000);
      const counted = async () => (await list(company, { include: "total_count", limit: 1 })).body.pagination;
      expect(await counted()).toMatchObject({ total_count: 10_000, total_count_capped: false });
      await insert(1);
      expect(await counted()).toMatchObject({ total_count: 10_000, total_count_capped: true });
    });
  });

  describe("filters", () => {
    test("external_id finds that one", async () => {
      const company = await companyWith("Other");
      await company.customer({ name: "Wanted", external_id: "crm-1" });
      expect(await namesOf(company, { external_id: "crm-1" })).toEqual(["Wanted"]);
      expect(await namesOf(company, { external_id: "crm" })).toEqual([]);
    });

    test("created_from and created_to take dates as whole days where the company is", async () => {
      const company = await service.company();
      // In Lagos (UTC+1) the 15th runs from 23:00Z to 23:00Z.
      for (const moment of ["14T22:59:59.999Z", "14T23:00:00.000Z", "15T22:59:59.999Z", "15T23:00:00.000Z"]) {
        service.clock.set(new Date(`2026-11-${moment}`));
        await company.customer({ name: moment });
      }
      service.clock.set(noon);
      const day = { created_from: "2026-11-15", created_to: "2026-11-15" };
      expect(await namesOf(company, day)).toEqual(["15T22:59:59.999Z", "14T23:00:00.000Z"]);
      expect(await namesOf(company, { created_from: "2026-11-16" })).toEqual(["15T23:00:00.000Z"]);
      expect(await namesOf(company, { created_to: "2026-11-14" })).toEqual(["14T22:59:59.999Z"]);
    });

    test("created_from and created_to take timestamps as moments, both included", async () => {
      const company = await service.company();
      for (const second of [1, 2, 3]) {
        service.clock.set(new Date(`2026-11-15T10:00:0${second}.500Z`));
        await company.customer({ name: `second ${second}` });
      }
      service.clock.set(noon);
      const created_from = "2026-11-15T11:00:02.500+01:00";
      expect(await namesOf(company, { created_from })).toEqual(["second 3", "second 2"]);
      expect(await namesOf(company, { created_to: "2026-11-15T10:00:02.500Z" })).toEqual([
        "second 2",
        "second 1",
      ]);
      expect(await namesOf(company, { created_from, created_to: "2026-11-15T10:00:02.500Z" })).toEqual([
        "second 2",
      ]);
    });

    test("q finds names that contain it, in any case, also beyond ASCII", async () => {
      const company = await companyWith("ACME Trading", "Other", "The acme Shop", "École Ọlá");
      expect(await namesOf(company, { q: "acme" })).toEqual(["The acme Shop", "ACME Trading"]);
      expect(await namesOf(company, { q: "ÉCOLE ỌL" })).toEqual(["École Ọlá"]);
      expect(await namesOf(company, { q: "x" })).toEqual([]);
    });

    test("q takes the wildcards of SQL literally", async () => {
      const company = await companyWith("100% Foods", "1000 Foods", "a_b", "axb", "c\\d", "cd");
      expect(await namesOf(company, { q: "0%" })).toEqual(["100% Foods"]);
      expect(await namesOf(company, { q: "a_b" })).toEqual(["a_b"]);
      expect(await namesOf(company, { q: "c\\d" })).toEqual(["c\\d"]);
      expect(await namesOf(company, { q: "%" })).toEqual(["100% Foods"]);
      expect(await namesOf(company, { q: "'; drop" })).toEqual([]);
    });

    test("together are all required, along the cursor too", async () => {
      const company = await companyWith("Acme 1", "Other 1", "Acme 2", "Other 2", "Acme 3");
      const query = { q: "acme", created_from: "2026-11-15", limit: 2 };
      const { body } = await list(company, query);
      expect(body.customers.map(({ name }: { name: string }) => name)).toEqual(["Acme 3", "Acme 2"]);
      expect(await namesOf(company, { ...query, cursor: body.pagination.next_cursor })).toEqual(["Acme 1"]);
    });
  });

  describe("422", () => {
    const forged = Buffer.from("2026-02-30T00:00:00.000Z 1").toString("base64url");
    test.each([
      ["limit", "0"],
      ["limit", "101"],
      ["limit", "-1"],
      ["limit", "abc"],
      ["limit", "1.5"],
      ["limit", ""],
      ["limit", "99999999999999999999"],
      ["cursor", "broken"],
      ["cursor", forged],
      ["created_from", "2026-02-30"],
      ["created_from", "yesterday"],
      ["created_to", "2026-11-15T10:00:00"],
      ["external_id", ""],
      ["include", "everything"],
      ["q", ""],
      ["q", "x".repeat(101)],
      ["q", "\0"],
    ])("%s=%j", async (name, value) => {
      const { status, body } = await list(await service.company(), { [name]: value });
      expect(status).toBe(422);
      expect(body).toMatchObject({ success: false, code: "invalid_request", errors: [{ field: name }] });
      expect(body.errors).toHaveLength(1);
    });

    test("names every faulty parameter at once", async () => {
      const { body } = await list(await service.company(), { limit: 0, created_from: "x", include: "y" });
      expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
        "created_from",
        "include",
        "limit",
      ]);
    });

    test("a parameter given twice", async () => {
      const company = await service.company();
      expect((await company.call("GET /customers?limit=1&limit=2")).status).toBe(422);
    });
  });
});
