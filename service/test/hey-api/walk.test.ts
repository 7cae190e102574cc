import path from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEinvoicingService } from "../einvoicing-service.ts";
import { type GeneratedClient, generatedClient } from "../generated-client.ts";
import { type TestService, taxed } from "../harness.ts";
import { contract } from "../operations.ts";

// A partner without our SDK: a function for each operation, generated from openapi.json.
let service: TestService;
let client: GeneratedClient;
beforeAll(async () => {
  service = await startEinvoicingService();
  client = await generatedClient(path.join(import.meta.dirname, "walk.ts"), async (folder) => {
    await createClient({
      input: contract,
      output: { path: path.join(folder, "client"), importFileExtension: ".ts" },
      plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
      logs: { level: "silent" },
    });
  });
});
afterAll(async () => {
  client.remove();
  await service.close();
});

test("a client by hey-api compiles strictly, and its deliberate mistakes do not", async () => {
  // The generator's own files do not compile with exactOptionalPropertyTypes.
  expect(await client.compile()).toBe("");
});

test("it gets from a customer to a registered invoice, and its errors match the types", async () => {
  const { appId, secret } = await service.company({ profile: taxed });
  const text = await client.run({ BASE_URL: `${service.url}/api/v1`, APP_ID: appId, SECRET: secret });
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
