import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { anyDocument, anyTerms } from "./documents.fixture.ts";
import { addsUp } from "./recount.fixture.ts";
import { violations } from "./rules.ts";

describe("the rules, held against integer arithmetic", { timeout: 120_000 }, () => {
  test("no document of the service breaks a rule, whatever the users gave", () => {
    const holds = fc.property(anyDocument(), (document) => {
      expect(violations(document)).toEqual([]);
      return addsUp(document);
    });
    fc.assert(holds, { numRuns: 1_500 });
  });

  test("nor does one with discounts, charges or prices that contain the tax", () => {
    const holds = fc.property(anyDocument(anyTerms()), (document) => {
      expect(violations(document)).toEqual([]);
    });
    fc.assert(holds, { numRuns: 1_500 });
  });

  test("a number that is changed is found exactly if the document no longer adds up", () => {
    const change = fc.constantFrom("0.01", "-0.01", "0.001", "1", "-1", "1000000");
    const holds = fc.property(anyDocument(), change, fc.nat(), (document, by, place) => {
      const numbers = numbersIn(document);
      const { holder, name } = numbers[place % numbers.length]!;
      const changed = parseDecimal(holder[name]!)!.plus(by);
      fc.pre(changed.gte(0) && (name !== "tax_rate" || changed.lte(100)));
      holder[name] = toPlain(changed);
      return (violations(document).length === 0) === (addsUp(document) && ratesFit(document));
    });
    fc.assert(holds, { numRuns: 3_000 });
  });
});

type Holder = Record<string, string>;

/** Every number of the document, where it can be changed. */
function numbersIn(document: CanonicalDocument): { holder: Holder; name: string }[] {
  const of = (holder: object, names: string[]) => names.map((name) => ({ holder: holder as Holder, name }));
  return [
    ...of(document, ["subtotal", "tax_total", "total"]),
    ...document.taxes.flatMap((tax) => of(tax, ["rate", "taxable_amount", "tax_amount"])),
    ...document.lines.flatMap((each) => of(each, ["quantity", "unit_price", "net_amount", "tax_rate"])),
  ];
}

/** The other rules that a changed number could break. */
function ratesFit({ lines }: CanonicalDocument): boolean {
  return lines.every(({ tax_category, tax_rate }) =>
    "LM".includes(tax_category) ? true : (tax_category === "S") === Number(tax_rate) > 0,
  );
}
