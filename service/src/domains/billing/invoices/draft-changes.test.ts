import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { waitsFor } from "../../../../test/locked-rows.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const get = async (id: number) => (await company.call(`GET /invoices/${id}`)).body.invoice;
const patch = (id: number, body: unknown, by = company) => by.call(`PATCH /invoices/${id}`, { body });
const changed = async (id: number, body: unknown) => {
  const reply = await patch(id, body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.invoice;
};
const refused = async (id: number, body: unknown) => {
  const before = await get(id);
  const reply = await patch(id, body);
  expect([reply.status, reply.body.success]).toEqual([422, false]);
  expect(await get(id)).toEqual(before);
  return reply.body;
};

describe("PATCH /invoices/{id}", () => {
  describe("200", () => {
    test("changes what is sent and nothing else, lines and their ids included", async () => {
      const before = await company.draft({ metadata: { a: 1 }, external_id: "p-1", due_date: "2026-11-20" });
      service.clock.advance(5000);
      const { status, body } = await patch(before.id, { notes: "Purchase order 4711" });
      const updated_at = service.clock.now().toISOString();
      service.clock.set(noon);
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        invoice: { ...before, notes: "Purchase order 4711", updated_at },
      });
      expect(await get(before.id)).toEqual(body.invoice);
    });

    test("with an empty body changes nothing", async () => {
      const before = await company.draft();
      expect(await changed(before.id, {})).toEqual(before);
    });

    test("replaces the lines as a whole and computes the totals anew", async () => {
      const { id } = await company.draft();
      const lines = [
        { description: "A", quantity: 0.75, unit_price: 98.5, tax_rate: 19 },
        { description: "B", quantity: "3", unit_price: "10.555" },
      ];
      const after = await changed(id, { lines });
      expect(after.lines.map(({ description }: { description: string }) => description)).toEqual(["A", "B"]);
      expect(after).toMatchObject({ subtotal: 105.55, tax_total: 14.04, total: 119.59, amount_due: 119.59 });
      expect(after.taxes).toHaveLength(2);
      expect(await get(id)).toEqual(after);
    });

    test("with a new currency rounds all amounts to its digits", async () => {
      const { id } = await company.draft({
        lines: [{ description: "A", quantity: 3, unit_price: 10.555, tax_rate: 10 }],
      });
      const yen = await changed(id, { currency: "JPY" });
      expect(yen).toMatchObject({ currency: "JPY", subtotal: 32, tax_total: 3, total: 35 });
      expect(yen.lines[0]).toMatchObject({
        unit_price: 10.555,
        net_amount: 32,
        tax_amount: 3,
        total_amount: 35,
      });
      const dinar = await changed(id, { currency: "KWD" });
      expect(dinar).toMatchObject({ subtotal: 31.665, tax_total: 3.167, total: 34.832 });
    });

    test("null brings the defaults back", async () => {
      const { id } = await company.draft({
        invoice_date: "2026-01-01",
        due_date: "2026-01-02",
        currency: "USD",
        notes: "x",
        external_id: "p-2",
        metadata: { a: 1 },
      });
      const nulls = {
        invoice_date: null,
        due_date: null,
        currency: null,
        notes: null,
        external_id: null,
        metadata: null,
      };
      expect(await changed(id, nulls)).toMatchObject({
        invoice_date: "2026-11-15",
        due_date: "2026-12-15",
        currency: "NGN",
        notes: null,
        external_id: null,
        metadata: {},
      });
    });

    test("replaces the metadata as a whole", async () => {
      const { id } = await company.draft({ metadata: { a: 1, b: 2 } });
      expect((await changed(id, { metadata: { b: 3 } })).metadata).toEqual({ b: 3 });
    });

    test("a later invoice date leaves the due date alone, and takes a new one along, or null for the default", async () => {
      const { id } = await company.draft({ invoice_date: "2026-11-01", due_date: "2026-11-20" });
      expect(await changed(id, { invoice_date: "2026-11-20" })).toMatchObject({ due_date: "2026-11-20" });
      const given = { invoice_date: "2026-12-01", due_date: "2026-12-05" };
      expect(await changed(id, given)).toMatchObject(given);
      const terms = { invoice_date: "2026-12-10", due_date: null };
      expect(await changed(id, terms)).toMatchObject({ due_date: "2027-01-09" });
    });

    test("shows the new customer at once", async () => {
      const { id } = await company.draft();
      const customer_id = await company.customer({ name: "Second Ltd" });
      const after = await changed(id, { customer_id });
      expect([after.customer_id, after.customer.name]).toEqual([customer_id, "Second Ltd"]);
    });

    test("tells unknown fields", async () => {
      const { id } = await company.draft();
      expect((await patch(id, { ntoes: "x" })).body.warnings).toEqual(["unknown field: ntoes"]);
    });

    test("loses no change when several are made at once", async () => {
      const { id } = await company.draft();
      const changes = [
        { notes: "n" },
        { external_id: `many-${id}` },
        { currency: "USD" },
        { metadata: { a: 1 } },
      ];
      await Promise.all(changes.map((change) => patch(id, change)));
      expect(await get(id)).toMatchObject(Object.assign({}, ...changes));
    });
  });

  describe("422, and nothing is changed", () => {
    test.each([
      [{ customer_id: null }, "customer_id"],
      [{ customer_id: 0 }, "customer_id"],
      [{ customer_id: 1e19 }, "customer_id"],
      [{ lines: null }, "lines"],
      [{ lines: [] }, "lines"],
      [{ lines: [{ description: "x", quantity: 0, unit_price: 1 }] }, "lines[0].quantity"],
      [{ lines: [{ quantity: 1, unit_price: 1 }] }, "lines[0].description"],
      [{ due_date: "2026-11-14" }, "due_date"],
      [{ invoice_date: "2026-02-30" }, "invoice_date"],
      [{ currency: "XYZ" }, "currency"],
      [{ notes: "" }, "notes"],
    ])("%j", async (body, field) => {
      const { errors } = await refused((await company.draft()).id, { ...body, metadata: { changed: true } });
      expect(errors?.map((error: { field: string }) => error.field)).toEqual([field]);
    });

    test("an invoice date that leaves the due date behind it", async () => {
      const { id } = await company.draft({ invoice_date: "2026-11-01", due_date: "2026-11-20" });
      const { errors } = await refused(id, { invoice_date: "2026-11-21" });
      expect(errors).toEqual([
        { field: "due_date", message: "must not be before invoice_date (2026-11-21)" },
      ]);
    });

    test("another company's customer", async () => {
      const theirs = await (await service.company()).customer();
      const { errors } = await refused((await company.draft()).id, { customer_id: theirs });
      expect(errors).toEqual([{ field: "customer_id", message: "is not a customer of this company" }]);
    });

    test("an external_id that another invoice has", async () => {
      await company.draft({ external_id: "p-3" });
      const { errors } = await refused((await company.draft()).id, { external_id: "p-3" });
      expect(errors[0].field).toBe("external_id");
    });

    test.each([
      ["issue", "open"],
      ["issue, void", "void"],
      ["issue, write_off", "uncollectible"],
    ])("an invoice after %s", async (actions, status) => {
      const { id } = await company.draft();
      for (const action of actions.split(", ")) await company.call(`POST /invoices/${id}/${action}`);
      const { number } = await get(id);
      const { code, error } = await refused(id, { notes: "late" });
      expect(code).toBe("invalid_state");
      const cure =
        status === "void"
          ? ""
          : " To correct an issued invoice, issue a credit note and create a new invoice.";
      expect(error).toBe(`Invoice ${number} is ${status} and can't be changed. Only drafts can.${cure}`);
    });
  });

  test("404 for another company's invoice, before 422 for a faulty body", async () => {
    const other = await service.company();
    const { id } = await company.draft();
    for (const body of [{ notes: "x" }, { notes: 5 }])
      expect((await patch(id, body, other)).status).toBe(404);
  });
});

describe("DELETE /invoices/{id}", () => {
  test("200 removes a draft with its lines for good", async () => {
    const { id } = await company.draft();
    const { status, body } = await company.call(`DELETE /invoices/${id}`);
    expect([status, body]).toEqual([200, { success: true }]);
    for (const operation of [`GET /invoices/${id}`, `DELETE /invoices/${id}`, `POST /invoices/${id}/issue`]) {
      expect((await company.call(operation)).status).toBe(404);
    }
    const lines = await service.context.db.query(
      "select 1 from invoice_lines where company_id = $1 and invoice_id = $2",
      [company.id, id],
    );
    expect(lines).toEqual([]);
  });

  test("200 with a body, which is ignored", async () => {
    const { id } = await company.draft();
    expect((await company.call(`DELETE /invoices/${id}`, { raw: "{not json" })).status).toBe(200);
  });

  test("200 gives the external_id free", async () => {
    const { id } = await company.draft({ external_id: "again" });
    await company.call(`DELETE /invoices/${id}`);
    expect((await company.draft({ external_id: "again" })).external_id).toBe("again");
  });

  test.each(["issue", "issue, void", "issue, write_off"])("422 after %s", async (actions) => {
    const { id } = await company.draft();
    for (const action of actions.split(", ")) await company.call(`POST /invoices/${id}/${action}`);
    const { status, body } = await company.call(`DELETE /invoices/${id}`);
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(body.error).toContain("can't be deleted. Only drafts can.");
    expect((await get(id)).id).toBe(id);
  });

  test("404 for another company's draft, which stays", async () => {
    const other = await service.company();
    const { id } = await company.draft();
    expect((await other.call(`DELETE /invoices/${id}`)).status).toBe(404);
    expect((await get(id)).id).toBe(id);
  });
});

test("the currency of a draft stays while an active payment link asks for it, and whatever else may change", async () => {
  const { id } = await company.draft();
  const asked = await company.call("POST /payments/link", { body: { invoice_id: id, amount: 100 } });
  const { errors } = await refused(id, { currency: "USD" });
  expect(errors[0].field).toBe("currency");
  expect((await changed(id, { notes: "Soon" })).currency).toBe("NGN");
  await company.call(`POST /payments/links/${asked.body.reference}/cancel`);
  expect((await changed(id, { currency: "USD" })).currency).toBe("USD");
});

test("a draft can be changed while another of the company is locked", async () => {
  const [held, free] = [await company.draft(), await company.draft()];
  const text = "select 1 from invoices where company_id = $1 and id = $2 for no key update";
  const lock = { text, values: [company.id, held.id] };
  const { db } = service.context;
  expect(await waitsFor(db, lock, () => changed(free.id, { notes: "Free" }))).toBe(false);
  expect(await waitsFor(db, lock, () => changed(held.id, { notes: "Held" }))).toBe(true);
});

test("lines that stay take nothing that their product has got since; lines that are sent do", async () => {
  const made = await company.call("POST /products", { body: { name: "Rice", unit_price: 5 } });
  const { id: product_id } = made.body.product;
  const { id } = await company.draft({ lines: [{ product_id, quantity: 1 }] });
  await company.call(`PATCH /products/${product_id}`, { body: { hs_code: "1006.30" } });
  expect((await changed(id, { currency: "USD" })).lines[0].hs_code).toBeNull();
  const sent = [{ product_id, quantity: 1, unit_price: 5 }];
  expect((await changed(id, { lines: sent })).lines[0].hs_code).toBe("1006.30");
});
