import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { openPage } from "../../../../test/payment-service.ts";
import { createThreads } from "../../../platform/ops/threads.ts";
import { buyersPagePath } from "../../billing/invoices/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("a document that takes too long to create is 503 and can be asked for again, also on the buyer's page", async () => {
  const company = await service.company();
  const { id } = await company.draft();
  const { portal_token } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
  const page = `${service.url}${buyersPagePath(company.id, portal_token)}.pdf`;
  const { threads } = service.context;
  const { run } = threads;
  // No job is done within a millisecond: its thread has to start first.
  const impatient = createThreads(service.context.log, { jobMaxMs: 1 });
  threads.run = impatient.run;
  const refused = await company.call(`GET /invoices/${id}.pdf`);
  const shown = await openPage(page);
  threads.run = run;
  await impatient.close();
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
    503,
    "query_timeout",
    "30",
  ]);
  expect(refused.body.error).toMatch(/document took too long .* Try again/);
  expect([shown.status, shown.headers.get("retry-after")]).toEqual([503, "30"]);
  expect((await company.call(`GET /invoices/${id}.pdf`)).status).toBe(200);
  expect((await openPage(page)).status).toBe(200);
});
