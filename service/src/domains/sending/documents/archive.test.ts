import { describe, expect, test } from "vitest";
import { writeInvoice } from "../../fiscal/xml-documents/xml-job.ts";
import { invoiceOf, settings } from "./invoice.fixture.ts";
import type { InvoiceDocument } from "./invoice-pdf.ts";
import { run } from "./invoice-pdf-job.ts";
import { embeddedIn, readPdf } from "./pdf.fixture.ts";

const pageUrl = "https://billing.example.com/i/in_12_345_AbCdEfGhIjKlMnOpQrStUv";

async function drawn(fields: Partial<InvoiceDocument> = {}, embedded_xml: "ubl" | "factur_x" = "ubl") {
  const json = JSON.stringify(invoiceOf([{}, { description: "مرحبا 中文 हिन्दी ẹ́" }], fields));
  const file = await run({
    ...{ json, language: "en", isTest: true, pageUrl },
    settings: { ...settings, embedded_xml },
  });
  return { json, file, raw: file.toString("latin1"), ...readPdf(file) };
}

/** The dictionary of the object to which this entry refers. */
function objectAt(raw: string, entry: string): string {
  const [, id] = new RegExp(`/${entry} \\[?(\\d+) 0 R`).exec(raw)!;
  const start = raw.indexOf(`\n${id} 0 obj\n`);
  return raw.slice(start, raw.indexOf("endobj", start));
}

describe("a document for archives (PDF/A-3b)", () => {
  test("says so in its metadata, which say the same as its info", async () => {
    const { metadata, info, raw } = await drawn({
      supplier: { ...invoiceOf().supplier, name: "Fils & Ọmọ <Ltd>" },
    });
    expect(metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    expect(info).toMatchObject({
      Title: "Invoice INV-000042",
      Author: "Fils & Ọmọ <Ltd>",
      Creator: "Billfold",
    });
    expect(metadata).toContain(">Invoice INV-000042</rdf:li>");
    expect(metadata).toContain(">Fils &#38; Ọmọ &#60;Ltd&#62;</rdf:li>");
    expect(metadata).toContain(`<pdf:Producer>${info.Producer}</pdf:Producer>`);
    expect(raw.slice(0, 9)).toBe("%PDF-1.7\n");
    // A comment of bytes beyond ASCII tells programs that the file is no text.
    expect([...raw.split("\n")[1]!].every((character, at) => at === 0 || character > "\x7f")).toBe(true);
    expect(raw.split("trailer").at(-1)).toMatch(/\/ID \[<(\w{32})> <\w{32}>\]/);
  });

  test("has the profile of its colours, and every font with a map to its glyphs", async () => {
    const { raw, fonts, catalogue } = await drawn();
    expect(catalogue).toContain("/OutputIntents");
    const intent = objectAt(raw, "OutputIntents");
    expect(intent).toContain("/S /GTS_PDFA1");
    expect(objectAt(intent + raw, "DestOutputProfile")).toContain("/N 3");
    expect(fonts.length).toBeGreaterThan(4);
    for (const font of fonts) expect([font.name, font.isEmbedded]).toEqual([font.name, true]);
    expect(raw.match(/\/CIDToGIDMap \/Identity/g)?.length).toBe(fonts.length);
    expect(raw).toContain("/MarkInfo");
  });

  test("has nothing that archives forbid: scripts, encryption, transparency, hidden links", async () => {
    const { raw } = await drawn();
    expect(raw).not.toMatch(/\/JavaScript|\/JS |\/Launch|\/Encrypt |\/SMask|\/LZWDecode|\/(?:CA|ca) 0?\.\d/);
    const links = raw.match(/\/Subtype \/Link/g)!;
    expect(raw.match(/\/F 4\n/g)?.length).toBe(links.length);
  });
});

describe("the invoice for programs within the PDF", () => {
  test("is its UBL document, and is said to be the same in another form", async () => {
    const { file, json, raw } = await drawn();
    expect(embeddedIn(file)).toEqual([writeInvoice("ubl", json).xml]);
    expect(raw).toMatch(/\/AFRelationship \/Alternative\n\/F \(INV-000042\.xml\)/);
    expect(raw).toContain("/Subtype /text#2Fxml");
    expect(raw).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(raw).toMatch(/\/EmbeddedFiles <<\s*\/Names \[\s*\(INV-000042\.xml\)/);
    expect(raw).not.toContain("factur-x");
  });

  test.each([
    ["a draft", { status: "draft", number: null }],
    ["void", { status: "void" }],
    ["one without the data that EN 16931 demands", { supplier: { ...invoiceOf().supplier, tax_id: null } }],
  ] as const)("is left out where the invoice is %s", async (_, fields) => {
    const { file, raw } = await drawn(fields as Partial<InvoiceDocument>);
    expect([embeddedIn(file), raw.includes("/AF ")]).toEqual([[], false]);
  });

  test("does not make the file another one each time", async () => {
    const [one, other] = [await drawn(), await drawn()];
    expect(one.file.equals(other.file)).toBe(true);
  });
});

describe("the same as Factur-X", () => {
  test("is factur-x.xml, the CII document, said to be the same in another form", async () => {
    const { file, json, raw } = await drawn({}, "factur_x");
    const [xml, ...others] = embeddedIn(file);
    expect([xml, others]).toEqual([writeInvoice("cii", json).xml, []]);
    expect(xml).toContain("<ram:ID>urn:cen.eu:en16931:2017</ram:ID>");
    expect(raw).toMatch(/\/AFRelationship \/Alternative\n\/F \(factur-x\.xml\)/);
    expect(raw).toContain("/Subtype /text#2Fxml");
    expect(raw).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(raw).toMatch(/\/EmbeddedFiles <<\s*\/Names \[\s*\(factur-x\.xml\)/);
  });

  test("is announced in the metadata, which describe each of these properties as PDF/A demands", async () => {
    const { metadata } = await drawn({}, "factur_x");
    const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
    expect(metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    expect(metadata).toContain(`xmlns:fx="${namespace}"`);
    const said = [...metadata.matchAll(/<fx:(\w+)>(.*)<\/fx:\1>/g)].map(([, name, value]) => [name, value]);
    expect(said).toEqual([
      ["DocumentType", "INVOICE"],
      ["DocumentFileName", "factur-x.xml"],
      ["Version", "1.0"],
      ["ConformanceLevel", "EN 16931"],
    ]);
    const described = [...metadata.matchAll(/<pdfaProperty:name>(.*)<\/pdfaProperty:name>/g)];
    expect(described.map(([, name]) => name)).toEqual(said.map(([name]) => name));
    expect(metadata).toContain(`<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>`);
    expect(metadata).toContain("<pdfaSchema:prefix>fx</pdfaSchema:prefix>");
    for (const name of ["pdfaExtension", "pdfaSchema", "pdfaProperty"]) {
      expect(metadata).toMatch(new RegExp(`xmlns:${name}="http://www\\.aiim\\.org/pdfa/ns/`));
    }
    expect(unclosedIn(metadata)).toEqual([]);
  });

  test("changes no page", async () => {
    const [ubl, facturX] = [await drawn(), await drawn({}, "factur_x")];
    expect(facturX.pages).toEqual(ubl.pages);
  });

  test.each([
    ["a draft", { status: "draft", number: null }],
    ["void", { status: "void" }],
    ["one without the data that EN 16931 demands", { supplier: { ...invoiceOf().supplier, tax_id: null } }],
  ] as const)("is neither contained nor announced where the invoice is %s", async (_, fields) => {
    const { file, metadata } = await drawn(fields as Partial<InvoiceDocument>, "factur_x");
    expect([embeddedIn(file), metadata.includes("factur-x")]).toEqual([[], false]);
  });
});

/** The elements of the XML that are not closed in order. */
function unclosedIn(xml: string): string[] {
  const open: string[] = [];
  for (const [, slash, name] of xml.matchAll(/<(\/?)([A-Za-z]+:[A-Za-z]+)[^>]*>/g)) {
    if (slash && open.at(-1) === name) open.pop();
    else open.push(`${slash}${name}`);
  }
  return open;
}
