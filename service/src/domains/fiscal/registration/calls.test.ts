import { afterAll, beforeAll, expect, test } from "vitest";
import { registeredId, startEinvoicingService } from "../../../../test/einvoicing-service.ts";
import type { TestService } from "../../../../test/harness.ts";
import { showFiscal } from "./calls.ts";

let service: TestService;
beforeAll(async () => {
  service = await startEinvoicingService();
});
afterAll(() => service.close());

test("a registration is shown only to its own company", async () => {
  const [company, outsider] = [await service.company(), await service.company()];
  const invoice = { kind: "invoice", id: await registeredId(company) } as const;
  const { db } = service.context;
  expect(await showFiscal(db, company.id, invoice)).toContain("irn");
  expect(await showFiscal(db, outsider.id, invoice)).toBeUndefined();
});
