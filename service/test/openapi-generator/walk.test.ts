import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEinvoicingService } from "../einvoicing-service.ts";
import { type TestService, taxed } from "../harness.ts";
import { contract } from "../operations.ts";
import { generatePython, pythonMissing } from "./generator.ts";
import { olderContract } from "./older-contract.ts";

// A partner who writes Python: a client that OpenAPI Generator made from openapi.json.
let service: TestService;
let missing: string | undefined;
const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-python-client-"));
beforeAll(async () => {
  missing = await pythonMissing();
  if (missing) return;
  service = await startEinvoicingService();
  const file = path.join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(olderContract(contract)));
  await generatePython(file, folder);
  copyFileSync(path.join(import.meta.dirname, "walk.py"), path.join(folder, "walk.py"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service?.close();
});

test("a Python client gets from a customer to a registered invoice, and reads refusals", async (context) => {
  if (missing) return context.skip(missing);
  const { appId, secret } = await service.company({ profile: taxed });
  const env = { ...process.env, BASE_URL: `${service.url}/api/v1`, APP_ID: appId, SECRET: secret };
  const { stdout } = await promisify(execFile)("python3", ["walk.py"], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual({
    walked: {
      number: "INV-000001",
      checkout_url: expect.stringContaining("/checkout/pl_"),
      irn: expect.stringMatching(/^INV000001-/),
      listed: expect.any(Number),
      pagination: expect.objectContaining({ limit: 10, has_more: false, next_cursor: null }),
    },
    refused: { status: 422, code: "invalid_request", fields: ["lines", "customer_id"] },
  });
});
