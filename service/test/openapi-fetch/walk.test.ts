import { writeFileSync } from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEinvoicingService } from "../einvoicing-service.ts";
import { type GeneratedClient, generatedClient } from "../generated-client.ts";
import { type TestService, taxed } from "../harness.ts";
import { contract } from "../operations.ts";

// A partner without our SDK: types made from openapi.json, and a client of two lines around them.
let service: TestService;
let client: GeneratedClient;
beforeAll(async () => {
  service = await startEinvoicingService();
  client = await generatedClient(path.join(import.meta.dirname, "walk.ts"), async (folder) =>
    writeFileSync(path.join(folder, "api-types.ts"), astToString(await openapiTS(contract))),
  );
});
afterAll(async () => {
  client.remove();
  await service.close();
});

test("a client by openapi-fetch compiles strictly, and its deliberate mistakes do not", async () => {
  expect(await client.compile("--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess")).toBe("");
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
