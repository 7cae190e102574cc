import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, startService, type TestCompany, type TestService } from "../../test/harness.ts";
import { signIn } from "../../test/site-session.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const strict = { "Billfold-Strict": "true" };
const withoutStrict: Record<string, string>[] = [{}, { "Billfold-Strict": "false" }];

describe("in strict mode", () => {
  test("an unknown field is refused with the field that was probably meant, and nothing is stored", async () => {
    const body = { name: "Ada", extrnal_id: "C-1", address: { zip: "1" } };
    const reply = await company.call("POST /customers", { body, headers: strict });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      code: "unknown_field",
      error: "extrnal_id is not a known field; did you mean external_id? (and 1 more)",
      errors: [
        { field: "extrnal_id", message: "is not a known field; did you mean external_id?" },
        { field: "address.zip", message: "is not a known field" },
      ],
    });
    expect((await company.call("GET /customers?q=Ada")).body.customers).toEqual([]);
  });

  test("other faults of the body are reported as well", async () => {
    const { body } = await company.call("POST /customers", {
      body: { nmae: "Ada", email: "no" },
      headers: strict,
    });
    expect(body.code).toBe("unknown_field");
    expect(body.errors).toEqual([
      { field: "nmae", message: "is not a known field; did you mean name?" },
      { field: "name", message: "is required" },
      { field: "email", message: expect.any(String) },
    ]);
  });

  test("an unknown query parameter is refused, on lists and elsewhere", async () => {
    const list = await company.call("GET /customers?lmit=5", { headers: strict });
    expect([list.status, list.body.code]).toEqual([422, "unknown_parameter"]);
    expect(list.body.errors).toEqual([
      { field: "lmit", message: "is not a known parameter; did you mean limit?" },
    ]);
    const post = await company.call("POST /customers?dry_run=1", { body: { name: "Ada" }, headers: strict });
    expect([post.status, post.body.code]).toEqual([422, "unknown_parameter"]);
  });

  test("a record that does not exist is reported first", async () => {
    const { status } = await company.call("PATCH /customers/999999999", {
      body: { nmae: "Ada" },
      headers: strict,
    });
    expect(status).toBe(404);
  });

  test("metadata, whose names belong to the caller, is accepted as before", async () => {
    const { status } = await company.call("POST /customers", {
      body: { name: "Ada", metadata: { nmae: 1 } },
      headers: strict,
    });
    expect(status).toBe(201);
  });

  test("a secret in place of a name is not repeated", async () => {
    const { text } = await company.call("POST /customers", {
      body: { name: "Ada", [company.secret]: 1 },
      headers: strict,
    });
    expect(text).not.toContain(company.secret);
  });
});

describe("a batch with an unknown field of a record", () => {
  const records = [{ name: "Ada" }, { name: "Obi", extrnal_id: "C-2" }, { nmae: "Uma" }];
  const message = "is not a known field; did you mean external_id?";
  const misnamed = [
    { field: "nmae", message: "is not a known field; did you mean name?" },
    { field: "name", message: "is required" },
  ];

  test("is stored with a warning without strict mode", async () => {
    const body = { mode: "create", records: records.slice(0, 2) };
    const tolerated = await company.call("POST /customers/batch", { body });
    expect([tolerated.status, tolerated.body.warnings]).toEqual([
      200,
      ["unknown field: records[1].extrnal_id"],
    ]);
  });

  test("fails for that record alone in strict mode, as a request with it would", async () => {
    const own = await service.company();
    const reply = await own.call("POST /customers/batch", {
      body: { mode: "create", records },
      headers: strict,
    });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        results: [
          { index: 0, status: "created", id: expect.any(Number) },
          { index: 1, status: "failed", code: "unknown_field", errors: [{ field: "extrnal_id", message }] },
          { index: 2, status: "failed", code: "unknown_field", errors: misnamed },
        ],
      },
    ]);
    const [ada] = (await own.call("GET /customers")).body.customers;
    expect(ada.name).toBe("Ada");
    const changed = [{ external_id: "a", nmae: "Ada" }];
    await own.call(`PATCH /customers/${ada.id}`, { body: { external_id: "a" } });
    const upserted = await own.call("POST /customers/batch", {
      body: { mode: "upsert", records: changed },
      headers: strict,
    });
    expect(upserted.body.results).toEqual([
      { index: 0, status: "failed", code: "unknown_field", errors: misnamed.slice(0, 1) },
    ]);
  });

  test("stores nothing with all_or_nothing in strict mode", async () => {
    const own = await service.company();
    const body = { mode: "create", all_or_nothing: true, records: records.slice(0, 2) };
    const reply = await own.call("POST /customers/batch", { body, headers: strict });
    expect([reply.status, reply.body.code, reply.body.errors]).toEqual([
      422,
      "batch_failed",
      [{ field: "records[1].extrnal_id", message }],
    ]);
    expect((await own.call("GET /customers")).body.customers).toEqual([]);
  });

  test("fails for each of 500 records in strict mode, and for no other", async () => {
    const own = await service.company();
    const many = Array.from({ length: 500 }, (_, index) =>
      index === 499 ? { name: "Good" } : { name: "N", nmae: 1 },
    );
    const reply = await own.call("POST /customers/batch", {
      body: { mode: "create", records: many },
      headers: strict,
    });
    const statuses = reply.body.results.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(many.map((_, index) => (index === 499 ? "created" : "failed")));
  });
});

test("an unknown field of the batch itself refuses it as a whole in strict mode", async () => {
  const own = await service.company();
  const records = Array.from({ length: 150 }, () => ({ name: "Ada", nmae: 1 }));
  const body = { mode: "create", records, all_or_nothin: true };
  const { status, body: refused } = await own.call("POST /customers/batch", { body, headers: strict });
  expect([status, refused.code, refused.errors]).toEqual([
    422,
    "unknown_field",
    [{ field: "all_or_nothin", message: "is not a known field; did you mean all_or_nothing?" }],
  ]);
  expect((await own.call("GET /customers")).body.customers).toEqual([]);
});

test("without strict mode an unknown field is a warning", async () => {
  for (const headers of withoutStrict) {
    const { status, body } = await company.call("POST /customers", {
      body: { name: "Ada", pirce: 5 },
      headers,
    });
    expect([status, body.warnings]).toEqual([201, ["unknown field: pirce"]]);
  }
});

test("a header that is neither true nor false is refused", async () => {
  const { status, body } = await company.call("GET /customers", { headers: { "Billfold-Strict": "yes" } });
  expect([status, body.errors]).toEqual([
    422,
    [{ field: "Billfold-Strict", message: "must be true or false" }],
  ]);
});

test("a key that is set to strict needs no header, and no header turns it off", async () => {
  const own = await service.company();
  const { call } = await signIn(service, { companyId: own.id, role: "owner" });
  const { key, secret } = (await call("POST", "/keys", { scopes: ["customers:write"], strict: true })).body;
  const asKey = callsTo(service.url, { appId: key.app_id, secret });
  for (const headers of withoutStrict) {
    const { status, body } = await asKey("POST /customers", { body: { name: "Ada", pirce: 5 }, headers });
    expect([status, body.code]).toEqual([422, "unknown_field"]);
  }
  expect((await call("PATCH", `/keys/${key.app_id}`, { strict: false })).status).toBe(200);
  await expect
    .poll(async () => (await asKey("POST /customers", { body: { name: "Ada", pirce: 5 } })).status)
    .toBe(201);
});
