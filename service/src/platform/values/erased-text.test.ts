import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { erasedText, eraseInDocument, eraseInJson, type JsonValue } from "./erased-text.ts";

const escaped = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");

describe("a value that is erased from a document", () => {
  test("is gone from the texts of JSON, and names of fields, words of the contract and numbers stay", () => {
    const stored = JSON.stringify({
      status: "paid",
      total: 1000,
      notes: "paid 1000",
      customer: { name: "name" },
    });
    const pattern = /paid|1000|name|total/gi;
    expect(JSON.parse(eraseInDocument(stored, pattern))).toEqual({
      status: "paid",
      total: 1000,
      notes: `${erasedText} ${erasedText}`,
      customer: { name: erasedText },
    });
  });

  test("is gone from keys and numbers of metadata, which is the company's own", () => {
    const stored: JsonValue = { metadata: { Ada: [2348012345678, { by: "ADA" }], status: "Ada" } };
    expect(eraseInJson(stored, "", /ada|2348012345678/gi)).toEqual({
      metadata: { [erasedText]: [erasedText, { by: erasedText }], status: erasedText },
    });
  });

  test("is gone from the first half of a response, which can still be completed", () => {
    const start = '{"success":true,"warnings":["Ada is no field"],"data":';
    const becomes = eraseInDocument(start, /ada/gi);
    expect(JSON.parse(`${becomes}{"id":1}}`)).toEqual({
      success: true,
      warnings: [`${erasedText} is no field`],
      data: { id: 1 },
    });
  });

  test("is gone from the texts and attributes of XML, and its elements stay", () => {
    const xml = '<cbc:Name lang="Name">Name</cbc:Name><!-- Name --><![CDATA[Name]]>';
    expect(eraseInDocument(xml, /name/gi)).toBe(
      `<cbc:Name lang="${erasedText}">${erasedText}</cbc:Name><!-- ${erasedText} --><![CDATA[${erasedText}]]>`,
    );
  });

  test("never makes JSON unreadable, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ minLength: 1 }), (value, secret) => {
        const becomes = eraseInDocument(JSON.stringify(value), new RegExp(escaped(secret), "gi"));
        expect(
          typeof value === "object" && value !== null ? Object.keys(JSON.parse(becomes)).length : 0,
        ).toBe(typeof value === "object" && value !== null ? Object.keys(value).length : 0);
      }),
    );
  });
});
