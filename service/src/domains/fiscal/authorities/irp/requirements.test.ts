import { describe, expect, test } from "vitest";
import type { CanonicalDocument, CanonicalLine, CanonicalParty } from "../../canonical/canonical.ts";
import { indian } from "../contract.fixture.ts";
import { indiaIrp } from "./authority.ts";

const account = { baseUrl: "", business_id: "29AAAPL2356Q1ZS" };
const { customer, supplier } = indian();
const [goods] = indian().lines as [CanonicalLine];

const withLine = (changes: Partial<CanonicalLine>) => ({ lines: [{ ...goods, ...changes }] });
const at = (party: CanonicalParty, changes: Partial<CanonicalParty["address"]>): CanonicalParty => {
  return { ...party, address: { ...party.address, ...changes } };
};
const faultsOf = (changes: Partial<CanonicalDocument>) =>
  indiaIrp.faults({ ...indian(), ...changes }, account);

type Refused = [what: string, changes: Partial<CanonicalDocument>, field: string, code: string];

describe("what the portal would refuse", () => {
  test.each<Refused>([
    ["a number of 17 signs", { number: "INV-0000000000001" }, "number", "wrong_format"],
    ["a number that begins with 0", { number: "0001" }, "number", "wrong_format"],
    ["a number that begins with a stroke", { number: "/INV-1" }, "number", "wrong_format"],
    ["a number that begins with a dash", { number: "-INV-1" }, "number", "wrong_format"],
    ["a number with a space", { number: "INV 1" }, "number", "wrong_format"],
    ["no number", { number: "" }, "number", "wrong_format"],
    ["another currency", { currency: "NGN" }, "currency", "unknown_code"],
    ["no lines", { lines: [] }, "lines", "required"],
    ["1,001 lines", { lines: Array<CanonicalLine>(1001).fill(goods) }, "lines", "too_long"],
  ])("%s", isRefused);

  test.each<Refused>([
    [
      "a seller with another GSTIN than that of the account",
      { supplier: { ...supplier, tax_id: "29AADCB2230M1ZT" } },
      "supplier.tax_id",
      "tin_mismatch",
    ],
    [
      "a seller without a GSTIN",
      { supplier: { ...supplier, tax_id: null } },
      "supplier.tax_id",
      "tin_mismatch",
    ],
    [
      "a buyer without a GSTIN",
      { customer: { ...customer, tax_id: "12345678-0001" } },
      "customer.tax_id",
      "required",
    ],
    ["a consumer", { customer: { ...customer, kind: "consumer" } }, "customer.kind", "unsupported"],
  ])("%s", isRefused);

  test.each<Refused>([
    ["goods without a code", withLine({ hs_code: null }), "lines[0].hs_code", "2176"],
    [
      "a service with a bad code",
      withLine({ hs_code: null, service_code: "9" }),
      "lines[0].service_code",
      "2176",
    ],
    [
      "goods that are a service",
      withLine({ service_code: "9983" }),
      "lines[0].service_code",
      "codes_exclusive",
    ],
    ["a tax of elsewhere", withLine({ tax_category: "K" }), "lines[0].tax_category", "unknown_code"],
    ["a zero rate that is none", withLine({ tax_rate: "5" }), "lines[0].tax_rate", "category_percent"],
    [
      "a price that three decimals double",
      withLine({ quantity: "90000", unit_price: "0.0005", net_amount: "45.00" }),
      "lines[0].unit_price",
      "too_many_decimals",
    ],
    [
      "a price that three decimals make nothing",
      withLine({ quantity: "90000", unit_price: "0.0004", net_amount: "36.00" }),
      "lines[0].unit_price",
      "too_many_decimals",
    ],
    [
      "a quantity that three decimals take more than a rupee off",
      withLine({ quantity: "1.0004", unit_price: "2525", net_amount: "2526.01" }),
      "lines[0].unit_price",
      "too_many_decimals",
    ],
  ])("%s", isRefused);

  function isRefused(...[_, changes, field, code]: Refused) {
    const message = expect.stringMatching(/.+\. [A-Z].+\.$/);
    expect(faultsOf(changes)).toEqual([{ code, field, message }]);
  }

  test("is reported per line", () => {
    const bad = { ...goods, hs_code: null };
    expect(faultsOf({ lines: [goods, bad, bad] }).map(({ field }) => field)).toEqual([
      "lines[1].hs_code",
      "lines[2].hs_code",
    ]);
  });
});

describe("a seller is the one of the account", () => {
  const messageFor = (tax_id: string | null) => faultsOf({ supplier: { ...supplier, tax_id } })[0]?.message;

  test("or the message says which of the two numbers is where, or that there is none", () => {
    expect(messageFor("29AADCB2230M1ZT")).toMatch(/has the GSTIN 29AADCB2230M1ZT, but .* 29AAAPL2356Q1ZS/);
    expect(messageFor(null)).toMatch(/has no GSTIN/);
  });

  test("and not everybody without a number, if the account has none either", () => {
    const nobody = { ...indian(), supplier: { ...supplier, tax_id: null } };
    expect(indiaIrp.faults(nobody, { baseUrl: "" })).toMatchObject([{ code: "tin_mismatch" }]);
  });
});

describe("what must be known of the parties", () => {
  const nothing = { line1: null, city: " ", postal_code: null };

  test("is reported at once, each in its own field, for either party", () => {
    const faults = faultsOf({
      supplier: { ...at(supplier, nothing), name: " " },
      customer: { ...at(customer, nothing), name: "\n" },
    });
    expect(faults).toEqual(
      ["supplier", "customer"].flatMap((who) =>
        ["name", "address.line1", "address.city", "address.postal_code"].map((member) => ({
          code: "required",
          field: `${who}.${member}`,
          message: expect.stringMatching(
            who === "supplier"
              ? /^The supplier has no .+\. Add it to the company\.$/
              : /^The customer has no .+\. Add it to the customer\.$/,
          ),
        })),
      ),
    );
  });

  test.each(["4000", "040020", "4000201", null])("the PIN code %s is none", (postal_code) => {
    expect(faultsOf({ customer: at(customer, { postal_code }) })).toMatchObject([
      { code: "required", field: "customer.address.postal_code" },
    ]);
  });

  test("a buyer abroad needs name, street and city, but no PIN code and no GSTIN, and may be a consumer", () => {
    const abroad = { ...at(customer, { country: "NG", postal_code: null }), tax_id: null };
    expect(faultsOf({ customer: abroad })).toEqual([]);
    expect(faultsOf({ customer: { ...abroad, kind: "consumer" } })).toEqual([]);
    const unknown = { ...at(abroad, nothing), name: "" };
    expect(faultsOf({ customer: unknown }).map(({ field }) => field)).toEqual([
      "customer.name",
      "customer.address.line1",
      "customer.address.city",
    ]);
  });

  test("a buyer whose country is not known is taken to be in India", () => {
    const customerOfNowhere = { ...at(customer, { country: null }), tax_id: null };
    expect(faultsOf({ customer: customerOfNowhere })).toMatchObject([{ field: "customer.tax_id" }]);
  });
});

describe("what the portal takes", () => {
  test.each<[what: string, changes: Partial<CanonicalDocument>]>([
    ["a number of one sign", { number: "7" }],
    ["a number of 16 signs, with strokes and dashes", { number: "INV/26-27/000001" }],
    ["a number in small letters, which it reads as large ones", { number: "inv-1" }],
    ["1,000 lines", { lines: Array<CanonicalLine>(1000).fill(goods) }],
    ["the government as a buyer", { customer: { ...customer, kind: "government" } }],
    ["a service", withLine({ hs_code: null, service_code: "998314" })],
    ["goods at the standard rate", withLine({ tax_category: "S", tax_rate: "18" })],
    ["goods at a standard rate of nothing", withLine({ tax_category: "S", tax_rate: "0" })],
    ["goods at the zero rate", withLine({ tax_category: "Z" })],
    ["goods that are exempt", withLine({ tax_category: "E" })],
    ["goods for export", withLine({ tax_category: "G" })],
    ["goods outside the scope of the tax", withLine({ tax_category: "O" })],
    [
      "a price that three decimals make a rupee more of",
      withLine({ quantity: "2000", unit_price: "0.0005", net_amount: "1.00" }),
    ],
    [
      "a price that three decimals make a rupee less of",
      withLine({ quantity: "2500", unit_price: "0.0004", net_amount: "1.00" }),
    ],
  ])("%s", (_, changes) => expect(faultsOf(changes)).toEqual([]));
});
