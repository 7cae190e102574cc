import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import {
  anyDocument,
  anyTerms,
  buyer,
  creditNote,
  documentWith,
  type GivenLine,
  inAccounts,
  seller,
} from "../ubl/documents.fixture.ts";
import { readXml } from "../ubl/reader.fixture.ts";
import { violations } from "../ubl/rules.ts";
import { ublOf } from "../ubl/writer.ts";
import { writeDocument } from "../xml-documents/xml-job.ts";
import { faultsOf } from "./sequence.fixture.ts";
import { all, termsOfCii, termsOfUbl } from "./terms.fixture.ts";
import { ciiOf } from "./writer.ts";

const line = (tax_category: string, tax_rate: string, more: Partial<GivenLine> = {}): GivenLine => {
  return { quantity: "3", unit_price: "10.555", tax_category, tax_rate, ...more };
};

describe("whole documents", () => {
  const nigerian = {
    currency: "NGN",
    supplier: seller({ tax_id: "12345678-0001", address: { ...seller().address, country: "NG" } }),
    customer: buyer({ kind: "consumer", name: "Ada Obi", tax_id: null }),
  };
  const discounted = {
    discounts: [{ percent: 10, reason: "Agreed" }],
    charges: [{ amount: 5 }],
    lines: [{ discounts: [{ amount: 2 }] }],
  };

  test.each<[name: string, document: CanonicalDocument]>([
    [
      "standard-rate",
      documentWith(
        [
          line("S", "7.5", { description: "Consulting\nNovember", unit_code: "HUR", service_code: "998311" }),
          line("Z", "0"),
        ],
        { ...nigerian, order_reference: "PO-7", period: { start: "2026-11-01", end: "2026-11-30" } },
      ),
    ],
    ["discounts-and-charges", documentWith([line("S", "19"), line("E", "0")], {}, discounted)],
    [
      "intra-community-credit-note",
      documentWith([line("K", "0", { hs_code: "847130" })], { ...creditNote, notes: "Sent back, box #7" }),
    ],
    [
      "foreign-currency",
      inAccounts(documentWith([line("S", "7.5")], { ...nigerian, currency: "USD" }), "NGN", "1534.25"),
    ],
    ["outside-scope", documentWith([line("O", "0", { exemption_reason: "Grant" })], { currency: "JPY" })],
  ])("%s is written as it was agreed", async (name, document) => {
    expect(violations(document)).toEqual([]);
    await expect(ciiOf(document)).toMatchFileSnapshot(`golden/${name}.xml`);
  });
});

describe("whatever the users gave", { timeout: 120_000 }, () => {
  const terms = fc.oneof(fc.constant({}), anyTerms());
  /** In the supplier's own currency, or with the tax in it as well, be it of 0, 2 or 3 digits. */
  const documents = fc
    .tuple(
      anyDocument(terms),
      fc.constantFrom(undefined, "NGN", "JPY", "KWD"),
      fc.constantFrom("1534.25", "0.3"),
    )
    .map(([document, own, rate]) => (own === undefined ? document : inAccounts(document, own, rate)));

  test("the XML reads back, its elements stand in the order of the schema, and what it demands is there", () => {
    const holds = fc.property(documents, (document) => {
      expect(faultsOf(readXml(ciiOf(document)))).toEqual([]);
    });
    fc.assert(holds, { numRuns: 500 });
  });

  test("CII and UBL say the same in every business term", () => {
    const holds = fc.property(documents, (document) => {
      expect(termsOfCii(readXml(ciiOf(document)))).toEqual(termsOfUbl(readXml(ublOf(document))));
    });
    fc.assert(holds, { numRuns: 500 });
  });

  test("the amounts that stand in the XML add up (BR-CO-10 to BR-CO-18)", () => {
    const holds = fc.property(documents, (document) => {
      expect(sumsOf(termsOfCii(readXml(ciiOf(document))) as Sums)).toEqual([]);
    });
    fc.assert(holds, { numRuns: 500 });
  });

  test("only the total of the tax names a currency, and each group says which tax it is", () => {
    const holds = fc.property(documents, (document) => {
      const xml = ciiOf(document);
      const named = [...xml.matchAll(/<(\S+) currencyID/g)].map(([, name]) => name);
      expect(new Set(named)).toEqual(new Set(["ram:TaxTotalAmount"]));
      expect(xml.match(/<ram:CategoryCode>/g)).toHaveLength(xml.match(/>VAT<\/ram:TypeCode>/g)!.length);
    });
    fc.assert(holds, { numRuns: 200 });
  });
});

test("a fault in the order, a missing element and an unknown one are found", () => {
  const xml = ciiOf(documentWith([line("S", "19")]));
  const faults = (from: string | RegExp, to: string) => faultsOf(readXml(xml.replace(from, to)));
  expect(faults(/( *<ram:ID>INV.*\n)( *<ram:TypeCode>380.*\n)/, "$2$1")).toEqual([
    "ram:ID stands too late in rsm:ExchangedDocument",
  ]);
  expect(faults(/ *<ram:DuePayableAmount>.*\n/, "")).toEqual([
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation has no ram:DuePayableAmount",
  ]);
  expect(faults(/ram:LineOne/g, "ram:Street")).toContain("ram:Street is unknown in ram:PostalTradeAddress");
  expect(faults(/(<ram:InvoiceCurrencyCode>.*\n)/, "$1$1")).toContain(
    "ram:InvoiceCurrencyCode stands twice in ram:ApplicableHeaderTradeSettlement",
  );
});

test.each(["BHD", "KWD", "TND"])(
  "no document is written in %s, whose three digits EN 16931 has no place for",
  (currency) => {
    const document = documentWith([line("S", "19")], { currency });
    for (const syntax of ["cii", "ubl"] as const) {
      const { xml, broken } = writeDocument(syntax, document);
      expect([xml, broken.map(({ rule }) => rule)]).toEqual(["", ["BR-DEC-14"]]);
    }
  },
);

test("a price that contains the tax is the net price of the whole quantity", () => {
  const document = documentWith([line("S", "19")], {}, { prices_include_tax: true });
  const [price] = all(
    readXml(ciiOf(document)),
    "rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice",
  );
  expect(price!.children.map(({ name, text }) => [name, text])).toEqual([
    ["ram:ChargeAmount", "26.61"],
    ["ram:BasisQuantity", "3"],
  ]);
});

type Sums = Record<`BT-${number}`, string | undefined> & {
  "BG-20": Allowance[];
  "BG-23": Record<`BT-${number}`, string | undefined>[];
  "BG-25": (Record<`BT-${number}`, string | undefined> & { "BG-27": Allowance[] })[];
};
type Allowance = { isCharge: string; amount: string; category: string; rate?: string };

/** The rules of EN 16931 about sums, on what was read; what is broken. */
function sumsOf(terms: Sums): string[] {
  const sum = (amounts: (string | undefined)[]) =>
    amounts.reduce((total, amount) => total.plus(amount ?? "0"), new Big("0"));
  const of = (number: number) => new Big(terms[`BT-${number}`] ?? "0");
  const parts = (isCharge: boolean, list = terms["BG-20"]) =>
    sum(list.filter((each) => each.isCharge === String(isCharge)).map(({ amount }) => amount));
  const unit = new Big(`1e-${terms["BT-115"]!.split(".")[1]?.length ?? 0}`);
  const groupSum = (category: string | undefined, rate: string | undefined) => {
    const own = terms["BG-20"].filter((each) => each.category === category && each.rate === rate);
    const lines = terms["BG-25"].filter((each) => each["BT-151"] === category && each["BT-152"] === rate);
    return sum(lines.map((each) => each["BT-131"]))
      .minus(parts(false, own))
      .plus(parts(true, own));
  };
  const checks: [rule: string, holds: boolean][] = [
    ["BR-CO-10", of(106).eq(sum(terms["BG-25"].map((each) => each["BT-131"])))],
    ["BR-CO-11", of(107).eq(parts(false))],
    ["BR-CO-12", of(108).eq(parts(true))],
    ["BR-CO-13", of(109).eq(of(106).minus(of(107)).plus(of(108)))],
    ["BR-CO-14", of(110).eq(sum(terms["BG-23"].map((each) => each["BT-117"])))],
    ["BR-CO-15", of(112).eq(of(109).plus(of(110)))],
    ["BR-CO-16", of(115).eq(of(112).minus(of(113)).plus(of(114)))],
    ["BR-CO-18", terms["BG-23"].length > 0],
    ["BR-53", (terms["BT-6"] === undefined) === (terms["BT-111"] === undefined)],
    ...terms["BG-23"].flatMap((group): [string, boolean][] => {
      const [taxable, tax] = [new Big(group["BT-116"]!), new Big(group["BT-117"]!)];
      const exact = taxable.times(group["BT-119"] ?? "0").times("0.01");
      return [
        // A tax that was within the prices may differ by one unit from that of the rounded net.
        ["BR-CO-17", tax.minus(exact).abs().lte(unit.times("1.5"))],
        ["BR-S-08", taxable.eq(groupSum(group["BT-118"], group["BT-119"]))],
      ];
    }),
    ...terms["BG-25"].map((each): [string, boolean] => {
      const gross = new Big(each["BT-129"]!).times(each["BT-146"]!).div(each["BT-149"] ?? "1");
      const net = new Big(each["BT-131"]!);
      const rest = net.plus(parts(false, each["BG-27"])).minus(parts(true, each["BG-27"]));
      return ["PEPPOL-EN16931-R120", rest.minus(gross).abs().lte(unit.div("2"))];
    }),
  ];
  return checks.filter(([, holds]) => !holds).map(([rule]) => rule);
}
