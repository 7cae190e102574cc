import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { contractText } from "../scripts/generated.ts";
import { type Scope, scopeNames } from "../src/contract/access.ts";
import { suspendCompany } from "../src/domains/tenancy/companies/service.ts";
import { revokeKey } from "../src/domains/tenancy/keys/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { type CallOptions, type Reply, startService, type TestCompany, type TestService } from "./harness.ts";
import {
  envelopeFaults,
  exampleBody,
  type Operation,
  operations,
  operationsOf,
  withId,
} from "./operations.ts";
import { idsFor, makeRecords, type Records } from "./records.ts";

let service: TestService;
let company: TestCompany;
let records: Records;
beforeAll(async () => {
  service = await startService();
  company = await service.company({ primaryEndpoint: true });
  records = await makeRecords(company, "sweep");
});
afterAll(() => service.close());

const names = (list: Operation[]) => list.map(({ name }) => name).sort();
const withRecord = operations.filter(({ recordPath }) => recordPath);

/** A valid call of an operation on an existing record, by a given company and key. */
function callOf(caller: TestCompany, operation: Operation, options: CallOptions = {}): Promise<Reply> {
  const id = operation.recordPath ? idsFor(records, operation.recordPath)[0]! : "";
  return caller.call(withId(operation, id), { ...exampleBody(operation), ...options });
}

async function expectAll(
  list: Operation[],
  faultsOf: (operation: Operation) => Promise<string[]>,
): Promise<void> {
  const faults: string[] = [];
  for (const operation of list) {
    for (const fault of await faultsOf(operation)) faults.push(`${operation.name}: ${fault}`);
  }
  expect(faults).toEqual([]);
}

function refusedFaults(reply: Reply, status: number, code: string, secret: string): string[] {
  const reported = [reply.text, ...[...reply.headers].flat()].some((text) => text.includes(secret));
  return [...envelopeFaults(reply, status, code), ...(reported ? ["the secret is told"] : [])];
}

describe("this test", () => {
  test("covers every operation that the routes declare", () => {
    expect(names(operations)).toEqual(names(operationsOf(JSON.parse(contractText()))));
  });

  test("covers every route that the server has under the base address", () => {
    // An indented tree: each level is four columns further in and continues the path above it.
    const mounted: string[] = [];
    const above: string[] = [];
    for (const line of service.app.server.printRoutes({ commonPrefix: false }).split("\n")) {
      const found = /^(.*?[└├]── )(\S+) \(([A-Z, ]+)\)$/.exec(line);
      if (!found) continue;
      const depth = found[1]!.length / 4;
      above.length = depth;
      above[depth] = found[2]!;
      const path = above
        .join("")
        .replace(/^\/+/, "/")
        .replace(/:(\w+)/g, "{$1}");
      if (path.startsWith("/api/v1/"))
        mounted.push(...found[3]!.split(", ").map((method) => `${method} ${path.slice(7)}`));
    }
    // The server calls every parameter `id`, whatever its name in the contract.
    const walked = names(operations).map((name) => name.replace(/\{\w+\}/, "{id}"));
    expect(mounted.filter((name) => name !== "GET /openapi.json").sort()).toEqual(walked.sort());
  });
});

describe("an invalid credential is 401 on every operation", () => {
  const wrong = `bfs_${"w".repeat(43)}`;
  const refused = (options: (good: TestCompany) => CallOptions, secret = wrong) =>
    expectAll(operations, async (operation) =>
      refusedFaults(await callOf(company, operation, options(company)), 401, "unauthenticated", secret),
    );

  test("none at all", () => refused(() => ({ key: null })));
  test("a wrong secret", () => refused(({ appId }) => ({ key: { appId, secret: wrong } })));
  test("an unknown key", () =>
    refused(({ secret }) => ({ key: { appId: "bf_test_00000000000000000000", secret } }), "bfs_"));
  test("a wrong secret as a header pair", () =>
    refused(({ appId }) => ({ key: null, headers: { "x-api-key": appId, "x-api-secret": wrong } })));
  test("two forms that differ", () =>
    refused(({ appId }) => ({ headers: { "x-api-key": appId, "x-api-secret": wrong } })));
  test("another scheme", () => refused(() => ({ key: null, headers: { authorization: `Basic ${wrong}` } })));
  test("a cookie", () =>
    refused(({ appId }) => ({ key: null, headers: { cookie: `key=${appId}; secret=${wrong}` } })));

  test("a revoked key, also one that worked before", async () => {
    const revoked = await service.company();
    expect((await revoked.call("GET /ping")).status).toBe(200);
    const { db, clock } = service.context;
    await inTransaction(db, (tx) => revokeKey({ tx, now: clock.now() }, revoked.id, revoked.appId));
    await vi.waitFor(async () => expect((await revoked.call("GET /ping")).status).toBe(401));
    await expectAll(operations, async (operation) =>
      refusedFaults(await callOf(revoked, operation), 401, "unauthenticated", revoked.secret),
    );
  });

  test("and every cause has the same message", async () => {
    const texts = await Promise.all([
      company.call("GET /ping", { key: null }),
      company.call("GET /ping", { key: { appId: company.appId, secret: wrong } }),
      company.call("GET /ping", { key: { appId: "bf_test_00000000000000000000", secret: wrong } }),
    ]);
    expect(new Set(texts.map(({ body }) => body.error)).size).toBe(1);
  });
});

const readScopes = scopeNames.filter((scope) => scope.endsWith(":read"));

describe("a missing permission of the key or the subscription is 403", () => {
  test("a missing scope is named, on every operation that needs one", async () => {
    const lacking = new Map<string, TestCompany>();
    const scoped = operations.filter(({ scope }) => scope !== "any");
    await expectAll(scoped, async (operation) => {
      const scope = operation.scope as Scope;
      const enough = [scope, operation.orScope].filter(Boolean).join();
      const scopes = scopeNames.filter((name) => !enough.split(",").includes(name));
      const caller = lacking.get(enough) ?? (await service.company({ scopes }));
      lacking.set(enough, caller);
      const reply = await callOf(caller, operation);
      const named =
        reply.body?.scope === scope && reply.body.error.includes(scope) ? [] : [`${scope} is not named`];
      return [...refusedFaults(reply, 403, "scope_missing", caller.secret), ...named];
    });
  });

  test("an operation's scope is sufficient for it", async () => {
    await expectAll(operations, async (operation) => {
      const own = operation.scope === "any" ? [] : [operation.scope];
      // An endpoint receives records, so a key subscribes only to records that it may read; an export has them all.
      const read = /^\/(?:webhooks\/endpoints|books\/export)/.test(operation.path) ? readScopes : [];
      const caller = await service.company({ scopes: [...own, ...read] });
      const { status } = await callOf(caller, operation);
      return status === 401 || status === 403 ? [`status ${status}`] : [];
    });
  });

  test("each disabled feature is named, on every operation that needs it", async () => {
    await expectAll(operations, async (operation) => {
      const faults: string[] = [];
      for (const feature of operation.features) {
        const caller = await service.company({ disable: [feature] });
        const reply = await callOf(caller, operation);
        faults.push(...refusedFaults(reply, 403, "feature_disabled", caller.secret));
        if (reply.body?.feature !== feature) faults.push(`${feature} is not named`);
      }
      return faults;
    });
  });

  test("every operation needs a scope but for /ping and /requests, and a feature unless it reads the company's own settings", () => {
    expect(names(operations.filter(({ scope }) => scope === "any"))).toEqual([
      "GET /ping",
      "GET /requests",
      "GET /requests/{request_id}",
    ]);
    const ofNoFeature = operations.filter(({ features }) => features.length === 0);
    expect(names(ofNoFeature).sort()).toEqual([
      "DELETE /sandbox/faults",
      "DELETE /sandbox/faults/{id}",
      "GET /audit",
      "GET /company",
      "GET /keys",
      "GET /ping",
      "GET /requests",
      "GET /requests/{request_id}",
      "GET /sandbox/clock",
      "GET /sandbox/faults",
      "GET /users",
      "POST /sandbox/clock",
      "POST /sandbox/faults",
    ]);
  });

  test("a suspended company is refused everywhere except on /ping, which reports the suspension", async () => {
    const suspended = await service.company();
    expect((await suspended.call("GET /ping")).body.tenant.status).toBe("active");
    const { db, clock } = service.context;
    await inTransaction(db, (tx) => suspendCompany({ tx, now: clock.now() }, suspended.id));
    await vi.waitFor(async () => {
      const { status, body } = await suspended.call("GET /ping");
      expect([status, body.tenant.status]).toEqual([200, "suspended"]);
    });
    await expectAll(
      operations.filter(({ path }) => path !== "/ping"),
      async (operation) =>
        refusedFaults(await callOf(suspended, operation), 403, "subscription_inactive", suspended.secret),
    );
  });
});

describe("an id that names no record of this company is 404", () => {
  test("there is a record for every operation that takes an id", () => {
    for (const { recordPath } of withRecord) expect(idsFor(records, recordPath!)).not.toEqual([]);
  });

  test("another company's id", async () => {
    const outsider = await service.company();
    await expectAll(withRecord, async (operation) =>
      envelopeFaults(await callOf(outsider, operation), 404, "not_found"),
    );
  });

  const nameless = [
    ...[
      "0",
      "-1",
      "1.5",
      "+1",
      "01",
      "1e3",
      "0x10",
      "1e400",
      "NaN",
      "Infinity",
      "null",
      "true",
      "abc",
      "%20",
      "1%20",
      "1%00",
    ],
    ...[
      "9007199254740992",
      "9007199254740993",
      "9223372036854775807",
      "9223372036854775808",
      "18446744073709551616",
    ],
    ...["1".repeat(200), "%D9%A1", "%F0%9F%92%B8", "1;drop", "1'--", "..%2F1", "%E0%A4%A"],
  ];
  test.each(nameless)("the id %s", async (id) => {
    await expectAll(withRecord, async (operation) => {
      const reply = await company.call(withId(operation, id), exampleBody(operation));
      return envelopeFaults(reply, 404);
    });
  });

  test("an id of 400 digits", async () => {
    await expectAll(withRecord, async (operation) =>
      envelopeFaults(await company.call(withId(operation, "9".repeat(400)), exampleBody(operation)), 404),
    );
  });
});
