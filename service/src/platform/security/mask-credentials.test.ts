import { describe, expect, test } from "vitest";
import { createLog } from "../ops/log.ts";
import { maskCredentials, maskedStart } from "./mask-credentials.ts";

const secret = "bfs_0123456789abcdefghijABCDEFGHIJ0123456789abc";
const token = "0123456789_abcdefghijk";

describe("masked are", () => {
  test.each([
    ["our own secrets", `it was ${secret}.`, "it was bfs_[masked]."],
    ["webhook secrets", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw x", "whsec_[masked] x"],
    ["references of links", `/checkout/pl_12_${token}/pay`, "/checkout/pl_12_[masked]/pay"],
    ["tokens of invoices", `pt_1_${token}`, "pt_1_[masked]"],
    ["addresses of invoices", `/i/in_12_3_${token}/proof`, "/i/in_12_3_[masked]/proof"],
    ["addresses of receipts", `/r/rc_12_3_${token}`, "/r/rc_12_3_[masked]"],
    ["credentials of a header", "Bearer bf_test_1:abc, and", "Bearer [masked], and"],
    ["passwords in addresses", "smtp://me:pa@ss/w@host:25/x y", "smtp://me:[masked]@host:25/x y"],
    ["passwords without a user", "redis://:pass@host", "redis://:[masked]@host"],
    ["members of JSON", '{"app_secret" : "abc","b":"c"}', '{"app_secret" : "[masked]","b":"c"}'],
    ["members with quotes inside", '{"password":"a\\"b\\\\","b":"c"}', '{"password":"[masked]","b":"c"}'],
    [
      "members of JSON inside JSON",
      String.raw`{"m":"{\"token\":\"a\\\"b\",\"c\":\"d\"}"}`,
      String.raw`{"m":"{\"token\":\"[masked]\",\"c\":\"d\"}"}`,
    ],
    [
      "members of JSON that was cut off inside JSON",
      String.raw`{"m":"{\"token\":\"a\\\"b\\\\","c":"d"}`,
      String.raw`{"m":"{\"token\":\"[masked]","c":"d"}`,
    ],
    ["members of JSON that was cut off", '{"passwd":"abc', '{"passwd":"[masked]'],
    [
      "settings",
      "BILLFOLD_ENCRYPTION_KEYS=a:b&x=1 token=t",
      "BILLFOLD_ENCRYPTION_KEYS=[masked]&x=1 token=[masked]",
    ],
    ["what was masked before, no further", "secret=[masked]", "secret=[masked]"],
  ])("%s", (_what, text, masked) => {
    expect(maskCredentials(text)).toBe(masked);
  });

  test.each(["https://host/a:b/c", "secret-ary of state", '{"a":"b"}', "a@b.example", "token: none"])(
    "but not %j",
    (text) => {
      expect(maskCredentials(text)).toBe(text);
    },
  );
});

test("a text is truncated before it is masked, and contains no half of a secret", () => {
  for (let before = 150; before <= 260; before += 1) {
    for (const given of [secret, `pl_1_${token}`, "https://me:some-password@host/"]) {
      const start = maskedStart(`${"x ".repeat(before / 2)}${given}`, 200);
      expect(start.length).toBeLessThanOrEqual(200);
      for (const part of [secret.slice(4, 9), token.slice(0, 5), "some"]) expect(start).not.toContain(part);
    }
  }
});

const units = [
  "secret-",
  "secret=",
  'secret"',
  'secret":"',
  "token\\",
  "a-",
  "a.",
  "a",
  "\\",
  '"',
  '\\\\"',
  " ",
  "://",
  "a://:",
  "a://@",
  "@",
  ":",
  "Bearer ",
  "bfs_",
  "pl_1_",
  "pl_1",
  "=",
];

// One mebibyte of each, with and without the prefix that the patterns need.
const hostile = units.flatMap((unit) => [
  unit.repeat(2 ** 20 / unit.length),
  `"password":"${unit.repeat(2 ** 20 / unit.length)}`,
  `x://${unit.repeat(2 ** 20 / unit.length)}`,
]);

test("masking takes linear time, whatever the text", () => {
  const harmless = `${"secret of a plain sentence, ".repeat(2 ** 20 / 28)}`;
  const usual = Math.max(
    1,
    cpuMs(() => maskCredentials(harmless)),
  );
  for (const text of hostile) {
    const taken = cpuMs(() => maskCredentials(text));
    expect(taken / usual, `${text.slice(0, 20)}… took ${taken} ms`).toBeLessThan(10);
  }
});

test("a log line is bounded, stays JSON, and is masked", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line) });
  for (const text of hostile) log.warn({ address: text, list: [{ text }] }, `refused ${text}`);
  log.warn({ address: `${"x".repeat(1990)} ${secret} ${"y".repeat(20_000)}` }, "long");
  for (const line of lines) {
    expect(line.length).toBeLessThan(30_000);
    expect(line.endsWith("\n")).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ level: 40 });
  }
  expect(lines.at(-1)).toContain("x bfs_[mask… (22039 characters)");
});

/** The best of a few runs, so that other load on this machine does not count. */
function cpuMs(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 3; runs += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
