import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEinvoicingService } from "../einvoicing-service.ts";
import { type TestService, taxed } from "../harness.ts";
import { contract } from "../operations.ts";
import {
  compileJava,
  generatePython,
  javaMissing,
  pythonMissing,
  walkInJava,
  walkInPython,
} from "./generator.ts";
import { olderContract } from "./older-contract.ts";

// Partners who write Python or Java: clients that OpenAPI Generator made from openapi.json.
let service: TestService;
const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-generated-clients-"));
const file = path.join(folder, "openapi.json");
beforeAll(async () => {
  writeFileSync(file, JSON.stringify(olderContract(contract)));
  service = await startEinvoicingService();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service?.close();
});

const clients = [
  { language: "Python", isMissing: pythonMissing, prepare: generatePython, walk: walkInPython },
  { language: "Java", isMissing: javaMissing, prepare: compileJava, walk: walkInJava },
];
const title = "a $language client gets from a customer to a registered invoice, and reads refusals";
test.for(clients)(title, { timeout: 300_000 }, async ({ language, ...client }, context) => {
  const missing = await client.isMissing();
  if (missing) return context.skip(missing);
  const own = path.join(folder, language);
  await client.prepare(file, own);
  const { appId, secret } = await service.company({ profile: taxed });
  const env = { ...process.env, BASE_URL: `${service.url}/api/v1`, APP_ID: appId, SECRET: secret };
  const { stdout } = await client.walk(own, env);
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
