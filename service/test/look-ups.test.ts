import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "./harness.ts";

let service: TestService;
let company: TestCompany;
let other: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  other = await service.company();
});
afterAll(() => service.close());

const known = { email: "Accounts@Ada.example", tax_id: "87654321-0001", phone: "+234 803 000 0000" };

test.each([
  ["email", "accounts@ADA.example", "accounts@ada"],
  ["tax_id", known.tax_id, "87654321"],
  ["phone", known.phone, "803"],
  ["phone", "(234) 803-000.0000", "803 000 0000"],
])(
  "customers are found by %s, of their own company alone, and by the whole of it",
  async (name, value, part) => {
    const company = await service.company();
    const own = await company.customer({ name: `By ${name}`, [name]: known[name as keyof typeof known] });
    await other.customer({ name: "Theirs", ...known });
    const ids = async (text: string) =>
      (await company.call(`GET /customers?${name}=${encodeURIComponent(text)}`)).body.customers.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids(value)).toEqual([own]);
    expect(await ids(part)).toEqual([]);
    const both = await company.call(
      `GET /customers?${name}=${encodeURIComponent(value)}&external_id=none&include=total_count`,
    );
    expect([both.body.customers, both.body.pagination.total_count]).toEqual([[], 0]);
  },
);

test("invoices are found by their number in any spelling, and by the customer's external_id", async () => {
  const customer_id = await company.customer({ external_id: "crm-1" });
  await other.customer({ external_id: "crm-1" });
  const first = await company.draft({ customer_id });
  const second = await company.draft({ customer_id });
  const { number } = (await company.call(`POST /invoices/${first.id}/issue`)).body.invoice;
  const ids = async (query: string) =>
    (await company.call(`GET /invoices?${query}`)).body.invoices.map(({ id }: { id: number }) => id);
  expect(await ids(`number=${number}`)).toEqual([first.id]);
  expect(await ids(`number=${number.toLowerCase().replace("-", "%20")}`)).toEqual([first.id]);
  expect(await ids("number=INV-999999")).toEqual([]);
  expect(await ids("customer_external_id=crm-1")).toEqual([second.id, first.id]);
  expect(await ids("customer_external_id=crm-1&status=open")).toEqual([first.id]);
  expect(await ids("customer_external_id=crm-2")).toEqual([]);
  expect((await other.call("GET /invoices?customer_external_id=crm-1")).body.invoices).toEqual([]);
});

test("payments are found by their reference, exactly as recorded", async () => {
  const { id: invoice_id } = await company.draft();
  const pay = async (reference: string) =>
    (await company.call("POST /payments", { body: { invoice_id, amount: 1, reference } })).body.payment.id;
  const [upper, lower] = [await pay("Réf-1"), await pay("réf-1")];
  const ids = async (query: string) =>
    (await company.call(`GET /payments?${query}`)).body.payments.map(({ id }: { id: number }) => id);
  expect(await ids(`reference=${encodeURIComponent("Réf-1")}`)).toEqual([upper]);
  expect(await ids(`reference=${encodeURIComponent("réf-1")}&invoice_id=${invoice_id}`)).toEqual([lower]);
  expect(await ids("reference=ref-1")).toEqual([]);
  expect((await other.call(`GET /payments?reference=${encodeURIComponent("Réf-1")}`)).body.payments).toEqual(
    [],
  );
});
