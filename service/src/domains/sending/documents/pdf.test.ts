import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invoiceOf, moment, print } from "./invoice.fixture.ts";
import { renderInvoicePdf } from "./invoice-pdf.ts";
import { type ReadPdf, readPdf } from "./pdf.fixture.ts";

const read = async (...given: Parameters<typeof invoiceOf>) =>
  readPdf(await renderInvoicePdf(invoiceOf(...given), print));

describe("the file", () => {
  test("is the same to the last byte for the same invoice, whatever was printed before", async () => {
    const invoice = invoiceOf([{ description: "Ωmega, Ọláńrewájú ʼ’ ∆Δ" }]);
    const first = await renderInvoicePdf(invoice, print);
    await read([{ description: "Ω ’ʼ Δ∆ Ọ́" }]);
    expect((await renderInvoicePdf(invoice, print)).equals(first)).toBe(true);
    const later = await renderInvoicePdf(invoice, { ...print, now: new Date(moment.getTime() + 1000) });
    expect(later.equals(first)).toBe(false);
  });

  test("brings its fonts along, as much of them as it uses", async () => {
    const pdf = await renderInvoicePdf(invoiceOf(), print);
    const { fonts } = readPdf(pdf);
    expect(fonts.map(({ name }) => name.split("+")[1]).sort()).toEqual(["Inter-Regular", "Inter-SemiBold"]);
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
    // One whole font is ten times that.
    expect(pdf.length).toBeLessThan(40_000);
  });

  test("prints the naira sign as a glyph of its font, and it is copied as U+20A6", async () => {
    const { fonts, pages } = await read();
    for (const { codePoints } of fonts) expect(codePoints).toContain(0x20a6);
    const [amount] = pages[0]!.filter(({ text }) => text === "₦135,000.00");
    expect(amount!.glyphs.every((glyph) => glyph > 0)).toBe(true);
  });

  test("has a title, author, date and language", async () => {
    const { info, catalogue, metadata } = await read();
    expect(info).toMatchObject({
      Title: "Invoice INV-000042",
      Author: "Lagos Works Ltd",
      CreationDate: "D:20261115093000Z",
    });
    expect(catalogue).toContain("/Lang (en)");
    expect(metadata).toContain("<xmp:CreateDate>2026-11-15T09:30:00Z</xmp:CreateDate>");
  });

  test("says of everything what it is, or that it is decoration", async () => {
    const { pages, catalogue, roles } = await read(Array.from({ length: 40 }, () => ({})));
    expect(catalogue).toMatch(/\/MarkInfo \d+ 0 R\n\/StructTreeRoot/);
    const used = new Set(pages.flat().map(({ role }) => role));
    expect([...used].sort()).toEqual(["Artifact", "H1", "H2", "P", "TD", "TH"]);
    expect(roles.filter((role) => role === "Table").length).toBe(2);
  });
});

/** Every name and text of an invoice at once. */
function hostile(text: string) {
  const party = { name: text, email: text, phone: text, tax_id: text, registration_number: text };
  const address = { line1: text, line2: text, city: text, region: text, postal_code: text };
  return invoiceOf(
    [{ description: text, hs_code: text, service_code: text, exemption_reason: text, tax_category: "E" }],
    {
      supplier: { ...party, address },
      customer: { ...party, kind: "business", address },
      notes: text,
      irn: text,
    },
  );
}

/** What is wrong with it, if anything: a glyph that the font lacks, or XML that is none. */
function faultsOf({ pages, metadata, info }: ReadPdf): string[] {
  const lacking = pages.flat().filter(({ glyphs }) => glyphs.includes(0));
  const texts = [...metadata.matchAll(/<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/g)].map(([, text]) => text!);
  const badXml = texts.filter((text) => /[<>]|&(?!#\d+;)|\p{Cc}/u.test(text));
  return [
    ...lacking.map(({ text }) => `no glyph: ${text}`),
    ...badXml.map((text) => `no XML: ${text}`),
    ...(texts.length === 2 && info.Author !== undefined ? [] : ["no author"]),
  ];
}

describe("text of any kind", () => {
  const texts = [
    "<script>alert(1)</script> & </rdf:li> ]]> \\ ( ) % /Type",
    "(((((\\\\\\)",
    "\u202egnp.exe\u202c \u2066x\u2069",
    "中文 日本語 한국어 ﷼ ৳ ៛ ؋ עברית مرحبا",
    "👩‍👩‍👧‍👦 👍🏽 🇳🇬 ✂️",
    `Z${"\u0301\u0302\u0303\u0304".repeat(20)}algo \u0301alone`,
    "tab\there\r\nnew\vline\fpage\u0085next\u2028line\u2029end\u0007\u001b[31m",
    "W".repeat(200),
    "\ufeff\u200b\u00ad\u034f",
    "   \n \n\n   x",
    "ẹ̀kọ́ Ọ̀yọ́ Ṣọlá ńlá ɓ ɗ ƙ ʼy",
  ];
  test.each(texts)("is printed: %j", async (text) => {
    const paper = readPdf(await renderInvoicePdf(hostile(text), print));
    expect(faultsOf(paper)).toEqual([]);
    expect(paper.text).toContain("₦135,000.00");
  });

  test("is printed, whatever it is", async () => {
    const any = fc.string({ unit: "binary", minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(any, async (text) => {
        expect(faultsOf(readPdf(await renderInvoicePdf(hostile(text), print)))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ["Arabic, with Latin and figures", "شركة النور (المحدودة) – توريد 25 لوحًا من SunPower 450W"],
    ["Persian, with a word divided by a joiner", "شرکت نور می‌خواهد ۱۲۳"],
    ["Hebrew", "שלום עולם (בע״מ) 3"],
    ["simplified Chinese", "深圳市华强电子有限公司：太阳能电池板（450瓦）。"],
    ["Japanese", "株式会社さくら電機、ソーラーパネル"],
    ["Korean", "한국전자 주식회사"],
    ["Devanagari", "हिन्दी क्षत्रिय शक्ति"],
    ["Bengali", "বাংলা ভাষা ক্ষমতা"],
    ["Tamil", "தமிழ் மொழி"],
    ["Thai", "น้ำดื่มบริสุทธิ์ ติดตั้งที่บ้าน"],
    ["Amharic", "አማርኛ ቋንቋ"],
    ["N'Ko", "ߒߞߏ ߞߊ߲"],
    ["Cyrillic", "ООО «Солнечный свет»"],
    ["Greek", "Ελληνική Εταιρεία"],
    ["Yoruba", "Ọlọ́runtóbi àti Àwọn Ọmọ, ẹ̀kọ́ Ọ̀yọ́, m̀"],
    ["Georgian", "ქართული ენა"],
    ["Armenian", "Հայերեն լեզու"],
    ["Khmer", "ភាសាខ្មែរ"],
    ["Lao", "ພາສາລາວ ນ້ຳ"],
    ["Sinhala", "සිංහල භාෂාව"],
    ["Telugu", "తెలుగు భాష"],
    ["Kannada", "ಕನ್ನಡ ಭಾಷೆ"],
    ["Malayalam", "മലയാളം ഭാഷ"],
    ["Gujarati", "ગુજરાતી ભાષા"],
    ["Punjabi", "ਪੰਜਾਬੀ ਭਾਸ਼ਾ"],
    ["Odia", "ଓଡ଼ିଆ ଭାଷା କ୍ଷମତା"],
    ["Santali", "ᱥᱟᱱᱛᱟᱲᱤ"],
    ["Meitei", "ꯃꯩꯇꯩꯂꯣꯟ"],
    ["Tibetan", "བོད་སྐད། རྫོང་ཁ"],
    ["Dhivehi", "ދިވެހި ބަސް"],
    ["Syriac", "ܠܫܢܐ ܣܘܪܝܝܐ"],
    ["Fula, in Adlam", "𞤆𞤵𞤤𞤢𞤪"],
    ["Tamazight", "ⵜⴰⵎⴰⵣⵉⵖⵜ"],
    ["Vai", "ꕙꔤ ꕫꕌ"],
    ["Javanese", "ꦧꦱꦗꦮ"],
    ["Cherokee", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ"],
    ["Inuktitut", "ᐃᓄᒃᑎᑐᑦ"],
    ["Mongolian", "ᠮᠣᠩᠭᠣᠯ"],
    ["signs", "→ ✓ ★ ☀"],
  ])("in %s is printed with glyphs of its script and copied as it was written", async (_, text) => {
    const given = text.normalize("NFC");
    const paper = await read([{ description: given }], { notes: given });
    expect(faultsOf(paper)).toEqual([]);
    expect(paper.text).not.toContain("[?]");
    const copied = paper.text.replaceAll("\n", "");
    expect(copied.split(given).length - 1).toBe(2);
  });

  test("from right to left is placed from right to left, and figures and foreign words within it are not", async () => {
    const { pages } = await read([{ description: "شركة ABC رقم 42" }]);
    const xs = ["شركة", "ABC", "رقم", "42"].map((word) => {
      const piece = pages[0]!.find(({ text }) => text.trim() === word);
      return piece!.x;
    });
    expect(xs).toEqual(xs.toSorted((a, b) => b - a));
    // A line from left to right keeps its order around an Arabic name.
    const mixed = await read([{ description: "For شركة النور, Riyadh" }]);
    const places = ["For ", "شركة", "النور", ", Riyadh"].map(
      (word) => mixed.pages[0]!.find(({ text }) => text === word)!.x,
    );
    expect([places[0]! < places[2]!, places[2]! < places[1]!, places[1]! < places[3]!]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("in Arabic is joined: the same letter has other glyphs at the start, within and at the end of a word", async () => {
    const { pages } = await read([{ description: "ههه" }]);
    const { glyphs } = pages[0]!.find(({ text }) => text === "ههه")!;
    expect(new Set(glyphs).size).toBe(3);
  });

  test("that no font has is marked by a sign, and the document says so", async () => {
    const { text } = await read([{ description: "Tablet \u{12000}" }]);
    expect(text).toContain("Tablet [?]");
    expect(text).toContain("[?] marks a character that can’t be printed.");
    expect((await read()).text).not.toContain("[?]");
  });

  test("without spaces is broken between words, and no line starts with a closing sign", async () => {
    const description = "请在三十天内付款，谢谢合作。".repeat(20);
    const { pages } = await read([{ description }]);
    const lines = pages[0]!.filter(({ text, role }) => role === "TD" && /\p{Script=Han}/u.test(text));
    const starts = Map.groupBy(lines, ({ y }) => y);
    expect(starts.size).toBeGreaterThan(3);
    for (const line of starts.values()) expect(line[0]!.text).not.toMatch(/^[，。]/);
    expect(lines.map(({ text }) => text).join("")).toContain(
      "谢谢合作。请在三十天内付款，".replace(/[，。]/g, "").slice(0, 4),
    );
  });

  test("of the longest kind stays on its page", async () => {
    const { pages } = readPdf(await renderInvoicePdf(hostile("Mühlenhof-".repeat(20)), print));
    for (const { x, y } of pages.flat().filter(({ role }) => role !== "Artifact")) {
      expect(x).toBeGreaterThan(49);
      expect(y).toBeGreaterThan(62);
    }
  });
});

const otherReader = "pdftotext";
const { error } = spawnSync(otherReader, ["-v"]);
test.skipIf(error)(
  "another reader finds the same text (skipped where pdftotext is not installed)",
  async () => {
    const pdf = await renderInvoicePdf(invoiceOf(Array.from({ length: 60 }, () => ({}))), print);
    const { stdout, stderr } = spawnSync(otherReader, ["-layout", "-", "-"], {
      input: pdf,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(
      stdout.match(/^\d+ +Consulting, November +3 +45,000\.00 +7\.5% +135,000\.00 +145,125\.00$/gm)?.length,
    ).toBe(60);
    expect(stdout).toContain("₦8,707,500.00");
  },
);
