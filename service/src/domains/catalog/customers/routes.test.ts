import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { madeAtNoon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { bare, full } from "./customers.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const post = (body: unknown) => company.call("POST /customers", { body });
const create = async (fields: object = {}) => (await post({ name: "Ada", ...fields })).body.customer;
const faultsOf = async (body: unknown) => {
  const reply = await post(body);
  expect(reply.status).toBe(422);
  expect(reply.body).toMatchObject({ success: false, code: "invalid_request", error: expect.any(String) });
  return reply.body.errors as { field: string; message: string }[];
};

describe("POST /customers", () => {
  describe("201", () => {
    test("keeps every field as it was given", async () => {
      const { status, body } = await post(full);
      expect(status).toBe(201);
      expect(body).toEqual({ success: true, customer: { ...madeAtNoon, ...full, balance: [] } });
    });

    test("needs only a name, and fills in the defaults", async () => {
      const { status, body } = await post({ name: "Bare" });
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        customer: { ...madeAtNoon, name: "Bare", ...bare, balance: [] },
      });
    });

    test("takes null for whatever is optional", async () => {
      const nulls = Object.fromEntries(Object.keys(bare).map((field) => [field, null]));
      const { status, body } = await post({ name: "Nulls", ...nulls });
      expect(status).toBe(201);
      expect(body.customer).toEqual({ ...madeAtNoon, name: "Nulls", ...bare, balance: [] });
    });

    test("takes a plain text as line1 of the address", async () => {
      expect((await create({ address: "12 Marina, Lagos" })).address).toEqual({ line1: "12 Marina, Lagos" });
    });

    test("keeps of an address only what was given", async () => {
      const address = { line1: "12 Marina", line2: null, city: "Lagos" };
      expect((await create({ address })).address).toEqual({ line1: "12 Marina", city: "Lagos" });
    });

    test("reports unknown fields instead of dropping them silently", async () => {
      const { status, body } = await post({
        name: "Ada",
        pirce: 5,
        address: { zip: "1" },
        metadata: { mine: 1 },
      });
      expect(status).toBe(201);
      expect(body.warnings).toEqual(["unknown field: pirce", "unknown field: address.zip"]);
    });

    test("reports an unknown query parameter", async () => {
      const { body } = await company.call("POST /customers?dry_run=1", { body: { name: "Ada" } });
      expect(body.warnings).toEqual(["unknown field: dry_run"]);
    });

    test("gives an id that no other company's record has", async () => {
      const other = await service.company();
      const ids = [await company.customer(), await other.customer(), await company.customer()];
      expect(new Set(ids).size).toBe(3);
    });

    test("allows two companies the same external_id", async () => {
      const other = await service.company();
      await post({ name: "Ours", external_id: "shared-1" });
      const { status } = await other.call("POST /customers", {
        body: { name: "Theirs", external_id: "shared-1" },
      });
      expect(status).toBe(201);
    });
  });

  describe("422", () => {
    test("an external_id that another customer of the company has", async () => {
      await post({ name: "First", external_id: "twice" });
      expect(await faultsOf({ name: "Second", external_id: "twice" })).toEqual([
        { field: "external_id", message: "is already used by another customer of this company" },
      ]);
    });

    test("everything that is wrong, at once", async () => {
      const errors = await faultsOf({
        name: "",
        email: "nobody",
        phone: 5,
        kind: "friend",
        tax_id: "x".repeat(51),
        address: { country: "Nigeria", city: 7 },
        external_id: "",
        metadata: "text",
      });
      expect(errors.map(({ field }) => field).sort()).toEqual(
        [
          "name",
          "email",
          "phone",
          "kind",
          "tax_id",
          "address.country",
          "address.city",
          "external_id",
          "metadata",
        ].sort(),
      );
    });

    test.each([
      ["no name", {}, "name"],
      ["a name of null", { name: null }, "name"],
      ["a name of spaces alone", { name: " \t " }, "name"],
      ["a name of more than 200 characters", { name: "x".repeat(201) }, "name"],
      ["an address of null's own type", { name: "Ada", address: 5 }, "address"],
      [
        "metadata of more than 50 keys",
        {
          name: "Ada",
          metadata: Object.fromEntries(
            Array(51)
              .fill(0)
              .map((_, i) => [i, i]),
          ),
        },
        "metadata",
      ],
      ["a body that is a list", [], "body"],
    ])("%s", async (_what, body, field) => {
      expect(await faultsOf(body)).toEqual([{ field, message: expect.any(String) }]);
    });

    // A number too long for a double must not turn into text on its way, and so become a name.
    test.each(["5", "12345678901234567890", "1e400"])("a name that is the number %s", async (number) => {
      const { status, body } = await company.call("POST /customers", { raw: `{"name":${number}}` });
      expect([status, body.errors?.[0]?.field]).toEqual([422, "name"]);
    });

    test("warnings come beside the errors too", async () => {
      const { body } = await post({ nmae: "Ada" });
      expect(body).toMatchObject({
        success: false,
        warnings: ["unknown field: nmae"],
        errors: [{ field: "name" }],
      });
    });
  });

  test("metadata is never changed without a word: a number beyond a double does not become null", async () => {
    const { body } = await company.call("POST /customers", { raw: '{"name":"Ada","metadata":{"n":1e400}}' });
    expect(body.customer?.metadata).not.toEqual({ n: null });
  });
});

describe("GET /customers/{id}", () => {
  test("200 gives what POST gave", async () => {
    const customer = await create({ ...full, external_id: "get-1" });
    const { status, body } = await company.call(`GET /customers/${customer.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, customer });
  });

  test("304 while nothing changed, by the ETag; 200 with another once it did", async () => {
    const { id } = await create();
    const etag = (await company.call(`GET /customers/${id}`)).headers.get("etag")!;
    const conditional = (tag: string) =>
      company.call(`GET /customers/${id}`, { headers: { "if-none-match": tag } });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { status, text, headers } = await conditional(tag);
      expect([tag, status, text, headers.get("etag")]).toEqual([tag, 304, "", etag]);
    }
    await company.call(`PATCH /customers/${id}`, { body: { phone: "1" } });
    const { status, headers, body } = await conditional(etag);
    expect([status, body.customer.phone]).toEqual([200, "1"]);
    expect(headers.get("etag")).not.toBe(etag);
  });

  test("404 for another company's customer, as for one that never was", async () => {
    const other = await service.company();
    const { status, body } = await other.call(`GET /customers/${(await create()).id}`);
    expect([status, body.code]).toEqual([404, "not_found"]);
    for (const id of ["9007199254740991", "0", "-1", "abc", "1.5", "99999999999999999999"]) {
      expect([id, (await company.call(`GET /customers/${id}`)).status]).toEqual([id, 404]);
    }
  });
});
