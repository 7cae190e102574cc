import { describe, expect, test } from "vitest";
import { currencyCodes, currencyDigits } from "../../../platform/values/currency.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { countryCodes } from "./codes.ts";
import { buyer, creditNote, documentWith, type GivenLine, seller } from "./documents.fixture.ts";
import { violations } from "./rules.ts";

const line = (tax_category: string, tax_rate: string, more: Partial<GivenLine> = {}): GivenLine => {
  return { quantity: "3", unit_price: "10.555", tax_category, tax_rate, ...more };
};

const usual = (letter: string) => line(letter, "SLM".includes(letter) ? "7.5" : "0");

const reported = (document: CanonicalDocument) =>
  violations(document).map(({ rule, field }) => `${rule} ${field}`);

const nowhere = { line1: null, line2: null, city: null, region: null, postal_code: null };
const bareSeller = seller({
  registration_number: null,
  email: null,
  phone: null,
  address: { ...nowhere, country: "NG" },
});
const bareBuyer = buyer({ tax_id: null, address: { ...nowhere, country: "NG" } });

describe("what a document needs", () => {
  test.each(["S", "Z", "E", "G", "O", "L", "M"])(
    "%s: no more than a tax number and two countries",
    (letter) => {
      const given = [usual(letter)];
      const bare = { supplier: bareSeller, customer: bareBuyer, due_date: null };
      expect(reported(documentWith(given, bare))).toEqual([]);
      expect(reported(documentWith(given, { ...bare, ...creditNote }))).toEqual([]);
    },
  );

  test.each([
    ["S", "BR-S-02"],
    ["Z", "BR-Z-02"],
    ["E", "BR-E-02"],
    ["AE", "BR-AE-02"],
    ["K", "BR-IC-02"],
    ["G", "BR-G-02"],
    ["L", "BR-IG-02"],
    ["M", "BR-IP-02"],
  ])("%s: the supplier's tax number, by %s", (letter, rule) => {
    const document = documentWith([usual(letter)], { supplier: seller({ tax_id: null }) });
    expect(reported(document)).toEqual([`${rule} supplier.tax_id`]);
  });

  test("the message explains the category letter", () => {
    const given = ["S", "Z", "E", "AE", "K", "G", "L", "M"].map(usual);
    const faults = violations(documentWith(given, { supplier: seller({ tax_id: null }) }));
    expect(faults.map(({ message }) => /\((.+)\)/.exec(message)?.[1])).toEqual([
      ...["standard rate", "zero rate", "exempt", "reverse charge", "intra-community supply", "export"],
      ...["IGIC", "IPSI"],
    ]);
  });

  test("AE: a number of the customer, K: its tax number", () => {
    const registered = buyer({ tax_id: null, registration_number: "RCS 1" });
    const ask = (letter: string, customer = buyer({ tax_id: " " })) =>
      reported(documentWith([line(letter, "0")], { customer }));
    expect(ask("AE")).toEqual(["BR-AE-02 customer.tax_id"]);
    expect(ask("AE", registered)).toEqual([]);
    expect(ask("K", registered)).toEqual(["BR-IC-02 customer.tax_id"]);
  });

  test("O: some number of the supplier, and no other category beside it", () => {
    const supplier = seller({ tax_id: null, registration_number: null });
    expect(reported(documentWith([line("O", "0")], { supplier }))).toEqual(["BR-CO-26 supplier.tax_id"]);
    expect(reported(documentWith([line("O", "0"), line("Z", "0"), line("S", "19")]))).toEqual([
      "BR-O-12 lines[1].tax_category",
      "BR-O-12 lines[2].tax_category",
    ]);
  });

  test("both parties: a name and a country that ISO 3166-1 knows", () => {
    const withCountry = (country: string | null) => ({ ...nowhere, country });
    const supplier = seller({ name: " ", address: withCountry(null) });
    const customer = buyer({ name: "\n", address: withCountry("XK") });
    expect(reported(documentWith([line("S", "19")], { supplier, customer }))).toEqual([
      "BR-06 supplier.name",
      "BR-09 supplier.address.country",
      "BR-07 customer.name",
      "BR-CL-14 customer.address.country",
    ]);
    const turned = {
      supplier: seller({ address: withCountry("XK") }),
      customer: buyer({ address: withCountry(" ") }),
    };
    expect(reported(documentWith([line("S", "19")], turned))).toEqual([
      "BR-CL-14 supplier.address.country",
      "BR-11 customer.address.country",
    ]);
    expect([...countryCodes].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
    expect(countryCodes.size).toBe(250);
  });

  test("the document: a number, a date, lines and taxes, in the words of the caller's invoice", () => {
    const empty = { number: " ", issue_date: "2026-02-30", due_date: "soon", lines: [], taxes: [] };
    expect(reported(documentWith([], empty))).toEqual([
      "BR-02 number",
      "BR-03 invoice_date",
      "BR-CO-25 due_date",
      "BR-16 lines",
      "BR-CO-18 taxes",
    ]);
    const preceding = { number: "", issue_date: "2026-11-01", irn: null };
    const credit = { ...creditNote, issue_date: "", preceding };
    expect(reported(documentWith([line("S", "19")], credit))).toEqual([
      "BR-03 issued_at",
      "BR-55 invoice_id",
    ]);
  });

  test("a line: a description, and a unit of UN/ECE", () => {
    const units = ["PCE", "", "C62", "XZZ"].map((unit_code) => line("S", "19", { unit_code }));
    expect(reported(documentWith([...units, line("S", "19", { description: " \u00a0\n" })]))).toEqual([
      "BR-CL-23 lines[0].unit_code",
      "BR-23 lines[1].unit_code",
      "BR-25 lines[4].description",
    ]);
  });
});

describe("rates", () => {
  test.each([
    ["S", "0", ["BR-S-05 lines[0].tax_rate"]],
    ["S", "-5", ["BR-S-05 lines[0].tax_rate"]],
    ["L", "-5", ["BR-IG-05 lines[0].tax_rate"]],
    ["M", "-5", ["BR-IP-05 lines[0].tax_rate"]],
    ["E", "5", ["BR-E-05 lines[0].tax_rate", "BR-E-09 taxes[0].tax_amount"]],
    ["AE", "5", ["BR-AE-05 lines[0].tax_rate", "BR-AE-09 taxes[0].tax_amount"]],
    ["G", "5", ["BR-G-05 lines[0].tax_rate", "BR-G-09 taxes[0].tax_amount"]],
    ["O", "5", ["BR-O-05 lines[0].tax_rate", "BR-O-09 taxes[0].tax_amount"]],
    ["L", "0", []],
    ["M", "0", []],
    ["Z", "5", ["BR-Z-05 lines[0].tax_rate", "BR-Z-09 taxes[0].tax_amount"]],
    ["K", "5", ["BR-IC-05 lines[0].tax_rate", "BR-IC-09 taxes[0].tax_amount"]],
    ["B", "5", ["BR-CL-18 lines[0].tax_category", "BR-CL-17 taxes[0].category"]],
  ])("%s at %s %: %j", (letter, rate, expected) => {
    expect(reported(documentWith([line(letter, rate)]))).toEqual(expected);
  });

  test("a letter that is none is answered with those that are, in lines and in taxes", () => {
    const messages = violations(documentWith([line("B", "5")])).map(({ message }) => message);
    expect(messages).toEqual(Array(2).fill(expect.stringContaining("one of S, Z, E, AE, K, G, O, L, M.")));
  });

  test("below half a percent the official rule sees none, and refuses a tax that is more than nothing", () => {
    const at = (rate: string, unit_price: string) =>
      reported(documentWith([line("S", rate, { quantity: "1", unit_price })]));
    expect(at("0.4", "124.99")).toEqual(["BR-CO-17 taxes[0].rate"]);
    expect(at("0.4", "123")).toEqual([]);
    expect(at("0.5", "1000")).toEqual([]);
  });
});

test("a price may be nothing, and not less", () => {
  const at = (unit_price: string) => reported(documentWith([line("S", "19", { unit_price })]));
  expect(at("0")).toEqual([]);
  expect(at("-0.01")).toEqual(["BR-27 lines[0].unit_price"]);
});

describe("currencies", () => {
  test("an unknown one is reported once, and nothing is computed in it", () => {
    expect(reported({ ...documentWith([line("S", "19")]), currency: "ABC" })).toEqual(["BR-CL-04 currency"]);
  });

  test("all of the service's can be expressed, but those with more than two decimals and two that the list lacks", () => {
    const refused = currencyCodes.flatMap((currency) =>
      reported(documentWith([line("S", "19")], { currency })),
    );
    const long = currencyCodes.filter((code) => currencyDigits(code)! > 2);
    expect(refused).toEqual(expect.arrayContaining(["BR-CL-04 currency", "BR-DEC-14 currency"]));
    expect(refused).toHaveLength(long.length + 2);
  });

  test("a third decimal is reported in every amount", () => {
    const document = documentWith([line("S", "19")]);
    const longer = (amount: string) => `${amount}5`;
    const spoiled = {
      ...document,
      subtotal: longer(document.subtotal),
      tax_total: longer(document.tax_total),
      total: longer(document.total),
      lines: document.lines.map((each) => ({ ...each, net_amount: longer(each.net_amount) })),
      taxes: document.taxes.map((tax) => ({
        ...tax,
        taxable_amount: longer(tax.taxable_amount),
        tax_amount: longer(tax.tax_amount),
      })),
    };
    expect(reported(spoiled).filter((violation) => violation.startsWith("BR-DEC"))).toEqual([
      "BR-DEC-09 subtotal",
      "BR-DEC-13 tax_total",
      "BR-DEC-14 total",
      "BR-DEC-19 taxes[0].taxable_amount",
      "BR-DEC-20 taxes[0].tax_amount",
      "BR-DEC-23 lines[0].net_amount",
    ]);
  });
});

describe("sums", () => {
  const document = documentWith([line("S", "19"), line("S", "7"), line("Z", "0")]);
  const without = (index: number) => document.taxes.filter((_, place) => place !== index);

  test.each<[Partial<CanonicalDocument>, string[]]>([
    [{ subtotal: "95.02" }, ["BR-CO-10 subtotal", "BR-CO-15 total"]],
    [{ tax_total: "8.25" }, ["BR-CO-14 tax_total", "BR-CO-15 total"]],
    [{ total: "103.26" }, ["BR-CO-15 total"]],
    [{ taxes: without(2) }, ["BR-Z-01 taxes"]],
    [{ taxes: without(0) }, ["BR-S-01 taxes", "BR-CO-14 tax_total"]],
    [
      {
        lines: document.lines.map((each) => ({ ...each, quantity: "2" })).slice(0, 1),
        taxes: document.taxes.slice(0, 1),
      },
      ["PEPPOL-EN16931-R120 lines[0].net_amount", ...["BR-CO-10 subtotal", "BR-CO-14 tax_total"]],
    ],
    [
      { taxes: document.taxes.map((tax, place) => (place === 1 ? { ...tax, tax_amount: "2.23" } : tax)) },
      ["BR-CO-17 taxes[1].tax_amount", "BR-CO-14 tax_total"],
    ],
    [
      { lines: document.lines.map((each, place) => (place === 2 ? { ...each, tax_category: "B" } : each)) },
      ["BR-CL-18 lines[2].tax_category", "BR-Z-08 taxes[2].taxable_amount"],
    ],
    [
      { taxes: [...document.taxes, { ...document.taxes[2]!, category: "E" }] },
      ["BR-E-08 taxes[3].taxable_amount"],
    ],
  ])("%j is told as %j", (changed, expected) => {
    expect([document.subtotal, document.tax_total, document.total]).toEqual(["95.01", "8.24", "103.25"]);
    expect(reported({ ...document, ...changed })).toEqual(expected);
  });

  test("a category of two letters has a group of its own too", () => {
    const reversed = documentWith([line("S", "19"), line("AE", "0")]);
    expect(reported({ ...reversed, taxes: reversed.taxes.slice(0, 1) })).toEqual(["BR-AE-01 taxes"]);
  });

  test("the message says what is wrong, what would be right, and what to do", () => {
    expect(violations({ ...document, total: "103.26" })).toEqual([
      {
        rule: "BR-CO-15",
        field: "total",
        message:
          "103.26 is not the sum of subtotal, less discount_total, plus charge_total and tax_total, which is 103.25.",
      },
    ]);
  });
});
