import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { anyDocument, anyTerms, creditNote, documentWith, inAccounts } from "./documents.fixture.ts";
import { ublOf } from "./writer.ts";

// The official validation is not ours to ship, so it runs where somebody has put it beside the repository:
// EN16931-UBL-validation.xslt (CEN/TC 434), saxon-he.jar to run it, and the schemas of UBL 2.1 in xsd/.
const home = fileURLToPath(new URL("../../../../../../shared/en16931/", import.meta.url));
const [rules, saxon] = ["EN16931-UBL-validation.xslt", "saxon-he.jar"].map((name) => join(home, name));
const schema = (root: string) => join(home, `xsd/maindoc/UBL-${root}-2.1.xsd`);

const letters = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"];
const line = (tax_category: string) => {
  const tax_rate = "SLM".includes(tax_category) ? "7.5" : "0";
  return { quantity: "3", unit_price: "10.555", tax_category, tax_rate };
};

function documents(): CanonicalDocument[] {
  const mixed = letters.filter((letter) => letter !== "O").map(line);
  const zeroDecimals = { currency: "XOF" };
  return [
    ...letters.map((letter) => documentWith([line(letter)])),
    ...letters.map((letter) =>
      documentWith([line(letter), line(letter)], { ...creditNote, ...zeroDecimals }),
    ),
    documentWith(mixed),
    inAccounts(documentWith(mixed), "NGN", "1534.25"),
    inAccounts(documentWith([line("O")], creditNote), "JPY", "161.3"),
    documentWith(Array.from({ length: 500 }, (_, index) => mixed[index % mixed.length]!)),
    ...fc.sample(anyDocument(), { numRuns: 300 }),
    ...fc.sample(anyDocument(anyTerms()), { numRuns: 300 }),
  ];
}

describe("where the official artefacts are in ../shared/en16931", { timeout: 300_000 }, () => {
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ubl-"));
    for (const name of ["Invoice", "CreditNote", "reports"]) mkdirSync(join(folder, name));
    documents().forEach((document, index) => {
      const root = document.type === "invoice" ? "Invoice" : "CreditNote";
      writeFileSync(join(folder, root, `${index}.xml`), ublOf(document));
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(![rules!, saxon!].every(existsSync))("not one of their assertions fails", () => {
    const failed = ["Invoice", "CreditNote"].flatMap((root) => {
      const reports = join(folder, "reports");
      const words = [`-s:${join(folder, root)}`, `-xsl:${rules}`, `-o:${reports}`];
      execFileSync("java", ["-cp", saxon!, "net.sf.saxon.Transform", ...words]);
      const names = readdirSync(reports).filter((name) => existsSync(join(folder, root, name)));
      expect(names).toHaveLength(readdirSync(join(folder, root)).length);
      return names.flatMap((name) => failedIn(readFileSync(join(reports, name), "utf8"), `${root}/${name}`));
    });
    expect(failed).toEqual([]);
  });

  test.skipIf(!existsSync(schema("Invoice")))("the schemas of UBL 2.1 accept every document", () => {
    for (const root of ["Invoice", "CreditNote"]) {
      const files = readdirSync(join(folder, root)).map((name) => join(folder, root, name));
      const check = () =>
        execFileSync("xmllint", ["--noout", "--schema", schema(root), ...files], { stdio: "pipe" });
      expect(check).not.toThrow();
    }
  });
});

function failedIn(report: string, name: string): string[] {
  if (!report.includes("schematron-output")) throw new Error(`No report on ${name}: ${report.slice(0, 200)}`);
  return [...report.matchAll(/<svrl:failed-assert[\s\S]*?\bid="([^"]*)"/g)].map(
    ([, id]) => `${id} in ${name}`,
  );
}
