import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startService, type TestCompany, type TestService } from "../../service/test/harness.ts";
import { createClient } from "./client.ts";
import { InvalidError } from "./errors.ts";
import type { ClientOptions } from "./options.ts";
import type { SyncResult } from "./sync.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Waits move the clock of the service, by which its limits are kept. */
const clientOf = ({ appId, secret }: TestCompany, options: Partial<ClientOptions> = {}) =>
  createClient({
    baseUrl: `${service.url}/api/v1`,
    appId,
    secret,
    sleep: async (ms) => void service.clock.advance(ms),
    ...options,
  });

const countOf = async (company: TestCompany, path = "customers") =>
  (await company.call(`GET /${path}?limit=1&include=total_count`)).body.pagination.total_count;

describe("the rate limit", () => {
  test("loses no record, however many are sent at once, and is not counted as a retry", async () => {
    const company = await service.company({ postRate: 5 });
    let refused = 0;
    const client = clientOf(company, { retries: 1, onRetry: () => (refused += 1) });
    await Promise.all(
      Array.from({ length: 400 }, (_, index) => client.customers.create({ name: `N ${index}` })),
    );
    expect(refused).toBeGreaterThan(0);
    expect(await countOf(company)).toBe(400);
  });

  test("is followed by its headers: calls one after the other are never refused", async () => {
    vi.spyOn(Date, "now").mockImplementation(() => service.clock.now().getTime());
    onTestFinished(() => void vi.restoreAllMocks());
    const company = await service.company({ postRate: 5 });
    const refused: number[] = [];
    const client = clientOf(company, { onRetry: ({ error }) => refused.push(error.status) });
    for (let index = 0; index < 200; index += 1) await client.customers.create({ name: `N ${index}` });
    expect(refused).toEqual([]);
    expect(await countOf(company)).toBe(200);
  });

  test("ends a call only where the caller wants no retries", async () => {
    const company = await service.company({ postRate: 1 });
    const client = clientOf(company, { retries: 0 });
    const sent = Array.from({ length: 200 }, () => client.customers.create({ name: "N" }));
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  });
});

describe("syncAll", () => {
  test("sends 1,201 records in three batches, tells what became of each, and changes nothing the second time", async () => {
    const company = await service.company();
    const client = clientOf(company);
    const records = () =>
      Array.from({ length: 1201 }, (_, index) => ({
        external_id: `e${index}`,
        ...(index !== 700 && { name: `N ${index}` }),
      }));
    const results: SyncResult[] = [];
    const summary = await client.customers.syncAll(records(), { onResult: (result) => results.push(result) });
    expect(summary).toEqual({
      created: 1200,
      updated: 0,
      unchanged: 0,
      failed: 1,
      batches: 3,
      failures: [
        {
          index: 700,
          status: "failed",
          code: "invalid_request",
          errors: [{ field: "name", message: "is required" }],
          record: { external_id: "e700" },
        },
      ],
    });
    expect(results.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
      records().map((_, index) => index),
    );
    const again = await client.customers.syncAll(records());
    expect(again).toMatchObject({ created: 0, unchanged: 1200, failed: 1 });
    expect(await countOf(company)).toBe(1200);
  });

  test("reads the source only as fast as records are stored", async () => {
    const client = clientOf(await service.company());
    let read = 0;
    let reported = 0;
    let ahead = 0;
    async function* source() {
      for (; read < 5000; read += 1) {
        ahead = Math.max(ahead, read - reported);
        yield { external_id: `s${read}`, name: "N", unit_price: 1 };
      }
    }
    const summary = await client.products.syncAll(source(), { onResult: () => (reported += 1) });
    expect([summary.created, reported]).toEqual([5000, 5000]);
    expect(ahead).toBeLessThanOrEqual(1501);
  });

  test("a record that comes twice ends as it came last", async () => {
    const company = await service.company();
    const client = clientOf(company);
    const names = ["first", "second", "third"];
    const summary = await client.customers.syncAll(names.map((name) => ({ external_id: "one", name })));
    expect(summary).toMatchObject({ created: 1, updated: 2, failed: 0, batches: 3 });
    const [customer] = (await client.customers.list({ external_id: "one" })).customers;
    expect(customer!.name).toBe("third");
  });

  test("works for sales and invoices, and create mode creates each time", async () => {
    const company = await service.company();
    const client = clientOf(company);
    const customer_id = await company.customer();
    const lines = [{ description: "Work", quantity: 1, unit_price: 5 }];
    const records = [
      { customer_id, lines },
      { customer_id, lines },
    ];
    for (const resource of [client.sales, client.invoices])
      expect(await resource.syncAll(records, { mode: "create" })).toMatchObject({ created: 2, failed: 0 });
    expect([await countOf(company, "sales"), await countOf(company, "invoices")]).toEqual([2, 2]);
  });

  test("a record with an unknown field fails, and the others are stored", async () => {
    const company = await service.company();
    const records = Array.from({ length: 600 }, (_, index) => ({
      external_id: `u${index}`,
      name: "N",
      ...(index === 3 && { emial: "n@example.com" }),
    }));
    const summary = await clientOf(company).customers.syncAll(records);
    expect(summary).toMatchObject({
      created: 599,
      failed: 1,
      failures: [{ index: 3, code: "unknown_field", errors: [{ field: "emial" }] }],
    });
    expect(await countOf(company)).toBe(599);
  });

  test("a refused batch, or an error of the source, ends it with that error", async () => {
    const client = clientOf(await service.company());
    const unstorable = [{ external_id: "x", name: "\u0000" }];
    await expect(client.customers.syncAll(unstorable)).rejects.toBeInstanceOf(InvalidError);
    async function* broken() {
      yield { external_id: "a", name: "A" };
      throw new Error("the source broke");
    }
    await expect(client.customers.syncAll(broken())).rejects.toThrow("the source broke");
    const ended = AbortSignal.abort(new Error("enough"));
    await expect(client.customers.syncAll([{ name: "A" }], { signal: ended })).rejects.toThrow("enough");
  });
});
