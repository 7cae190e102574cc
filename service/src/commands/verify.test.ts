import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../test/harness.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";

let operator: Operator;
let service: TestService;
beforeAll(async () => {
  operator = await newOperator();
  service = await startService();
});
afterAll(async () => {
  await service.close();
  await operator.cleanUp();
});

test("verify exits with 0 for whole books, 1 for changed ones and 2 for what is no export", async () => {
  const company = await service.company();
  await company.draft();
  const { text } = await company.call("GET /books/export");
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-books-"));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const whole = await operator.run(["verify", file("books.jsonl.gz", gzipSync(text)), "--json"]);
  expect(JSON.parse(whole.stdout)).toMatchObject({ success: true, company_id: company.id, events: 2 });
  const changed = text.replace('\\"sequence\\":2', '\\"sequence\\":3');
  const wrong = await operator.run(["verify", file("changed.jsonl", changed), "--json"]);
  expect(JSON.parse(wrong.stdout).found[0]).toMatchObject({ where: "event 2" });
  const other = await operator.run(["verify", file("other.jsonl", "{}\n")]);
  const missing = await operator.run(["verify", path.join(folder, "missing")]);
  expect([whole.code, wrong.code, other.code, missing.code]).toEqual([0, 1, 2, 2]);
  expect(other.stderr).toContain("it does not begin with a header of format 1");
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const checkpoint = { company_id: company.id, sequence: 2, hash: "0".repeat(64) };
  const signed = { ...checkpoint, signed_at: "2026-11-15T00:00:30.000Z", key_id: 900_000 };
  const content = ["billfold-checkpoint-v1", ...Object.values(signed)].join("\n");
  const kept = file(
    "checkpoint.json",
    JSON.stringify({
      ...signed,
      public_key: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
      signature: sign(null, Buffer.from(content), privateKey).toString("base64"),
    }),
  );
  const books = file("books.jsonl", text);
  const contradicted = await operator.run(["verify", books, "--checkpoint", kept, "--json"]);
  expect(JSON.parse(contradicted.stdout)).toMatchObject({
    success: false,
    failures: 1,
    found: [{ where: "kept checkpoint 2", what: expect.stringContaining("hash of event 2 in the file is") }],
  });
  const unreadable = await operator.run(["verify", books, "--checkpoint", books]);
  expect([contradicted.code, unreadable.code]).toEqual([1, 2]);
  expect(unreadable.stderr).toContain("it has no checkpoint");
});
