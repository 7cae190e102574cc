import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { setProfile } from "../../tenancy/companies/service.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const act = (id: number, action: string, by = company) => by.call(`POST /invoices/${id}/${action}`);
const get = async (id: number, by = company) => (await by.call(`GET /invoices/${id}`)).body.invoice;
/** An invoice of the shared company after these actions. */
const after = async (...actions: string[]) => {
  let invoice = await company.draft();
  for (const action of actions) {
    const { status, body, text } = await act(invoice.id, action);
    if (status !== 200) throw new Error(text);
    invoice = body.invoice;
  }
  return invoice;
};

describe("GET /invoices/{id}", () => {
  test("200 with its lines, and 304 by the ETag until something changes", async () => {
    const draft = await company.draft();
    const { status, body, headers } = await company.call(`GET /invoices/${draft.id}`);
    expect([status, body]).toEqual([200, { success: true, invoice: draft }]);
    const conditional = () =>
      company.call(`GET /invoices/${draft.id}`, { headers: { "if-none-match": headers.get("etag")! } });
    expect((await conditional()).status).toBe(304);
    await act(draft.id, "issue");
    expect((await conditional()).body.invoice.status).toBe("open");
  });

  test("404 for another company's invoice, not 403", async () => {
    const other = await service.company();
    const { status, body } = await other.call(`GET /invoices/${(await company.draft()).id}`);
    expect([status, body.code]).toEqual([404, "not_found"]);
  });
});

describe("POST /invoices/{id}/issue", () => {
  test("200 assigns the number, opens the invoice and changes nothing else", async () => {
    const fresh = await service.company();
    const draft = await fresh.draft();
    service.clock.advance(60_000);
    const { status, body } = await act(draft.id, "issue", fresh);
    const moment = service.clock.now().toISOString();
    service.clock.set(noon);
    expect(status).toBe(200);
    const issued = { ...draft, number: "INV-000001", status: "open", issued_at: moment, updated_at: moment };
    expect(body).toEqual({ success: true, invoice: issued });
    expect(await get(draft.id, fresh)).toEqual(issued);
  });

  test("200 counts on in the order of issue, for each company by itself", async () => {
    const fresh = await service.company();
    const drafts = [await fresh.draft(), await fresh.draft(), await fresh.draft()];
    const numbers: string[] = [];
    for (const { id } of drafts.reverse()) numbers.push((await act(id, "issue", fresh)).body.invoice.number);
    expect(numbers).toEqual(["INV-000001", "INV-000002", "INV-000003"]);
  });

  test("200 uses the company's own series", async () => {
    const fresh = await service.company({ profile: { invoice_series: "LAG-A" } });
    expect((await act((await fresh.draft()).id, "issue", fresh)).body.invoice.number).toBe("LAG-A-000001");
  });

  test("200 makes an invoice of nothing paid at once, for nothing is owed on it", async () => {
    const { id } = await company.draft({ lines: [{ description: "Gift", quantity: 1, unit_price: 0 }] });
    const { body } = await act(id, "issue");
    expect(body.invoice).toMatchObject({
      status: "paid",
      paid_at: noon.toISOString(),
      amount_due: 0,
      overdue: false,
    });
  });

  test("a deleted draft uses no number", async () => {
    const fresh = await service.company();
    const [first, gone, second] = [await fresh.draft(), await fresh.draft(), await fresh.draft()];
    expect((await act(first.id, "issue", fresh)).body.invoice.number).toBe("INV-000001");
    await fresh.call(`DELETE /invoices/${gone.id}`);
    expect((await act(second.id, "issue", fresh)).body.invoice.number).toBe("INV-000002");
  });

  test("a draft that a payment link asks for can't be deleted; void it can be", async () => {
    const { id } = await company.draft();
    expect(
      (await company.call("POST /payments/link", { body: { invoice_id: id, amount: 100 } })).status,
    ).toBe(201);
    const { status, body } = await company.call(`DELETE /invoices/${id}`);
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(body.error).toContain("This draft has a payment link");
    expect((await get(id)).status).toBe("draft");
    expect((await act(id, "void")).status).toBe(200);
  });

  test("422 for the second time, and the number stays", async () => {
    const { id, number } = await after("issue");
    const { status, body } = await act(id, "issue");
    expect([status, body.success, body.code]).toEqual([422, false, "invalid_state"]);
    expect(body.error).toBe(`Invoice ${number} is open and can't be issued. Only drafts can.`);
    expect((await get(id)).number).toBe(number);
  });

  test("404 for another company's draft, which stays a draft", async () => {
    const other = await service.company();
    const { id } = await company.draft();
    expect((await act(id, "issue", other)).status).toBe(404);
    expect((await get(id)).status).toBe("draft");
  });
});

describe("the parties", () => {
  const rename = async (by: TestCompany, customerId: number) => {
    await by.call(`PATCH /customers/${customerId}`, {
      body: { name: "Renamed Ltd", address: "New Street", tax_id: "T-2" },
    });
    await inTransaction(service.context.db, (tx) =>
      setProfile({ tx, now: service.clock.now() }, by.id, {
        name: "New Supplier",
        tax_id: "S-2",
        city: "Abuja",
      }),
    );
  };

  test("of a draft are shown as they are now", async () => {
    const fresh = await service.company();
    const draft = await fresh.draft();
    await rename(fresh, draft.customer_id);
    const { customer, supplier } = await get(draft.id, fresh);
    expect(customer).toMatchObject({ name: "Renamed Ltd", address: { line1: "New Street" }, tax_id: "T-2" });
    expect(supplier).toMatchObject({
      name: "New Supplier",
      tax_id: "S-2",
      address: { city: "Abuja", country: "NG" },
    });
  });

  test("of an issued invoice are shown as they were", async () => {
    const fresh = await service.company();
    const { id, customer_id } = await fresh.draft();
    const issued = (await act(id, "issue", fresh)).body.invoice;
    await rename(fresh, customer_id);
    expect(await get(id, fresh)).toEqual(issued);
    const [entry] = (await fresh.call("GET /invoices")).body.invoices;
    expect([entry.customer, entry.supplier]).toEqual([issued.customer, issued.supplier]);
    expect((await act(id, "void", fresh)).body.invoice).toMatchObject({ customer: issued.customer });
  });
});

describe("POST /invoices/{id}/void", () => {
  test.each([["issue"], ["issue, write_off"]])("200 after %s, and the number stays used", async (actions) => {
    const before = await after(...actions.split(", "));
    const { status, body } = await act(before.id, "void");
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      invoice: { ...before, status: "void", voided_at: noon.toISOString() },
    });
    expect((await after("issue")).number).not.toBe(before.number);
  });

  test("a draft is voided or refused in words, and either way not left in between", async () => {
    const draft = await after();
    const { status, body } = await act(draft.id, "void");
    expect([200, 422]).toContain(status);
    expect((await get(draft.id)).status).toBe(body.success ? "void" : "draft");
  });

  test("422 for the second time", async () => {
    const { id, number } = await after("issue", "void");
    const { status, body } = await act(id, "void");
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(body.error).toContain(`Invoice ${number} is void and can't be voided`);
  });

  test("422 for a paid invoice, and for one with anything paid on it", async () => {
    const { id } = await company.draft({ lines: [{ description: "Gift", quantity: 1, unit_price: 0 }] });
    await act(id, "issue");
    const refused = await act(id, "void");
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatch(
      /is paid and can't be voided\. Only draft, open or uncollectible invoices can\. Issue a credit note instead\.$/,
    );
    const partly = await after("issue");
    await service.context.db.query(
      "update invoices set amount_paid = 1, status = 'partially_paid' where company_id = $1 and id = $2",
      [company.id, partly.id],
    );
    const { status, body } = await act(partly.id, "void");
    expect(status).toBe(422);
    expect(body.error).toBe(
      `Invoice ${partly.number} is partially paid and can't be voided. Only draft, open or uncollectible invoices can. Issue a credit note instead.`,
    );
  });

  test("422 for one that was paid in part and then written off", async () => {
    const { id, number } = await after("issue");
    await company.call("POST /payments", { body: { invoice_id: id, amount: 1 } });
    await act(id, "write_off");
    const { status, body } = await act(id, "void");
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(body.error).toBe(
      `Invoice ${number} has payments, so it can't be voided. Issue a credit note instead.`,
    );
    expect((await get(id)).status).toBe("uncollectible");
  });

  test.each(["registered", "pending"])("422 for an invoice whose registration is %s", async (fiscal) => {
    const { id } = await after("issue");
    await service.context.db.query(
      "update invoices set fiscal_status = $3 where company_id = $1 and id = $2",
      [company.id, id, fiscal],
    );
    const { status, body } = await act(id, "void");
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect((await get(id)).status).toBe("open");
  });
});

describe("POST /invoices/{id}/write_off", () => {
  test("200 makes an open invoice uncollectible", async () => {
    const before = await after("issue");
    const { status, body } = await act(before.id, "write_off");
    expect([status, body]).toEqual([200, { success: true, invoice: { ...before, status: "uncollectible" } }]);
  });

  test.each([
    ["a draft", [], "a draft"],
    ["one written off", ["issue", "write_off"], "uncollectible"],
    ["a void one", ["issue", "void"], "void"],
  ])("422 for %s, in words", async (_what, actions, status) => {
    const { id, number } = await after(...actions);
    const reply = await act(id, "write_off");
    expect(reply.status).toBe(422);
    expect(reply.body.error).toBe(
      `Invoice ${number ?? id} is ${status} and can't be written off. Only open or partially paid invoices can.`,
    );
  });
});

describe("actions take no body", () => {
  test.each([
    ["no body and no media type", {}],
    ["no body, said to be JSON", { headers: { "content-type": "application/json" } }],
    ["an empty body of text", { raw: "", headers: { "content-type": "text/plain" } }],
    ["an empty form", { raw: "", headers: { "content-type": "application/x-www-form-urlencoded" } }],
    ["a media type that is none", { raw: "", headers: { "content-type": "nonsense" } }],
    ["JSON, which is ignored", { body: { status: "paid", pirce: 5 } }],
    ["broken JSON, which is ignored", { raw: "{not json" }],
    ["XML, which is ignored", { raw: "<a/>", headers: { "content-type": "application/xml" } }],
    [
      "bytes of a media type that is none",
      { raw: new Uint8Array([0, 255]), headers: { "content-type": "nonsense" } },
    ],
  ])("200 with %s", async (_what, options) => {
    const { id } = await company.draft();
    for (const [action, status] of [
      ["issue", "open"],
      ["write_off", "uncollectible"],
      ["void", "void"],
    ]) {
      const reply = await company.call(`POST /invoices/${id}/${action}`, options);
      expect([action, reply.status, reply.body.invoice?.status]).toEqual([action, 200, status]);
      expect(reply.body.warnings).toBeUndefined();
    }
  });
});
