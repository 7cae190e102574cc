import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../test/harness.ts";
import { inTransaction } from "../foundation/database.ts";
import { setPlan } from "../modules/subscriptions/service.ts";
import { answersKeptMs } from "./idempotency.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const line = { description: "Work", quantity: 1, unit_price: 100 };
const customerBody = { name: "Acme Trading Ltd" };

type Request = { operation: string; body?: object };
const draftId = async (of: TestCompany) => (await of.draft()).id as number;
const saleId = async (of: TestCompany) =>
  (await of.call("POST /sales", { body: { customer_id: await of.customer(), lines: [line] } })).body.sale.id as number;
async function issuedId(of: TestCompany): Promise<number> {
  const id = await draftId(of);
  await of.call(`POST /invoices/${id}/issue`);
  return id;
}

/** How each POST route of the contract is called once with success. */
const recipes: Record<string, (of: TestCompany) => Promise<Request>> = {
  "/customers": async () => ({ operation: "POST /customers", body: customerBody }),
  "/products": async () => ({ operation: "POST /products", body: { name: "Rice", unit_price: 78500 } }),
  "/sales": async (of) => ({ operation: "POST /sales", body: { customer_id: await of.customer(), lines: [line] } }),
  "/sales/{id}/cancel": async (of) => ({ operation: `POST /sales/${await saleId(of)}/cancel` }),
  "/sales/{id}/invoice": async (of) => ({ operation: `POST /sales/${await saleId(of)}/invoice` }),
  "/invoices": async (of) => ({ operation: "POST /invoices", body: { customer_id: await of.customer(), lines: [line] } }),
  "/invoices/{id}/issue": async (of) => ({ operation: `POST /invoices/${await draftId(of)}/issue` }),
  "/invoices/{id}/void": async (of) => ({ operation: `POST /invoices/${await issuedId(of)}/void` }),
  "/invoices/{id}/write_off": async (of) => ({ operation: `POST /invoices/${await issuedId(of)}/write_off` }),
};

const contract = JSON.parse(readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, unknown>>;
};

function send(of: TestCompany, { operation, body }: Request, key: string): Promise<Reply> {
  return of.call(operation, { ...(body && { body }), headers: { "Idempotency-Key": key } });
}
const replayed = (reply: Reply) => reply.headers.get("idempotency-replayed");
/** Every effect tells an event, so their count is the count of effects. */
async function effects(of: TestCompany, on = service): Promise<number> {
  const [row] = await on.context.db.query<{ count: number }>("select count(*) from events where company_id = $1", [of.id]);
  return row!.count;
}
function expectMismatch(reply: Reply): void {
  expect(reply.status).toBe(422);
  expect(reply.body.code).toBe("idempotency_mismatch");
}
function expectReplay(again: Reply, first: Reply): void {
  expect({ status: again.status, text: again.text, replayed: replayed(again) }).toEqual({
    status: first.status,
    text: first.text,
    replayed: "true",
  });
}

describe("every POST route", () => {
  test("of the contract is tried below", () => {
    const posts = Object.entries(contract.paths).filter(([, methods]) => "post" in methods).map(([path]) => path);
    expect(posts.filter((path) => !recipes[path])).toEqual([]);
  });

  test.each(Object.keys(recipes))("POST %s: once done, the same key and body give the same status and bytes", async (path) => {
    const request = await recipes[path]!(company);
    const key = randomUUID();
    const first = await send(company, request, key);
    expect([200, 201]).toContain(first.status);
    expect(replayed(first)).toBeNull();
    const done = await effects(company);
    expectReplay(await send(company, request, key), first);
    expectReplay(await send(company, request, key), first);
    expect(await effects(company)).toBe(done);
    // Another body, where the route takes one, and another path are another request.
    if (request.body) expectMismatch(await send(company, { ...request, body: { ...request.body, notes: "x" } }, key));
    expectMismatch(await send(company, { operation: "POST /products", body: { name: key } }, key));
    expectMismatch(await send(company, { operation: "POST /invoices/999999999/issue" }, key));
    expect(await effects(company)).toBe(done);
  });

  test("that takes no body ignores one in the comparison too", async () => {
    const request = await recipes["/invoices/{id}/issue"]!(company);
    const key = randomUUID();
    const first = await send(company, request, key);
    expectReplay(await send(company, { ...request, body: { any: "thing" } }, key), first);
  });
});

describe("twins", () => {
  test.each(["/invoices", "/customers", "/sales/{id}/invoice"])("fifty at once on one node are one: POST %s", async (path) => {
    const own = await service.company();
    const request = await recipes[path]!(own);
    const before = await effects(own);
    const single = await effectsOfOne(path);
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(own, request, "twins")));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]!.status).toBe(201);
    expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
    expect(await effects(own)).toBe(before + single);
  });

  test.each(["/invoices", "/customers"])("at once on two nodes are one: POST %s", async (path) => {
    const other = await startService();
    try {
      const own = await service.company();
      const request = await recipes[path]!(own);
      const before = await effects(own);
      const elsewhere = async () => {
        const response = await fetch(`${other.url}/api/v1${path}`, {
          method: "POST",
          body: JSON.stringify(request.body),
          headers: { "X-API-Key": own.appId, "X-API-Secret": own.secret, "Idempotency-Key": "twins", "Content-Type": "application/json" },
        });
        return { status: response.status, text: await response.text(), headers: response.headers, body: undefined };
      };
      const twins = Array.from({ length: 25 }, () => [send(own, request, "twins"), elsewhere()]).flat();
      const replies = await Promise.all(twins);
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(replies[0]!.status).toBe(201);
      expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
      expect(await effects(own)).toBe(before + 1);
    } finally {
      await other.close();
    }
  });

  test("that are not: of two different requests at once under one key, one is done and the other refused", async () => {
    const own = await service.company();
    const one = await recipes["/invoices"]!(own);
    const before = await effects(own);
    const replies = await Promise.all([
      send(own, one, "both"),
      send(own, { operation: "POST /customers", body: customerBody }, "both"),
      send(own, { ...one, body: { ...one.body, notes: "other" } }, "both"),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    for (const refused of replies.filter(({ status }) => status === 422)) expectMismatch(refused);
    expect(await effects(own)).toBe(before + 1);
  });

  async function effectsOfOne(path: string): Promise<number> {
    const own = await service.company();
    const request = await recipes[path]!(own);
    const before = await effects(own);
    await send(own, request, "alone");
    return (await effects(own)) - before;
  }
});

describe("refusals", () => {
  test.each<[number, Request]>([
    [422, { operation: "POST /customers", body: {} }],
    [422, { operation: "POST /invoices", body: { lines: [] } }],
    [422, { operation: "POST /invoices", body: { customer_id: 999999999, lines: [line] } }],
    [404, { operation: "POST /invoices/999999999/issue" }],
    [404, { operation: "POST /sales/999999999/cancel" }],
  ])("%i is given again: %o", async (status, request) => {
    const key = randomUUID();
    const first = await send(company, request, key);
    expect(first.status).toBe(status);
    expectReplay(await send(company, request, key), first);
    expectMismatch(await send(company, { operation: "POST /customers", body: customerBody }, key));
  });

  test("429 of a quota is not kept: once there is room, the same key works", async () => {
    const own = await service.company({ quotaInvoices: 0 });
    const request = await recipes["/invoices"]!(own);
    expect((await send(own, request, "k")).status).toBe(429);
    await inTransaction(service.context.db, (tx) => setPlan({ tx, now: service.clock.now() }, own.id, { quotaInvoices: 1 }));
    await expect.poll(async () => (await send(own, request, "k")).status).toBe(201);
    const again = await send(own, request, "k");
    expect([again.status, replayed(again)]).toEqual([201, "true"]);
  });

  test("429 of the throttle is not kept", async () => {
    const own = await service.company({ postRate: 1 });
    await Promise.all(Array.from({ length: 120 }, () => own.call("POST /customers", { body: {} })));
    const request = { operation: "POST /customers", body: customerBody };
    expect((await send(own, request, "k")).status).toBe(429);
    service.clock.advance(1000);
    expect((await send(own, request, "k")).status).toBe(201);
  });
});

describe("the key", () => {
  test.each(["/invoices", "/customers"])("is free again after 24 hours, and not a moment before: POST %s", async (path) => {
    const request = await recipes[path]!(company);
    const key = randomUUID();
    const first = await send(company, request, key);
    service.clock.advance(answersKeptMs - 1);
    expectReplay(await send(company, request, key), first);
    service.clock.advance(1);
    const fresh = await send(company, request, key);
    expect([fresh.status, replayed(fresh)]).toEqual([201, null]);
    expect(fresh.text).not.toBe(first.text);
    expectReplay(await send(company, request, key), fresh);
  });

  test("belongs to a company: another one's is another", async () => {
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
      expect(refused.body.errors).toEqual([{ field: "Idempotency-Key", message: "must have 1 to 255 characters" }]);
    }
    for (const key of ["k", "k".repeat(255)]) expect((await send(company, request, key)).status).toBe(201);
    // 404 comes before 422, here as everywhere.
    expect((await send(company, { operation: "POST /invoices/999999999/issue" }, "k".repeat(256))).status).toBe(404);
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

  test.each(["/invoices", "/customers"])("brings the warnings back with the answer: POST %s", async (path) => {
    const { operation, body } = await recipes[path]!(company);
    const request = { operation: `${operation}?colour=red`, body: { ...body, pirce: 1 } };
    const key = randomUUID();
    const first = await send(company, request, key);
    expect(first.body.warnings).toEqual(["unknown field: colour", "unknown field: pirce"]);
    expectReplay(await send(company, request, key), first);
  });
});
