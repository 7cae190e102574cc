import { describe, expect, test } from "vitest";
import { invoiceFor, openChecker } from "./authority.fixture.ts";

test("an empty invoice lacks every required field, all reported at once", async () => {
  const { issues } = await openChecker();
  const found = await issues({});
  expect(found.every(({ code }) => code === "required")).toBe(true);
  expect(found.map(({ field }) => field)).toEqual([
    "business_id",
    "issue_date",
    "irn",
    "invoice_type_code",
    "accounting_supplier_party",
    "accounting_customer_party",
    "document_currency_code",
    "tax_currency_code",
    "invoice_line",
    "legal_monetary_total",
  ]);
});

test("faults in every part of an invoice are reported in one response, each with its path", async () => {
  const { business, brief } = await openChecker();
  const invoice = invoiceFor(business);
  const [goods, service] = invoice.invoice_line;
  const found = await brief({
    business_id: "another",
    irn: "INV1-AAAAAAAA-20261114",
    due_date: "2026-11-14",
    issue_time: "25:00:00",
    invoice_type_code: "999",
    tax_currency_code: "XXQ",
    payment_status: "LOST",
    invoice_kind: "C2C",
    payment_means: [{ payment_means_code: 10 }, { payment_means_code: "0" }],
    accounting_supplier_party: {
      party_name: "",
      tin: "1",
      telephone: "0803",
      email: "nobody",
      postal_address: {},
    },
    accounting_customer_party: { ...invoice.accounting_customer_party, tin: undefined },
    invoice_line: [
      { ...goods, isic_code: "6201" },
      { ...service, service_category: "", invoiced_quantity: 0, price: { price_amount: -1 } },
    ],
    tax_total: [
      {
        tax_amount: 1,
        tax_subtotal: [{ taxable_amount: 105.55, tax_amount: 1, tax_category: { id: "VAT", percent: 7.5 } }],
      },
    ],
  });
  expect(found).toEqual([
    "business_id unknown_business",
    "irn irn_service_id",
    "irn irn_date",
    "due_date before_issue_date",
    "issue_time wrong_format",
    "invoice_type_code unknown_code",
    "payment_status unknown_code",
    "payment_means[1].payment_means_code unknown_code",
    "invoice_kind unknown_code",
    "accounting_supplier_party.party_name required",
    "accounting_supplier_party.email wrong_format",
    "accounting_supplier_party.telephone wrong_format",
    "accounting_supplier_party.postal_address.street_name required",
    "accounting_supplier_party.postal_address.city_name required",
    "accounting_supplier_party.postal_address.country required",
    "accounting_supplier_party.tin wrong_format",
    "accounting_customer_party.tin required",
    "tax_currency_code unknown_code",
    "invoice_line[0] codes_exclusive",
    "invoice_line[1].service_category required",
    "invoice_line[1].invoiced_quantity not_positive",
    "invoice_line[1].price.price_amount negative",
    "tax_total[0].tax_subtotal[0].tax_category.id unknown_code",
    "tax_total[0].tax_subtotal[0].tax_amount total_mismatch",
    "legal_monetary_total.tax_inclusive_amount total_mismatch",
  ]);
});

describe("parties and dates", () => {
  test("a consumer needs neither tax number nor address, any other buyer needs both", async () => {
    const { brief } = await openChecker();
    const accounting_customer_party = { party_name: "Chidi" };
    expect(await brief({ accounting_customer_party, invoice_kind: "B2C" })).toEqual([]);
    expect(await brief({ accounting_customer_party, invoice_kind: "B2G" })).toEqual([
      "accounting_customer_party.tin required",
      "accounting_customer_party.postal_address required",
    ]);
  });

  test("the seller must be the registered business, and a buyer abroad may have any number", async () => {
    const { authority, business, brief } = await openChecker();
    const { accounting_supplier_party, accounting_customer_party } = invoiceFor(business);
    const other = { accounting_supplier_party: { ...accounting_supplier_party, tin: "TIN-0099990001" } };
    expect(await brief(other)).toEqual(["accounting_supplier_party.tin tin_mismatch"]);
    authority.changeBusiness(business.business_id, { tin: "TIN-0099990001" });
    expect(await brief(other)).toEqual([]);
    const abroad = { ...accounting_customer_party.postal_address, country: "GB" };
    const buyer = { ...accounting_customer_party, tin: "GB123456789", postal_address: abroad };
    expect(await brief({ ...other, accounting_customer_party: buyer })).toEqual([]);
  });

  test("today is accepted in any time zone on Earth, and tomorrow is not", async () => {
    const { business, brief } = await openChecker();
    const onDay = (day: string) => ({
      issue_date: day,
      irn: `INV1-${business.service_id}-${day.replaceAll("-", "")}`,
    });
    // It is 10:00 in Greenwich, and midnight has just passed in Kiribati.
    expect(await brief(onDay("2026-11-16"))).toEqual([]);
    expect(await brief(onDay("2026-11-17"))).toEqual(["issue_date in_future"]);
    expect(await brief({ issue_date: "2026-02-30" })).toEqual(["issue_date wrong_format"]);
  });

  test("a credit note must name a document of this business", async () => {
    const { business, brief, sign } = await openChecker();
    const irn = `CN1-${business.service_id}-20261115`;
    const note = { irn, invoice_type_code: "380" };
    expect(await brief(note)).toEqual(["billing_reference required"]);
    const billing_reference = [{ irn: invoiceFor(business).irn, issue_date: "2026-11-15" }];
    expect(await brief({ ...note, billing_reference })).toEqual([
      "billing_reference[0].irn unknown_reference",
    ]);
    await sign(invoiceFor(business));
    expect(await brief({ ...note, billing_reference })).toEqual([]);
  });

  test("a line may have no code, but not an incomplete one", async () => {
    const { business, brief } = await openChecker();
    const [goods, service] = invoiceFor(business).invoice_line;
    const { hsn_code: _, product_category: __, ...bare } = goods as Record<string, unknown>;
    expect(await brief({ invoice_line: [bare, service] })).toEqual([]);
    expect(await brief({ invoice_line: [{ ...bare, hsn_code: "ABC" }, service] })).toEqual([
      "invoice_line[0].product_category required",
      "invoice_line[0].hsn_code wrong_format",
    ]);
  });
});
