import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../test/harness.ts";

test("a change that the database does not confirm is 503 with Retry-After, and a retry finds out that it was made", async () => {
  const service = await startService();
  onTestFinished(service.close);
  const company = await service.company();
  const { id } = await company.draft();
  const { db } = service.context;
  const blocker = await db.pool.connect();
  await blocker.query("begin");
  await blocker.query("select from invoices where company_id = $1 and id = $2 for update", [company.id, id]);

  const issue = () => company.call(`POST /invoices/${id}/issue`, { headers: { "idempotency-key": "issue" } });
  const refused = await issue();
  expect(refused).toMatchObject({ status: 503, body: { code: "database_unavailable" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

  await blocker.query("rollback");
  blocker.release();
  const issued = await issue();
  expect(issued.body.invoice).toMatchObject({ id, status: "open" });
  expect(issued.headers.get("idempotency-replayed")).toBe("true");
});
