import { expect, onTestFinished, test } from "vitest";
import { migratedDatabase } from "../../test/fresh-database.ts";
import { startService } from "../../test/harness.ts";

test("a change that the database does not confirm is 503 with Retry-After, and a retry finds out that it was made", async () => {
  const database = await migratedDatabase();
  onTestFinished(database.drop);
  const service = await startService({ env: { DATABASE_URL: database.connectionString } });
  onTestFinished(service.close);
  const company = await service.company();
  const { id } = await company.draft();
  await service.context.db.query(`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(10); return new; end $$;
    create trigger dawdle before update on invoices for each row execute function dawdle()`);

  const issue = () => company.call(`POST /invoices/${id}/issue`, { headers: { "idempotency-key": "issue" } });
  const refused = await issue();
  expect(refused).toMatchObject({ status: 503, body: { code: "database_unavailable" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

  const issued = await issue();
  expect(issued.body.invoice).toMatchObject({ id, status: "open" });
  expect(issued.headers.get("idempotency-replayed")).toBe("true");
});
