import { expect, test } from "vitest";
import { isEmail } from "./email.ts";

test.each([
  "ada@example.com",
  "a.b+invoices@mail.example.co.uk",
  "o'neil_#1@example.com",
  "a..b@docomo.example",
  "用户@例子.公司",
  "ọlá@münchen.example",
  "%0d%0a@example.com",
])("%s is an address", (text) => expect(isEmail(text)).toBe(true));

test.each([
  "ada",
  "ada@example",
  "ada@.example.com",
  "ada@example..com",
  "ada@example.com.",
  "a b@example.com",
  `${"a".repeat(250)}@example.com`,
])("%s is none", (text) => expect(isEmail(text)).toBe(false));

test.each([
  "<ada@example.com>",
  "1,ada@example.com",
  "(1)ada@example.com",
  "ada@example.com;rm",
  "buyers:ada@example.com",
  '"1"ada@example.com',
  "ada@[127.0.0.1].example",
  "ada@example.com\\.x",
  "ada\u0000@example.com",
  "ada\u200b@example.com",
  "\u202emoc.elpmaxe@ada.example",
])("%j, which a mail program could read as another address or as several, is none", (text) =>
  expect(isEmail(text)).toBe(false),
);
