import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEinvoicingService } from "../einvoicing-service.ts";
import { type TestService, taxed } from "../harness.ts";
import { contract } from "../operations.ts";

// A partner without our SDK: types made from openapi.json, and a client of two lines around them.
const root = path.join(import.meta.dirname, "../../..");
const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-openapi-fetch-"));
let service: TestService;
beforeAll(async () => {
  service = await startEinvoicingService();
  writeFileSync(path.join(folder, "api-types.ts"), astToString(await openapiTS(contract)));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  copyFileSync(path.join(import.meta.dirname, "walk.ts"), path.join(folder, "walk.ts"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

test("a client by openapi-fetch compiles strictly, and its deliberate mistakes do not", async () => {
  const compiler = path.join(root, "node_modules/@typescript/native/bin/tsc");
  const module = ["--module", "nodenext", "--target", "es2024", "--types", "node"];
  const strictly = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const words = ["--noEmit", "--allowImportingTsExtensions", "--skipLibCheck", ...module, ...strictly];
  expect(await printed([compiler, ...words, "walk.ts"])).toBe("");
});

test("it gets from a customer to a registered invoice, and its errors match the types", async () => {
  const { appId, secret } = await service.company({ profile: taxed });
  const text = await printed(["walk.ts"], {
    BASE_URL: `${service.url}/api/v1`,
    APP_ID: appId,
    SECRET: secret,
  });
  expect(JSON.parse(text)).toEqual({
    walked: {
      number: "INV-000001",
      checkout_url: expect.stringContaining("/checkout/pl_"),
      irn: expect.stringMatching(/^INV000001-/),
      listed: expect.any(Number),
      pagination: { limit: 10, has_more: false, next_cursor: null },
      pdf: expect.any(Number),
    },
    refused: {
      code: "invalid_request",
      fields: ["lines", "customer_id"],
      request: expect.any(String),
    },
  });
});

/** All output of a Node program, whether or not it succeeds. */
async function printed(words: string[], env: Record<string, string> = {}): Promise<string> {
  const running = promisify(execFile)(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const { stdout, stderr } = await running.catch((failed: { stdout: string; stderr: string }) => failed);
  return stdout + stderr;
}
