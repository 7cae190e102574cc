import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const post = (owner: TestCompany, fields: object = {}) =>
  owner.call("POST /webhooks/endpoints", { body: { url: "https://hooks.example/", ...fields } });
async function create(owner: TestCompany, fields: object = {}) {
  const made = await post(owner, fields);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.endpoint as { id: number };
}

describe("at most 20 additional endpoints", () => {
  test("beside the primary one; the next is 422, until one is deleted", async () => {
    const owner = await service.company({ primaryEndpoint: true });
    for (let made = 0; made < 20; made++) await create(owner);
    const refused = await post(owner);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect(refused.body.error).toContain("at most 20 additional endpoints");
    const { endpoints } = (await owner.call("GET /webhooks/endpoints?limit=100")).body;
    expect(endpoints).toHaveLength(21);
    await owner.call(`DELETE /webhooks/endpoints/${endpoints[0].id}`);
    await create(owner);
  });

  test("also for a company that has no primary one", async () => {
    const owner = await service.company();
    for (let made = 0; made < 20; made++) await create(owner);
    expect((await post(owner)).status).toBe(422);
  });

  test("also when they are made at the same moment", async () => {
    const owner = await service.company({ primaryEndpoint: true });
    const replies = await Promise.all(Array.from({ length: 40 }, () => post(owner)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(20);
  });

  test("of one company; another has its own", async () => {
    await create(await service.company());
  });
});

describe("GET /webhooks/endpoints", () => {
  test("lists the company's own, newest first, without their secrets", async () => {
    const owner = await service.company({ primaryEndpoint: true });
    const first = await create(owner);
    service.clock.advance(1000);
    const second = await create(owner, { events: ["invoice.paid"] });
    const { status, text, body } = await owner.call("GET /webhooks/endpoints?include=total_count");
    expect([status, body.endpoints, body.pagination.total_count]).toEqual([
      200,
      [second, first, expect.objectContaining({ primary: true })],
      3,
    ]);
    expect(text).not.toMatch(/secret"|whsec_/);
  });

  test("goes on where a page ended", async () => {
    const owner = await service.company();
    for (let made = 0; made < 3; made++) await create(owner, { description: `No ${made}` });
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await owner.call(`GET /webhooks/endpoints?limit=1${cursor && `&cursor=${cursor}`}`);
      found.push(...body.endpoints.map(({ description }: { description: string }) => description));
      cursor = body.pagination.next_cursor;
    }
    expect(found).toEqual(["No 2", "No 1", "No 0"]);
  });

  test("filters by status and by when they were made", async () => {
    const owner = await service.company();
    const [one, two] = [await create(owner), await create(owner)];
    await owner.call(`PATCH /webhooks/endpoints/${one.id}`, { body: { status: "disabled" } });
    const idsOf = async (query: string) =>
      (await owner.call(`GET /webhooks/endpoints?${query}`)).body.endpoints.map(
        ({ id }: { id: number }) => id,
      );
    expect(await idsOf("status=disabled")).toEqual([one.id]);
    expect(await idsOf("status=enabled")).toEqual([two.id]);
    expect(await idsOf("created_from=2026-11-15&created_to=2026-11-15")).toEqual([two.id, one.id]);
    expect(await idsOf("created_from=2026-11-16")).toEqual([]);
    expect(await idsOf("created_to=2026-11-14")).toEqual([]);
    expect((await owner.call("GET /webhooks/endpoints?status=gone")).status).toBe(422);
  });
});
