import { expect, test } from "vitest";
import { texts as documentEnglish } from "../../../../service/src/domains/sending/documents/texts/en.ts";
import { texts as documentFrench } from "../../../../service/src/domains/sending/documents/texts/fr.ts";
import { texts as english } from "../../texts/dashboard.ts";
import { texts as french } from "../../texts/fr/dashboard.ts";
import { taxName } from "./totals.tsx";

test("a tax category is named in words, and the standard rate not at all", () => {
  expect(taxName("7.5%", "S")).toBe("Tax (7.5%)");
  expect(taxName("0%", "E")).toBe("Tax (0%) · Exempt");
  expect(taxName("0%", "constructor")).toBe("Tax (0%)");
});

test("the dashboard names categories as documents and hosted pages do", () => {
  for (const [own, theirs] of [
    [english, documentEnglish],
    [french, documentFrench],
  ] as const) {
    const { S: _standard, ...named } = theirs.taxCategories;
    expect(own.totals.categories).toEqual(named);
  }
});
