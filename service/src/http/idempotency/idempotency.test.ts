import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEinvoicingService } from "../../../test/einvoicing-service.ts";
import { type TestCompany, type TestService, taxed } from "../../../test/harness.ts";
import { setPlan } from "../../domains/tenancy/plans/service.ts";
import { inTransaction } from "../../platform/db/database.ts";
import {
  customerBody,
  expectMismatch,
  expectReplay,
  line,
  type Request,
  recipes,
  replayed,
  send,
  traces,
  withoutEffect,
} from "./idempotency.fixture.ts";
import { responseRetentionMs } from "./idempotency.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startEinvoicingService();
  company = await service.company({ profile: taxed });
});
afterAll(() => service.close());

const contract = JSON.parse(readFileSync(new URL("../../../../openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, unknown>>;
};

describe("every POST route", () => {
  test("of the contract is tested below", () => {
    const posts = Object.entries(contract.paths)
      .filter(([, methods]) => "post" in methods)
      .map(([path]) => path);
    expect(posts.filter((path) => !recipes[path])).toEqual([]);
  });

  test.each(Object.keys(recipes))(
    "POST %s: a retry with the same key and body gets the same status and bytes",
    async (path) => {
      const request = await recipes[path]!(company);
      const key = randomUUID();
      const before = await traces(service, company);
      const first = await send(company, request, key);
      expect([200, 201]).toContain(first.status);
      expect(replayed(first)).toBeNull();
      const done = await traces(service, company);
      if (withoutEffect.includes(path)) expect(done).toEqual(before);
      else expect(done).not.toEqual(before);
      expectReplay(await send(company, request, key), first);
      expectReplay(await send(company, request, key), first);
      expect(await traces(service, company)).toEqual(done);
      // A different body, where the route takes one, or a different path is a different request.
      if (request.body)
        expectMismatch(await send(company, { ...request, body: { ...request.body, notes: "x" } }, key));
      expectMismatch(await send(company, { operation: "POST /products", body: { name: key } }, key));
      expectMismatch(await send(company, { operation: "POST /invoices/999999999/issue" }, key));
      expect(await traces(service, company)).toEqual(done);
    },
  );

  test("that takes no body ignores one in the comparison too", async () => {
    const request = await recipes["/invoices/{id}/issue"]!(company);
    const key = randomUUID();
    const first = await send(company, request, key);
    expectReplay(await send(company, { ...request, body: { any: "thing" } }, key), first);
  });
});

describe("refusals", () => {
  test.each<[number, Request]>([
    [422, { operation: "POST /customers", body: {} }],
    [422, { operation: "POST /invoices", body: { lines: [] } }],
    [422, { operation: "POST /invoices", body: { customer_id: 999999999, lines: [line] } }],
    [404, { operation: "POST /invoices/999999999/issue" }],
    [404, { operation: "POST /sales/999999999/cancel" }],
    [404, { operation: "POST /invoices/999999999/register" }],
    [422, { operation: "POST /webhooks/diagnose", body: {} }],
  ])("%i is replayed: %o", async (status, request) => {
    const key = randomUUID();
    const first = await send(company, request, key);
    expect(first.status).toBe(status);
    expectReplay(await send(company, request, key), first);
    expectMismatch(await send(company, { operation: "POST /customers", body: customerBody }, key));
  });

  test("503 is not stored", async () => {
    const own = await service.company({ profile: taxed });
    const request = { operation: `POST /invoices/${(await own.draft()).id}/register` };
    for (let times = 0; times < 2; times++) {
      const reply = await send(own, request, "k");
      expect([reply.status, replayed(reply)]).toEqual([503, null]);
    }
  });

  test("429 of a quota is not stored: once the quota allows it, the same key works", async () => {
    const own = await service.company({ quotaInvoices: 0 });
    const request = await recipes["/invoices"]!(own);
    expect((await send(own, request, "k")).status).toBe(429);
    await inTransaction(service.context.db, (tx) =>
      setPlan({ tx, now: service.clock.now() }, own.id, { quotaInvoices: 1 }),
    );
    await expect.poll(async () => (await send(own, request, "k")).status).toBe(201);
    const again = await send(own, request, "k");
    expect([again.status, replayed(again)]).toEqual([201, "true"]);
  });

  test("429 of the throttle is not stored", async () => {
    const own = await service.company({ postRate: 1 });
    await Promise.all(Array.from({ length: 120 }, () => own.call("POST /customers", { body: {} })));
    const request = { operation: "POST /customers", body: customerBody };
    expect((await send(own, request, "k")).status).toBe(429);
    service.clock.advance(1000);
    expect((await send(own, request, "k")).status).toBe(201);
  });
});

describe("the key", () => {
  test.each(["/invoices", "/customers"])(
    "can be reused after 24 hours, and not earlier: POST %s",
    async (path) => {
      const request = await recipes[path]!(company);
      const key = randomUUID();
      const first = await send(company, request, key);
      service.clock.advance(responseRetentionMs - 1);
      expectReplay(await send(company, request, key), first);
      service.clock.advance(1);
      const fresh = await send(company, request, key);
      expect([fresh.status, replayed(fresh)]).toEqual([201, null]);
      expect(fresh.text).not.toBe(first.text);
      expectReplay(await send(company, request, key), fresh);
    },
  );

  test("belongs to a company: the same key of another company is independent", async () => {
    const other = await service.company();
    const request = { operation: "POST /customers", body: customerBody };
    const [mine, theirs] = [await send(company, request, "shared"), await send(other, request, "shared")];
    expect([mine.status, theirs.status, replayed(theirs)]).toEqual([201, 201, null]);
    expect(theirs.body.customer.id).not.toBe(mine.body.customer.id);
  });

  test("has 1 to 255 characters", async () => {
    const request = { operation: "POST /customers", body: customerBody };
    for (const key of ["", "k".repeat(256)]) {
      const refused = await send(company, request, key);
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual([
        { field: "Idempotency-Key", message: "must have 1 to 255 characters" },
      ]);
    }
    for (const key of ["k", "k".repeat(255)]) expect((await send(company, request, key)).status).toBe(201);
    // 404 comes before 422, as on every route.
    expect(
      (await send(company, { operation: "POST /invoices/999999999/issue" }, "k".repeat(256))).status,
    ).toBe(404);
  });

  test("is ignored on GET and PATCH", async () => {
    const id = await company.customer();
    const key = randomUUID();
    for (const operation of ["GET /customers?limit=1", `GET /customers/${id}`]) {
      const reply = await send(company, { operation }, key);
      expect([reply.status, replayed(reply)]).toEqual([200, null]);
    }
    for (const phone of ["1", "2"]) {
      const reply = await send(company, { operation: `PATCH /customers/${id}`, body: { phone } }, key);
      expect([reply.status, replayed(reply), reply.body.customer.phone]).toEqual([200, null, phone]);
    }
    expect((await send(company, { operation: "POST /customers", body: customerBody }, key)).status).toBe(201);
  });

  test.each(["/invoices", "/customers"])("replays the warnings with the response: POST %s", async (path) => {
    const { operation, body } = await recipes[path]!(company);
    const request = { operation: `${operation}?colour=red`, body: { ...body, pirce: 1 } };
    const key = randomUUID();
    const first = await send(company, request, key);
    expect(first.body.warnings).toEqual(["unknown field: colour", "unknown field: pirce"]);
    expectReplay(await send(company, request, key), first);
  });
});
