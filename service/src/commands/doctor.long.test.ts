import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { readConfig } from "../config/config.ts";
import { version } from "../version.ts";
import { openReadOnly } from "./doctor/open-database.ts";
import { fastForward, newDoctorFixture, runDoctor } from "./doctor.fixture.ts";

describe("a service in good order", () => {
  test("has no problems, and every check says what it found", async () => {
    const fixture = await newDoctorFixture();
    const service = await fixture.serve();
    await service.company({ primaryEndpoint: true });
    const site = { BILLFOLD_BASE_URL: `${service.url}/api/v1`, BILLFOLD_SITE_URL: service.url };
    const report = await fixture.runDoctor(site);
    expect(report.problems()).toEqual([]);
    expect(report.of("nodes")).toEqual(["ok: 1 running: 127.0.0.1 (api, worker)"]);
    expect(report.of("keys")).toEqual(["ok: 1 stored secret, all readable"]);
    expect(report.of("API address")).toEqual([`ok: ${service.url}/api/v1 responds`]);
    expect(report.of("migrations")).toEqual([expect.stringMatching(/^ok: all \d+ applied$/)]);
    for (const { says } of report.all) expect(says).toBeTruthy();
  });

  test("is left as it was: the doctor's connections can't change anything", async () => {
    const { env } = await newDoctorFixture();
    const opened = await openReadOnly(readConfig(env));
    if (!("db" in opened)) throw new Error(opened.says);
    await expect(opened.db.query("delete from companies")).rejects.toThrow("read-only transaction");
    await opened.close();
  });
});

describe("a database", () => {
  test("that is away is the problem, and what depends on it is not guessed at", async () => {
    const port = await freePort();
    const report = await runDoctor({ DATABASE_URL: `postgres://me:s3cr3t@127.0.0.1:${port}/books` });
    expect(report.of("database")).toEqual([
      `problem: 127.0.0.1:${port}/books can't be used: no server is listening there`,
    ]);
    expect(report.of("the rest")).toHaveLength(1);
    expect(report.of("keys")).toEqual([]);
    expect(JSON.stringify(report.all)).not.toContain("s3cr3t");
  });

  test.each([
    ["wrong password", { password: "wrong" }, "the password is wrong"],
    ["no such database", { pathname: "/nowhere" }, "there is no such database"],
  ])("that does not let us in says why: %s", async (_, change, says) => {
    const fixture = await newDoctorFixture({ isEmpty: true });
    const url = Object.assign(new URL(fixture.env.DATABASE_URL!), change);
    const report = await fixture.runDoctor({ DATABASE_URL: url.href });
    expect(report.of("database")).toEqual([expect.stringContaining(says)]);
  });

  test("that is silent, and a mail server and an address that are too, are not waited for without end", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const report = await runDoctor({
      DATABASE_URL: `postgres://me@${address}/books`,
      BILLFOLD_SMTP_URL: `smtp://${address}`,
      BILLFOLD_MAIL_FROM: "post@example.com",
      BILLFOLD_BASE_URL: `http://${address}/api/v1`,
      BILLFOLD_SITE_URL: `http://${address}`,
    });
    expect(report.of("database")).toEqual([expect.stringContaining("it did not respond in time")]);
    expect(report.of("mail")).toEqual([expect.stringMatching(/^problem: .* can't be used/)]);
    expect(report.of("API address")).toEqual([
      expect.stringContaining("does not respond: no response within"),
    ]);
  });

  test("that is not durable, as the one of this test run, is a problem where the money is real", async () => {
    const fixture = await newDoctorFixture();
    const says = "fsync, full_page_writes and synchronous_commit are off";
    expect((await fixture.runDoctor()).of("database")).toEqual([expect.stringContaining(`note: ${says}`)]);
    const production = await fixture.runDoctor({ BILLFOLD_ENVIRONMENT: "production" });
    expect(production.problems()).toContainEqual(expect.stringContaining(`database: ${says}`));
  });

  test("whose text is sorted by other rules than when it was made is a problem", async () => {
    const fixture = await newDoctorFixture();
    await fixture.sql("update pg_database set datcollversion = '0.1' where datname = current_database()");
    expect((await fixture.runDoctor()).of("database")).toContainEqual(
      expect.stringMatching(/^problem: the server's sorting rules have changed/),
    );
  });

  test("that takes no changes is a problem", async () => {
    const fixture = await newDoctorFixture();
    const { pathname } = new URL(fixture.env.DATABASE_URL!);
    await fixture.sql(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    expect((await fixture.runDoctor()).of("database")).toContainEqual(
      expect.stringMatching(/^problem: .*read-only/),
    );
  });
});

describe("a schema", () => {
  test("that is empty is no problem: the first start fills it", async () => {
    const fixture = await newDoctorFixture({ isEmpty: true });
    expect((await fixture.runDoctor()).of("migrations")).toEqual(["note: the database is empty"]);
  });

  test("that is older than the program is a problem, and nothing that needs it is asked", async () => {
    const fixture = await newDoctorFixture();
    await fixture.sql("delete from schema_migrations where number > 5");
    const report = await fixture.runDoctor();
    expect(report.of("migrations")).toEqual([
      expect.stringMatching(/^problem: \d+ migrations not applied yet, starting with 0006_/),
    ]);
    expect(report.of("keys")).toEqual([]);
  });

  test("to which a newer version only added something is a note, and everything is checked", async () => {
    const fixture = await newDoctorFixture();
    await fixture.sql(
      "insert into schema_migrations (number, name, checksum) values (999, '0999_future.sql', '')",
    );
    const report = await fixture.runDoctor();
    expect(report.of("migrations")).toEqual([expect.stringMatching(/^note: .*newer.*0999_future/)]);
    expect(report.of("keys")).not.toEqual([]);
  });

  test("that a newer version changed, or whose file was changed, is a problem", async () => {
    const fixture = await newDoctorFixture();
    await fixture.sql("update schema_migrations set checksum = 'other' where number = 3");
    expect((await fixture.runDoctor()).of("migrations")).toEqual([
      expect.stringMatching(/^problem: 0003_.* was changed/),
    ]);
    await fixture.sql(
      "insert into schema_migrations (number, name, checksum, requires_stop) values (999, '0999_future.sql', '', true)",
    );
    expect((await fixture.runDoctor()).of("migrations")).toEqual([
      expect.stringMatching(/^problem: .*newer.*0999_future/),
    ]);
  });
});

test("a process of another version is told: an upgrade is not finished", async () => {
  const fixture = await newDoctorFixture();
  await fixture.serve();
  const application_name = "billfold listener worker v0.0.9 keys:0a1b2c";
  const other = new pg.Client({ connectionString: fixture.env.DATABASE_URL!, application_name });
  await other.connect();
  onTestFinished(() => other.end());
  expect((await fixture.runDoctor()).of("nodes")).toEqual([
    `note: the worker process at 127.0.0.1 runs version 0.0.9, but this is ${version}`,
  ]);
});

test("a clock that is off is a problem, whichever way", async () => {
  const fixture = await newDoctorFixture();
  const clocks = async (minutes: number) => (await fixture.runDoctor({}, fastForward(minutes))).of("clock");
  expect(await clocks(0)).toEqual([expect.stringMatching(/^ok: same as the database's/)]);
  expect(await clocks(10)).toEqual([expect.stringMatching(/^problem: .* 10 min ahead of the database's/)]);
  expect(await clocks(-10)).toEqual([expect.stringMatching(/^problem: .* 10 min behind the database's/)]);
});

describe("background work", () => {
  test("that is due while nobody does it is a problem", async () => {
    const fixture = await newDoctorFixture();
    const service = await fixture.serve({ BILLFOLD_ROLE: "api" });
    const company = await service.company({ primaryEndpoint: true });
    expect((await fixture.runDoctor()).of("nodes")).toEqual(["problem: no process does the background work"]);
    await company.customer();
    await fixture.sql("update events set created_at = created_at - interval '10 minutes'");
    expect((await fixture.runDoctor()).of("nodes")).toEqual([
      "problem: no process does the background work: deliveries have been due for 10 min",
    ]);
  });

  test("that is due while a worker is there and does not do it is a problem too", async () => {
    const fixture = await newDoctorFixture();
    const service = await fixture.serve();
    const company = await service.company({ primaryEndpoint: true });
    await company.customer();
    await fixture.sql("update events set created_at = created_at - interval '10 minutes'");
    expect((await fixture.runDoctor()).of("nodes")).toEqual([
      "problem: a worker is running, but deliveries have been due for 10 min",
    ]);
  });

  test("without any service is a note on a laptop, and a problem in production", async () => {
    const fixture = await newDoctorFixture();
    expect((await fixture.runDoctor()).of("nodes")).toEqual(["note: no service is running on this database"]);
    const production = await fixture.runDoctor({ BILLFOLD_ENVIRONMENT: "production" });
    expect(production.of("nodes")).toEqual(["problem: no service is running on this database"]);
  });

  test("under leases that no honest clock could have given is a problem", async () => {
    const fixture = await newDoctorFixture();
    const service = await fixture.serve();
    await service.company({ primaryEndpoint: true });
    await fixture.sql(
      "update webhook_endpoints set leased_by = 'gone', leased_until = now() + interval '1 day'",
    );
    expect((await fixture.runDoctor()).of("leases")).toEqual([expect.stringMatching(/^problem: 1 lease/)]);
  });

  test("that only people can end is told: documents nobody knows of or that were rejected, refunds that take days", async () => {
    const fixture = await newDoctorFixture();
    const service = await fixture.serve();
    const company = await service.company();
    const made = async (state: string, failures: number) => {
      const { id } = await company.draft();
      await fixture.sql(`insert into fiscal_documents (company_id, invoice_id, environment, adapter, document_key, document,
        hash, state, failures, next_action_at, created_at, updated_at) values (${company.id}, ${id}, 'sandbox', 'sandbox',
        '${id}', '{}', '', '${state}', ${failures}, ${state === "rejected" ? "null" : "now() + interval '1 hour'"}, now(), now())`);
    };
    await made("unknown", 7);
    await made("rejected", 0);
    const paymentId = await company.recordPayment(100);
    await fixture.sql(`insert into refunds (company_id, payment_id, amount, status, key, next_attempt_at, created_at)
      values (${company.id}, ${paymentId}, 1, 'pending', 'k', now() + interval '1 hour', now() - interval '3 days')`);
    // The refund is settled, so it counts neither as pending nor as the oldest.
    await fixture.sql(`insert into refunds (company_id, payment_id, amount, status, key, failure, settled_at, created_at)
      values (${company.id}, ${paymentId}, 1, 'failed', 'l', 'no', now(), now() - interval '9 days')`);
    const report = await fixture.runDoctor();
    expect(report.of("registrations")).toEqual([
      "problem: 1 document with an unknown result: the authority may or may not have them",
      "note: 1 document rejected by the authority",
    ]);
    expect(report.of("money")).toEqual([
      "problem: 1 refund pending, the oldest for 3 days",
      "note: 1 refund failed in the last 30 days",
    ]);
    expect(report.of("nodes")).toEqual([expect.stringMatching(/^ok/)]);
  });

  test("on mails that wait or failed names the mail server's last answer", async () => {
    const fixture = await newDoctorFixture();
    const mail = (status: string, rest: string) =>
      fixture.sql(`insert into mails (kind, recipient, language, subject, message_id, content, status, next_attempt_at,
        last_error, expires_at, created_at, ended_at) values ('invitation', 'ada@example.com', 'en', 'x', '${status}',
        ${rest})`);
    await mail(
      "queued",
      `'x', 'queued', now() + interval '1 hour', '451 Greylisted', now() + interval '1 day',
      now() - interval '3 hours', null`,
    );
    await mail("failed", "null, 'failed', null, '550 No such user', now(), now(), now()");
    const configured = { BILLFOLD_SMTP_URL: "smtp://127.0.0.1:9", BILLFOLD_MAIL_FROM: "post@example.com" };
    expect((await fixture.runDoctor(configured)).of("mails")).toEqual([
      "problem: 1 mail waiting, the oldest for 3 h. The last error was: 550 No such user",
      "note: 1 mail failed in the last two days. The last error was: 550 No such user",
    ]);
    expect((await fixture.runDoctor()).of("mails")).toContain(
      "problem: 1 mail waiting, and no mail server is configured",
    );
    await fixture.sql("delete from mails");
    expect((await fixture.runDoctor()).of("mails")).toEqual(["ok: 0 mails waiting"]);
  });

  test("on a feed that does not match its counter is a problem", async () => {
    const fixture = await newDoctorFixture();
    const service = await fixture.serve();
    const { id } = await service.company();
    await fixture.sql(`update company_counters set event_sequence = 99 where company_id = ${id}`);
    expect((await fixture.runDoctor()).of("events")).toEqual([
      expect.stringContaining(`the feed of company ${id}`),
    ]);
  });
});
