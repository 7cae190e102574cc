import fc from "fast-check";
import { expect, test } from "vitest";
import { masked, secretsOf } from "./masking.ts";

const secret = 'k"y\\ é/+=s3cret';

test("a secret is masked in every encoding", () => {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
  for (const form of forms)
    expect(masked(`before ${form} after`, [secret])).toMatch(/^before "?…=*"? after$/);
});

test("one that is part of another leaves nothing of it", () => {
  expect(masked("abc abcdef", ["abc", "abcdef"])).toBe("… …");
});

test("whatever else the text says stays", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(masked(text, [])).toBe(text);
      expect(masked(text, [""])).toBe(text);
      expect(masked(`${text}${secret}`, [secret])).not.toContain(secret);
    }),
  );
});

test("what is public about an account is no secret", () => {
  const account = { baseUrl: "u", business_id: "b", service_id: "s", public_key: "p", signing_key: "g" };
  expect(secretsOf(account)).toEqual([]);
  expect(
    secretsOf({ ...account, api_key: "1", api_secret: "2", certificate: "3", username: "4", password: "5" }),
  ).toEqual(["1", "2", "3", "4", "5"]);
});
