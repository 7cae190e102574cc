import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { bareSecret, decodedSecret, signatureHeaders } from "../../src/platform/security/signature.ts";
import { root } from "./folder.ts";

describe("the values in the guide on signatures", () => {
  const guide = readFileSync(path.join(root, "docs/guides/signatures.md"), "utf8");
  const found = (pattern: RegExp) => pattern.exec(guide)?.[1] ?? "";
  const secret = found(/^SECRET=(\S+)$/m);
  const body = found(/^printf '%s' '(.+)' > event\.json$/m);
  const time = found(/^printf '%s\.' (\d+) /m);
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest("hex");

  test("are those that the service would send", () => {
    const moment = new Date(Number(time) * 1000);
    const headers = signatureHeaders([secret], "evt_1_42", moment, Buffer.from(body));
    const [, signature] = headers["x-pay-signature"]!.split(",v1=");
    expect(found(/^```text\n([0-9a-f]{64})\n/m)).toBe(signature);
    expect([...guide.matchAll(/v1=([0-9a-f]{64})/g)].map(([, shown]) => shown)).toEqual(
      Array.from({ length: 4 }, () => signature),
    );
    expect(found(/`webhook-signature: (\S+)`/)).toBe(headers["webhook-signature"]);
    expect(found(/comes in \((\d+) bytes/)).toBe(String(Buffer.byteLength(body)));
    expect(moment.toISOString()).toBe("2026-11-15T09:30:00.000Z");
  });

  test("name each mistake by its result", () => {
    const text = `${time}.${body}`;
    const outcomes = [
      hmac(secret, text),
      hmac(bareSecret(secret), text),
      hmac(decodedSecret(secret), text),
      hmac(secret, body),
      hmac(secret, `${time}.${JSON.stringify(JSON.parse(body))}`),
      hmac(secret, `${text}\n`),
      hmac(secret, `${time}000.${body}`),
      createHash("sha256").update(secret).update(text).digest("hex"),
    ];
    const shown = [...guide.matchAll(/^\| `([0-9a-f]{8})` \|/gm)].map(([, start]) => start);
    expect(shown).toEqual(outcomes.map((outcome) => outcome.slice(0, 8)));
  });
});
