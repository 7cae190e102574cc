import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, dateIn } from "../platform/values/clock.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { newDoctorFixture, testKey } from "./doctor.fixture.ts";

const patience = { timeout: 120_000, interval: 100 };
const slow = 300_000;
const timeZone = "Africa/Lagos";

let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});
afterAll(() => operator.cleanUp());

/** What a service does by itself and nobody can take back. */
const done = `select (select count(*)::int from invoices where recurring_invoice_id is not null) as recurring,
  (select count(*)::int from invoice_reminders) as reminders, (select count(*)::int from mails) as mails,
  (select count(*)::int from webhook_deliveries) as deliveries`;

test(
  "a database in DATABASE_URL is backed up and restored into an empty one, where nothing that is due happens before it is activated",
  async () => {
    const original = await newDoctorFixture();
    const service = await original.serve();
    const company = await service.company({ profile: { time_zone: timeZone } });
    const endpoint = { body: { url: "https://hooks.example/" } };
    expect((await company.call("POST /webhooks/endpoints", endpoint)).status).toBe(201);
    const customer_id = await company.customer({ email: "buyer@example.com" });
    const today = dateIn(timeZone, new Date());
    const due_date = addDays(today, -2);
    const { id } = await company.draft({ customer_id, invoice_date: due_date, due_date });
    await company.call(`POST /invoices/${id}/issue`);
    const issued = (await company.call(`GET /invoices/${id}`)).body.invoice;
    const lines = [{ description: "Rent", quantity: 1, unit_price: 100 }];
    const schedule = { customer_id, lines, interval: "day", start_date: today };
    expect((await company.call("POST /recurring_invoices", { body: schedule })).status).toBe(201);
    const always = { send_from_hour: 0, send_until_hour: 24, weekdays_only: false };
    const reminders = { enabled: true, steps: [{ days: 1 }], ...always };
    expect((await company.call("PATCH /reminder_settings", { body: reminders })).status).toBe(200);
    const file = path.join(operator.dataDir, "external.backup");
    await operator.json(`backup ${file}`, original.env);
    await service.close();
    const there = await operator.run(["restore", file], original.env);
    expect([there.code, there.stderr]).toEqual([
      2,
      expect.stringContaining("The database in DATABASE_URL is not empty"),
    ]);

    const copy = await newDoctorFixture({ isEmpty: true });
    // Nothing listens there, so that a mail stays in the outbox.
    const mail = {
      BILLFOLD_SMTP_URL: "smtp://127.0.0.1:9",
      BILLFOLD_MAIL_FROM: "Billfold <post@example.com>",
    };
    const env = { ...copy.env, ...mail };
    const broken = path.join(operator.dataDir, "broken.backup");
    writeFileSync(broken, "not a backup");
    expect((await operator.run(["restore", broken], env)).code).toBe(1);
    expect(await operator.json(`restore ${file}`, env)).toMatchObject({ audit: "ok", migrations: 0 });
    const before = await copy.sql(done);
    expect(before).toEqual([{ recurring: 0, reminders: 0, mails: 0, deliveries: 0 }]);

    await operator.serve({ ...env, BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" });
    const key = { app_id: company.appId, secret: company.secret };
    expect((await operator.get(`/invoices/${id}`, key)).body.invoice).toEqual(issued);
    expect((await operator.post("/customers", key, { name: "New" })).body.code).toBe("inactive_copy");
    expect(await copy.sql(done)).toEqual(before);

    const [{ at }] = (await copy.sql("select clock_timestamp() as at")) as [{ at: Date }];
    await operator.json("activate", env);
    const after = () => copy.sql(done) as Promise<[Record<string, number>]>;
    await expect.poll(after, patience).toMatchObject([{ recurring: 1, reminders: 1, mails: 1 }]);
    for (const table of ["invoices where recurring_invoice_id is not null", "invoice_reminders", "mails"]) {
      const made = (await copy.sql(`select created_at from ${table}`)) as { created_at: Date }[];
      expect(made.filter(({ created_at }) => created_at < at)).toEqual([]);
    }
  },
  slow,
);

test(
  "a seal of document hashes that was changed before the backup is named by a restore that has the keys, and by no other",
  async () => {
    const original = await newDoctorFixture();
    const service = await original.serve();
    const company = await service.company();
    const { id } = await company.draft();
    await company.call(`POST /invoices/${id}/issue`);
    expect((await company.call(`GET /invoices/${id}.pdf`)).status).toBe(200);
    await service.close();
    await original.sql("update document_seals set sealed = 'test.AAAA'");
    const file = path.join(operator.dataDir, "unsealed.backup");
    await operator.json(`backup ${file}`, original.env);
    const restored = await operator.json(`restore ${file} --check`, original.env);
    expect(restored.audit).toMatchObject({
      differences: 1,
      found: [{ company_id: company.id, record: "document seal", field: "seal" }],
    });
    const otherKeys = { ...original.env, BILLFOLD_ENCRYPTION_KEYS: testKey("other", 8) };
    const withoutKeys = await operator.run(["restore", file, "--check", "--json"], otherKeys);
    expect(JSON.parse(withoutKeys.stdout)).toMatchObject({ audit: "ok" });
    expect(withoutKeys.stderr).toContain("the seals of document hashes were not verified");
  },
  slow,
);
