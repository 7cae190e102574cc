import type { Mutant } from "./mutants.ts";

type Equivalent = { file: string; original: string; replacement: string; why: string };

/**
 * Survivors that no test can notice, because no caller can see a difference. Each was examined; a change of the line
 * ends its exemption.
 */
export const equivalents: readonly Equivalent[] = [
  ...["false"].map((replacement) => ({
    file: "platform/values/money.ts",
    original: "known",
    replacement,
    why: "What was parsed before is parsed again, with the same result.",
  })),
  {
    file: "platform/values/money.ts",
    original: "!fresh",
    replacement: "false",
    why: "That a text is no number is remembered as undefined, which is what is returned anyway.",
  },
  ...["true", "false", "parsed.size > parsedMax", "parsed.size < parsedMax"].map((replacement) => ({
    file: "platform/values/money.ts",
    original: "parsed.size >= parsedMax",
    replacement,
    why: "It bounds how much is remembered, and what is forgotten is parsed again.",
  })),
  ...["contexts.size < contextsMax", "true", "false"].map((replacement) => ({
    file: "http/pipeline.ts",
    original: "contexts.size >= contextsMax",
    replacement,
    why: "It bounds how much is remembered, and what is forgotten is made again.",
  })),
  {
    file: "webhooks/deliveries/queries.ts",
    original: "d.status = 'pending'",
    replacement: "(d.status = 'pending' or true)",
    why: "Only a pending delivery has the time of a next attempt, which a constraint holds; the condition names the index.",
  },
  {
    file: "billing/credit-notes/queries.ts",
    original: '(lines) => (lines ? linesBytesSql("credit_note") : undefined)',
    replacement: "() => undefined",
    why: "A page that is too large is cut when it is put together too; this bounds what the database renders for it.",
  },
  {
    file: "gateways/stripe/amounts.ts",
    original: 'typeof minor !== "number"',
    replacement: "false",
    why: "Number.isSafeInteger, which comes next, is false for whatever is no number.",
  },
  {
    file: "platform/values/money.ts",
    original: "parsed.clear();",
    replacement: ";",
    why: "It bounds how much is remembered, and what is forgotten is parsed again.",
  },
  ...["paystack/notifications.ts", "stripe/notifications.ts"].map((name) => ({
    file: `gateways/${name}`,
    original: "{ return undefined; }",
    replacement: "{}",
    why: "A function that ends returns undefined too.",
  })),
  ...["true", "isObject(read) || isObject(read.data)"].map((replacement) => ({
    file: "gateways/paystack/notifications.ts",
    original: "isObject(read) && isObject(read.data)",
    replacement,
    why: "What has no members, or none of that name, has no reference: it is undefined, or the catch below makes it so.",
  })),
  {
    file: "platform/security/secrets.ts",
    original: '""',
    replacement: '"Stryker was here!"',
    why: "A default that is refused below as an empty one is: it is no id, and no base64 of 32 bytes.",
  },
  {
    file: "platform/security/secrets.ts",
    original: '"utf8"',
    replacement: '""',
    why: "UTF-8 is what Node takes where no encoding is given.",
  },
  {
    file: "platform/values/money.ts",
    original: "parsed.set(value, fresh);",
    replacement: ";",
    why: "What is not remembered is parsed again, with the same result.",
  },
  ...['"none"', '"rejected"'].map((original) => ({
    file: "invoices/status.ts",
    original,
    replacement: '""',
    why: "What no case names ends the function, which then returns undefined too.",
  })),
  {
    file: "sending/retry-schedule.ts",
    original: '""',
    replacement: '"Stryker was here!"',
    why: "Neither text is a number or a date, so neither asks for a wait.",
  },
  {
    file: "platform/security/signature.ts",
    original: "equals < 0",
    replacement: "equals <= 0",
    why: "A part that begins with the sign has an empty scheme, which is skipped as unknown anyway.",
  },
  {
    file: "lines/totals.ts",
    original: "new Array<Big>(lines.length)",
    replacement: "new Array()",
    why: "Every place of it is assigned; the length is given to allocate it once.",
  },
  ...["members.length === 1", "{ lineTaxes[members[0]!.index] = tax; return; }"].map((original) => ({
    file: "lines/totals.ts",
    original,
    replacement: original.startsWith("{") ? "{}" : "false",
    why: "A shortcut: of a group of one, what is below gives the line all of the tax too.",
  })),
  {
    file: "ubl/amount.ts",
    original: "fractionDigits(value) > digits",
    replacement: "fractionDigits(value) >= digits",
    why: "With exactly as many digits as the currency has, an amount is written the same in both ways.",
  },
  {
    file: "ubl/categories.ts",
    original: "[]",
    replacement: '["Stryker was here"]',
    why: "Nobody but a seller and a buyer is looked for in it.",
  },
  ...["wait === 0 && line.failures === 0", "lines.delete(name);"].map((original) => ({
    file: "outbound/breaker.ts",
    original,
    replacement: original.endsWith(";") ? ";" : "false",
    why: "It bounds how much is remembered: a pause that is over, without failures, counts as if there were none.",
  })),
  {
    file: "authorities/firs/requirements.ts",
    original: "due_date !== null",
    replacement: "true",
    why: "No date is before any text, because it is compared as 0 with what is no number.",
  },
  {
    file: "billing/lines/shares.ts",
    original: "numerator % denominator < 0n",
    replacement: "numerator % denominator <= 0n",
    why: "A whole part that is rounded down by one has the largest remainder, and gets the unit back before all others.",
  },
  {
    file: "billing/lines/shares.ts",
    original: "numerator % denominator",
    replacement: "numerator * denominator",
    why: "It differs for whole parts below zero, which get the unit back before all others.",
  },
  {
    file: "authorities/signed-token.ts",
    original: "pem === undefined",
    replacement: "false",
    why: "What is missing is no PEM, so reading it as a key fails, with the same result.",
  },
  {
    file: "authorities/signed-token.ts",
    original: "{ return undefined; }",
    replacement: "{}",
    why: "A function that ends returns undefined too.",
  },
  {
    file: "http/idempotency/idempotency.ts",
    original: "limit $2",
    replacement: "limit $2 + 1",
    why: "It bounds how much one statement removes; the next removes what is left.",
  },
  {
    file: "registration/payment-reports.ts",
    original: "r.fiscal_status = 'registered'",
    replacement: "(r.fiscal_status = 'registered' or true)",
    why: "Whatever makes a document accepted marks its invoice as registered in the same transaction.",
  },
  {
    file: "billing/credit-notes/queries.ts",
    original: "locked.length === 1",
    replacement: "true",
    why: "Where there was no row to lock, there is none to find: the result is undefined either way.",
  },
];

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

export function reasonOf(mutant: Pick<Mutant, "file" | "original" | "replacement">): string | undefined {
  return equivalents.find(
    ({ file, original, replacement }) =>
      mutant.file.endsWith(file) &&
      plain(mutant.original) === plain(original) &&
      plain(mutant.replacement) === plain(replacement),
  )?.why;
}
