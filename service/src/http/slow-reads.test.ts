import { expect, onTestFinished, test } from "vitest";
import { migratedDatabase } from "../../test/fresh-database.ts";
import { startService } from "../../test/harness.ts";
import { signIn } from "../../test/site-session.ts";

test("only the routes listed as slow reads use the connections for slow reads", async () => {
  const database = await migratedDatabase();
  const service = await startService({ env: { DATABASE_URL: database.connectionString } });
  onTestFinished(async () => {
    await service.close();
    await database.drop();
  });
  const slowReads = async () => {
    const rows = await service.context.db.query<{ query: string }>(
      "select query from pg_stat_activity where application_name = $1 and datname = current_database()",
      ["billfold slow reader"],
    );
    return rows.map(({ query }) => query);
  };
  const company = await service.company();
  const customer = await company.customer({ name: "Quick" });
  const { call } = await signIn(service, { companyId: company.id, role: "viewer" });
  expect((await company.call(`GET /customers/${customer}`)).status).toBe(200);
  expect(await slowReads()).toEqual([]);
  expect((await call("GET", "/search?q=quick")).status).toBe(200);
  expect((await slowReads()).join("\n")).toContain("with found as");
});
