import { describe, expect, test } from "vitest";
import { currencyCodes, currencyDigits } from "../../../platform/values/currency.ts";
import type { Font } from "./fonts/fontkit.ts";
import { typeface } from "./fonts/inter.ts";
import { isRtl, layLine } from "./fonts/line.ts";
import { faceFor, printable } from "./fonts/printable.ts";
import { shortened, wrap } from "./text-fitting.ts";
import { figures, money, partyLines, price, quantity } from "./wording.ts";

describe("what the font can print", () => {
  test.each([
    ["Lagos", "Lagos"],
    ["Café", "Cafe\u0301"],
    ["ẹ́", "e\u0323\u0301"],
    ["a b c", "a\u00a0b\u202fc"],
    ["中文", "中文"],
    [" x", "😀\ufe0f x"],
    ["Thanks", "Thanks👍🏽🇳🇬👩‍👩‍👧‍👦✂️❤️‍🔥"],
    ["→ ✓ ★ ☀ ©", "→ ✓ ★ ☀ ©️"],
    ["[?] x", "\u{12000} x"],
    ["می‌خواهم", "می‌خواهم"],
    ["gnp.exe", "\u202egnp.exe\u202c"],
    ["joined", "jo\u200din\u00aded"],
    ["a\nb\nc", "a\r\nb\u2028c"],
    ["[?]", "\u0301"],
    ["x [?]", "x \u0301"],
    ["a[?]", "a\u0007"],
  ])("%j is printed for %j", (shown, given) => {
    expect(printable(given)).toBe(shown);
  });

  test("one accent is printed on a letter beyond the precomposed ones, and only accents of Latin scripts", () => {
    expect(printable("ẹ́ ọ̀ ṣ")).toBe("ẹ́ ọ̀ ṣ".normalize("NFC"));
    expect([...printable(`x${"\u0300".repeat(9)}`)].length).toBe(2);
    expect(printable("x\u0489 Ж\u0302")).toBe("x Ж");
  });

  test("both weights have the same glyphs", () => {
    const [regular, semibold] = [typeface("regular"), typeface("semibold")];
    for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
      if (regular.holds(codePoint) !== semibold.holds(codePoint)) throw new Error(codePoint.toString(16));
    }
  });

  test("figures are equally wide, and letters are kerned", () => {
    const { widthOf } = typeface("regular");
    expect(new Set([..."0123456789"].map((digit) => widthOf(digit, 10))).size).toBe(1);
    expect(widthOf("1,111.11", 10)).toBe(widthOf("9,048.67", 10));
    expect(widthOf("AV", 10)).toBeLessThan(widthOf("A", 10) + widthOf("V", 10));
    expect(widthOf("ÀV", 10)).toBe(widthOf("AV", 10));
  });
});

describe("Adlam", () => {
  test("is joined: a letter has another form at the beginning, within and at the end of a word", () => {
    const face = faceFor("𞤨", "𞤨", "regular")!;
    const { layout } = face.font as Pick<Font, "layout">;
    const formsOf = (text: string) => layout(face.printed(text, true)).glyphs.map(({ id }) => id);
    const [alone] = formsOf("𞤨");
    const [last, middle, first] = formsOf("𞤨𞤨𞤨");
    expect(new Set([alone, first, middle, last]).size).toBe(4);
    // A mark does not part them, and a space does.
    expect(formsOf("𞤨𞥄𞤨")).toEqual(expect.arrayContaining([first, last]));
    expect(formsOf("𞤨 𞤨").filter((id) => id === alone)).toHaveLength(2);
  });

  test("is placed from right to left", () => {
    const { pieces } = layLine("𞤨𞤵 ABC", "regular");
    expect(isRtl("𞤨𞤵 ABC")).toBe(true);
    expect(pieces[0]!.x).toBeGreaterThan(pieces.at(-1)!.x);
  });
});

describe("lines", () => {
  const style = { size: 10 };
  const { widthOf } = typeface("regular");

  test("are no wider than they may be, and lose nothing", () => {
    const text =
      "Steel pipe DN 50, galvanised, cut to length and delivered to Ikeja https://example.com/a/very/long/address?with=a&query=too";
    const lines = wrap(text, 90, style);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(widthOf(line.trimEnd(), 10)).toBeLessThanOrEqual(90);
    expect(lines.join("")).toBe(text);
  });

  test("break where the text breaks", () => {
    expect(wrap("one\n\ntwo", 90, style)).toEqual(["one ", "", "two"]);
  });

  test("that are cut say so", () => {
    const cut = shortened("Société Générale d’Équipement Agro-Industriel", 90, style);
    expect(cut).toMatch(/^Société Gén.*…$/);
    expect(widthOf(cut, 10)).toBeLessThanOrEqual(90);
    expect(shortened("Short\nname", 90, style)).toBe("Short name");
  });
});

describe("wording", () => {
  test("every currency is printed by a sign in the font, or by its code", () => {
    for (const currency of currencyCodes) {
      const digits = currencyDigits(currency)!;
      const plain = digits === 0 ? "1,234" : `1,234.${"50000".slice(0, digits)}`;
      const amount = digits === 0 ? "1234" : "1234.5";
      const reported = money(amount, currency, "en");
      expect(reported.endsWith(plain)).toBe(true);
      expect(printable(reported)).not.toContain("[?]");
      expect(reported.length).toBeGreaterThan(plain.length);
      expect(figures(amount, currency, "en")).toBe(plain);
    }
    expect([money("1500.5", "NGN", "en"), money("1500.5", "BDT", "en"), money("-5", "EUR", "en")]).toEqual([
      "₦1,500.50",
      "BDT 1,500.50",
      "-€5.00",
    ]);
  });

  test("prices keep their digits, quantities their unit", () => {
    expect([price(0.000125, "NGN", "en"), price("45000", "NGN", "en"), price(12, "JPY", "en")]).toEqual([
      "0.000125",
      "45,000.00",
      "12",
    ]);
    const given: [number, string][] = [
      [2.5, "HUR"],
      [1, "HUR"],
      [3, "C62"],
      [12, "MTK"],
      [1, "XYZ"],
      [1, "toString"],
    ];
    expect(given.map(([amount, code]) => quantity(amount, code, "en"))).toEqual([
      "2.5 hours",
      "1 hour",
      "3",
      "12 m²",
      "1 XYZ",
      "1 toString",
    ]);
  });

  test("an address is written as on a letter", () => {
    const nothing = { email: null, phone: null, tax_id: null, registration_number: null, name: "" };
    const lines = (address: object) => partyLines({ ...nothing, address }, "en");
    expect(
      lines({ line1: "12 Marina", city: "Lagos", region: "Lagos", postal_code: "101241", country: "NG" }),
    ).toEqual(["12 Marina", "Lagos 101241", "Nigeria"]);
    expect(lines({ city: "Ibadan", region: "Oyo" })).toEqual(["Ibadan, Oyo"]);
    expect(lines({ country: "XX" })).toEqual(["XX"]);
    expect(lines({})).toEqual([]);
  });
});
