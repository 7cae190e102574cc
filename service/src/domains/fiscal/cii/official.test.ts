import { Profile, validateXsd } from "@stackforge-eu/factur-x";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { anyDocument, anyTerms, creditNote, documentWith, inAccounts } from "../ubl/documents.fixture.ts";
import { ciiOf } from "./writer.ts";

// The schemas that FNFE-MPE and FeRD publish with Factur-X, as a package of another publisher brings them.
const faultsOf = async (xml: string) => (await validateXsd(xml, Profile.EN16931)).errors;

const line = (tax_category: string) => {
  const tax_rate = "SLM".includes(tax_category) ? "7.5" : "0";
  return { quantity: "3", unit_price: "10.555", tax_category, tax_rate };
};
const letters = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"];
const mixed = letters.filter((letter) => letter !== "O").map(line);

const documents: CanonicalDocument[] = [
  ...letters.map((letter) => documentWith([line(letter)])),
  ...letters.map((letter) => documentWith([line(letter), line(letter)], { ...creditNote, currency: "XOF" })),
  inAccounts(documentWith(mixed), "NGN", "1534.25"),
  inAccounts(documentWith([line("O")], creditNote), "JPY", "161.3"),
  documentWith(Array.from({ length: 500 }, (_, index) => mixed[index % mixed.length]!)),
  ...fc.sample(anyDocument(), { numRuns: 150 }),
  ...fc.sample(anyDocument(anyTerms()), { numRuns: 150 }),
];

test("the official schema of the EN 16931 profile accepts every document", async () => {
  for (const document of documents) {
    const xml = ciiOf(document);
    expect({ faults: await faultsOf(xml), xml }).toEqual({ faults: [], xml });
  }
});

test("the official schema finds what is not so", async () => {
  const xml = ciiOf(documentWith([line("S")]));
  const broken = [
    xml.replace(/ *<ram:DuePayableAmount>.*\n/, ""),
    xml.replace(/( *<ram:ID>INV.*\n)( *<ram:TypeCode>380.*\n)/, "$2$1"),
    xml.replace(/ram:LineOne/g, "ram:Street"),
  ];
  for (const each of broken) {
    expect(each).not.toBe(xml);
    expect(await faultsOf(each)).not.toEqual([]);
  }
});
