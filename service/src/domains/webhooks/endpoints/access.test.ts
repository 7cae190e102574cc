import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { scopeNames } from "../../../contract/access.ts";

let service: TestService;
let owner: TestCompany;
let id: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.company({ primaryEndpoint: true });
  id = (await owner.call("POST /webhooks/endpoints", { body })).body.endpoint.id;
});
afterAll(() => service.close());

const body = { url: "https://hooks.example/" };
const read = () => ["GET /webhooks/endpoints", `GET /webhooks/endpoints/${id}`];
const write = () => [
  "POST /webhooks/endpoints",
  `PATCH /webhooks/endpoints/${id}`,
  `DELETE /webhooks/endpoints/${id}`,
  `POST /webhooks/endpoints/${id}/rotate_secret`,
];
const call = (by: TestCompany, operation: string) =>
  by.call(operation, operation.startsWith("GET") ? {} : { body });

describe("an endpoint", () => {
  test("is read with webhooks:read or webhooks:write, and changed with webhooks:write alone", async () => {
    const without = (...names: string[]) => scopeNames.filter((name) => !names.includes(name));
    const neither = await service.company({ scopes: without("webhooks:read", "webhooks:write") });
    const reader = await service.company({ scopes: without("webhooks:write") });
    const refused = (reply: Reply) => [reply.status, reply.body.code, reply.body.scope];
    for (const operation of read()) {
      expect(refused(await call(neither, operation))).toEqual([403, "scope_missing", "webhooks:read"]);
    }
    for (const by of [neither, reader]) {
      for (const operation of write()) {
        expect(refused(await call(by, operation))).toEqual([403, "scope_missing", "webhooks:write"]);
      }
    }
    for (const scope of ["webhooks:read", "webhooks:write"] as const) {
      const having = await service.company({ scopes: [scope] });
      for (const operation of read()) expect((await call(having, operation)).status).not.toBe(403);
    }
  });

  test("needs the feature", async () => {
    const lacking = await service.company({ disable: ["webhooks"] });
    for (const operation of [...read(), ...write()]) {
      const { status, body } = await call(lacking, operation);
      expect([operation, status, body.code, body.feature]).toEqual([
        operation,
        403,
        "feature_disabled",
        "webhooks",
      ]);
    }
  });

  test("of another company is 404, also the primary one, and stays as it is", async () => {
    const outsider = await service.company();
    const before = (await owner.call("GET /webhooks/endpoints")).body;
    for (const endpoint of before.endpoints as { id: number }[]) {
      for (const operation of [...read(), ...write()].filter((name) => name.includes(`/${id}`))) {
        const named = operation.replace(`/${id}`, `/${endpoint.id}`);
        const { status, body } = await call(outsider, named);
        expect([named, status, body.code]).toEqual([named, 404, "not_found"]);
      }
    }
    expect((await owner.call("GET /webhooks/endpoints")).body).toEqual(before);
    expect((await outsider.call("GET /webhooks/endpoints")).body.endpoints).toEqual([]);
  });
});
