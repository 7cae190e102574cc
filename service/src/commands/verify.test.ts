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
});
