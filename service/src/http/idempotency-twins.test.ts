import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService, taxed } from "../../test/harness.ts";
import { customerBody, effects, expectMismatch, recipes, replayed, send } from "./idempotency.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("twins", () => {
  test.each(["/invoices", "/customers", "/sales/{id}/invoice", "/webhooks/endpoints"])(
    "fifty at once on one node are one: POST %s",
    async (path) => {
      const own = await service.company({ profile: taxed });
      const request = await recipes[path]!(own);
      const before = await effects(service, own);
      const single = await effectsOfOne(path);
      const replies = await Promise.all(Array.from({ length: 50 }, () => send(own, request, "twins")));
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(replies[0]!.status).toBe(201);
      expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
      expect(await effects(service, own)).toBe(before + single);
    },
  );

  test.each(["/invoices", "/customers", "/webhooks/endpoints"])(
    "at once on two nodes are one: POST %s",
    async (path) => {
      const other = await startService();
      try {
        const own = await service.company({ profile: taxed });
        const request = await recipes[path]!(own);
        const before = await effects(service, own);
        const elsewhere = async () => {
          const response = await fetch(`${other.url}/api/v1${path}`, {
            method: "POST",
            body: JSON.stringify(request.body),
            headers: {
              "X-API-Key": own.appId,
              "X-API-Secret": own.secret,
              "Idempotency-Key": "twins",
              "Content-Type": "application/json",
            },
          });
          return {
            status: response.status,
            text: await response.text(),
            headers: response.headers,
            body: undefined,
          };
        };
        const twins = Array.from({ length: 25 }, () => [send(own, request, "twins"), elsewhere()]).flat();
        const replies = await Promise.all(twins);
        expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        expect(replies[0]!.status).toBe(201);
        expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
        expect(await effects(service, own)).toBe(before + 1);
      } finally {
        await other.close();
      }
    },
  );

  test("that are not: of two different requests at once under one key, one is done and the other refused", async () => {
    const own = await service.company();
    const one = await recipes["/invoices"]!(own);
    const before = await effects(service, own);
    const replies = await Promise.all([
      send(own, one, "both"),
      send(own, { operation: "POST /customers", body: customerBody }, "both"),
      send(own, { ...one, body: { ...one.body, notes: "other" } }, "both"),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    for (const refused of replies.filter(({ status }) => status === 422)) expectMismatch(refused);
    expect(await effects(service, own)).toBe(before + 1);
  });

  async function effectsOfOne(path: string): Promise<number> {
    const own = await service.company();
    const request = await recipes[path]!(own);
    const before = await effects(service, own);
    await send(own, request, "alone");
    return (await effects(service, own)) - before;
  }
});
