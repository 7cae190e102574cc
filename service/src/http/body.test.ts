import { describe, expect, test } from "vitest";
import { parseBody } from "./body.ts";

const json = "application/json";
const parse = (text: string, contentType: string | undefined = json) =>
  parseBody(Buffer.from(text), contentType);

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("it was accepted");
}

describe("a body", () => {
  test("is parsed as JSON", () => {
    expect(parse('{"name":"Ọlá & Søns","list":[1,2.5,true,null]}')).toEqual({
      name: "Ọlá & Søns",
      list: [1, 2.5, true, null],
    });
  });

  test("may be JSON that is not an object: the schema decides whether it is valid", () => {
    expect(parse("[1]")).toEqual([1]);
    expect(parse("null")).toBeNull();
  });

  test.each([
    undefined,
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "Application/JSON",
    "application/vnd.billfold+json",
    "application/merge-patch+json; charset=utf-8",
  ])("may have the media type %s", (contentType) => {
    expect(parse("{}", contentType)).toEqual({});
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "text/json+xml", ""])(
    "of the media type %j is refused with 422",
    (contentType) => {
      const refusal = refusalOf(() => parse("{}", contentType));
      expect(refusal).toMatchObject({ status: 422, code: "unsupported_media_type" });
    },
  );

  test.each([
    ["none", undefined],
    ["an empty one", Buffer.alloc(0)],
    ["white space", Buffer.from("  \n")],
    ["one cut short", Buffer.from('{"lines": [')],
    ["one with a comma too many", Buffer.from('{"a":1,}')],
    ["single quotes", Buffer.from("{'a':1}")],
    ["NaN", Buffer.from('{"a":NaN}')],
    ["a number that JSON does not know", Buffer.from('{"a":0x10}')],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
  ])("%s is refused with 422 malformed_json", (_what, raw) => {
    const refusal = refusalOf(() => parseBody(raw, json));
    expect(refusal).toMatchObject({ status: 422, code: "malformed_json" });
  });

  test("nested a hundred thousand levels deep is refused or parsed, without a stack overflow", () => {
    const deep = `{"a":1e1,"b":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    try {
      parse(deep);
    } catch (error) {
      expect(error).toMatchObject({ status: 422 });
    }
  });
});

describe("a number", () => {
  test.each([
    ["10", 10],
    ["10.50", 10.5],
    ["-3", -3],
    ["1e3", 1000],
    ["1.5E2", 150],
    ["0.000001", 0.000001],
    ["123456789012345", 123_456_789_012_345],
    ["999999999.999999", 999_999_999.999999],
    ["1.00000000000000000000", 1],
    ["100000000000000000000", 1e20],
    ["9007199254740991", 9_007_199_254_740_991],
  ])("%s stays a number, because a double represents it exactly", (source, value) => {
    expect(parse(`{"n":${source}}`)).toEqual({ n: value });
  });

  test.each([
    "0.10000000000000000555",
    "9007199254740993",
    "1234567890.12345678901",
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678901234567890",
  ])("%s, which a double would round, is kept with every digit", (source) => {
    const { n } = parse(`{"n":${source}}`) as { n: symbol };
    expect(n.description).toBe(source);
  });

  test.each([
    ["zeros after the point", `1.${"0".repeat(40)}1`],
    ["forty-one digits", "1".repeat(41)],
    ["a mebibyte of zeros", `1.${"0".repeat(2 ** 20)}1`],
    ["a long exponent", `1e${"0".repeat(40)}1`],
    ["one in metadata", `1,"metadata":{"n":-${"9".repeat(41)}}`],
    ["one in a list", `[1,[${"9".repeat(50)}]]`],
    ["one behind a text with quotes", `"\\"","m":${"9".repeat(50)}`],
    ["one behind a text that ends with a backslash", `"\\\\","m":${"9".repeat(50)}`],
    ["one behind a text of digits", `"${"1".repeat(90)}","m":${"9".repeat(41)}`],
  ])("of more than 40 characters is refused, whatever its value: %s", (_what, source) => {
    const refusal = refusalOf(() => parse(`{"n":${source}}`));
    expect(refusal).toMatchObject({
      status: 422,
      code: "malformed_json",
      message: expect.stringMatching(
        /^The body has a number of more than 40 characters, starting with -?[\d.e]{11,12}\. /,
      ),
    });
  });

  test.each([
    `1.${"0".repeat(38)}`,
    `"${"1".repeat(500)}"`,
    `"a\\"${"9".repeat(60)}"`,
    `{"${"1".repeat(60)}":1}`,
    `[${Array(50)
      .fill(`1.${"0".repeat(38)}`)
      .join(" , ")}]`,
  ])("of 40 characters, or a string of digits, is accepted: %s", (source) => {
    expect(parse(`{"n":${source}}`)).toEqual({ n: JSON.parse(source) });
  });

  test.each(Array.from({ length: 42 }, (_, place) => place))(
    "of 41 characters is found whatever precedes it, such as %i spaces",
    (spaces) => {
      const of = (length: number) => `{"n":${" ".repeat(spaces)}${"7".repeat(length)}}`;
      expect(refusalOf(() => parse(of(41)))).toMatchObject({ code: "malformed_json" });
      expect(() => parse(of(40))).not.toThrow();
    },
  );

  test("is checked at every place in the body", () => {
    const { lines } = parse('{"lines":[{"q":1},{"q":0.10000000000000000555}]}') as {
      lines: [{ q: number }, { q: symbol }];
    };
    expect(lines[0].q).toBe(1);
    expect(lines[1].q.description).toBe("0.10000000000000000555");
  });

  test("in metadata stays a number, because its meaning is up to the caller", () => {
    expect(parse('{"n":1e400,"metadata":{"n":0.10000000000000000555}}')).toMatchObject({
      metadata: { n: 0.1 },
    });
  });
});

describe("text that PostgreSQL cannot hold", () => {
  test.each([
    ["a NUL", '{"name":"a\\u0000b"}', "name"],
    ["half a surrogate pair", '{"name":"\\ud83d"}', "name"],
    ["the other half", '{"name":"x\\uDE00"}', "name"],
    ["one deep inside", '{"lines":[{},{"description":"\\u0000"}]}', "lines[1].description"],
    ["one in metadata", '{"metadata":{"a":{"b":"\\u0000"}}}', "metadata.a.b"],
  ])("%s is refused with 422 and its field", (_what, text, field) => {
    const refusal = refusalOf(() => parse(text));
    expect(refusal).toMatchObject({ status: 422, errors: [{ field, message: expect.any(String) }] });
  });

  test("is refused in a member name too", () => {
    expect(refusalOf(() => parse('{"metadata":{"\\u0000":1}}'))).toMatchObject({
      status: 422,
      errors: [{ field: "metadata", message: expect.any(String) }],
    });
  });

  test("all such fields are named at once", () => {
    const refusal = refusalOf(() => parse('{"name":"\\u0000","phone":"\\ud800"}'));
    expect(refusal).toMatchObject({ errors: [{ field: "name" }, { field: "phone" }] });
  });

  test("a hundred such fields are named, and the rest is not checked", () => {
    const text = `{${Array.from({ length: 150 }, (_, index) => `"m${index}":"\\u0000"`).join(",")}}`;
    const { errors } = refusalOf(() => parse(text)) as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(Array.from({ length: 100 }, (_, index) => `m${index}`));
  });

  test("a whole surrogate pair written with escapes is one character, and is accepted", () => {
    expect(parse('{"name":"\\ud83d\\ude00"}')).toEqual({ name: "😀" });
  });

  test("the text \\u0000 with its backslash escaped is not a NUL", () => {
    expect(parse('{"name":"\\\\u0000"}')).toEqual({ name: "\\u0000" });
  });
});
