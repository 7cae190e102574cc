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

  test("what else is wrong is told as well", async () => {
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

test("a batch with an unknown field is stored with a warning, and refused as a whole in strict mode", async () => {
  const body = { mode: "create", records: [{ name: "Ada" }, { name: "Obi", extrnal_id: "C-2" }] };
  const tolerated = await company.call("POST /customers/batch", { body });
  expect([tolerated.status, tolerated.body.warnings]).toEqual([
    200,
    ["unknown field: records[1].extrnal_id"],
  ]);
  const refused = await company.call("POST /customers/batch", { body, headers: strict });
  expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
    422,
    "unknown_field",
    [{ field: "records[1].extrnal_id", message: "is not a known field; did you mean external_id?" }],
  ]);
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
