import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { startAuthority } from "billfold-sandbox/authority";
import { startGateway } from "billfold-sandbox/gateway";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { currentAccountId } from "../domains/payments/gateways/service.ts";
import { inTransaction } from "../platform/db/database.ts";
import { expiredCertificate, serverKey, trustedCertificate } from "../platform/outbound/outbound.fixture.ts";
import { manualClock } from "../platform/values/clock.ts";
import { type DoctorFixture, fastForward, newDoctorFixture, runDoctor } from "./doctor.fixture.ts";

describe("gateways and authorities", () => {
  test("that answer and take the credentials are in order; one that is gone is a problem", async () => {
    const fixture = await newDoctorFixture();
    const gateway = await startGateway();
    const authority = await startAuthority();
    onTestFinished(() => void authority.close());
    const sandbox = {
      BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url,
      BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url,
    };
    await withAccounts(fixture, sandbox);
    const well = await fixture.runDoctor(sandbox);
    expect(well.of("gateways")).toEqual([
      expect.stringMatching(/^ok: .* accepts the credentials of 1 company$/),
    ]);
    expect(well.of("authorities")).toEqual([
      expect.stringMatching(/^ok: .* accepts the credentials of 1 company$/),
    ]);
    const clocks = (await fixture.runDoctor(sandbox, fastForward(10))).of("clock");
    expect(clocks.filter((says) => /^problem: .* 10 min ahead of that of http/.test(says))).toHaveLength(2);
    await gateway.close();
    const ill = await fixture.runDoctor(sandbox);
    expect(ill.of("gateways")).toEqual([expect.stringMatching(/^problem: .*can't be reached/)]);
    expect(ill.of("authorities")).toHaveLength(1);
  });

  test.each([
    ["fails", "error", /^problem: Sandbox gateway returned an error/],
    ["hangs", "hang", /^problem: .*no response within/],
    ["refuses the key", "unauthorized", /^problem: .* rejects the credentials of company \d+$/],
  ])("one that %s is a problem of its own kind", async (_, fault, says) => {
    const fixture = await newDoctorFixture();
    const gateway = await startGateway();
    onTestFinished(() => void gateway.close());
    const sandbox = { BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url };
    const { context, company } = await fixture.serve(sandbox);
    const { id } = await company();
    await inTransaction(context.db, (tx) => currentAccountId(context, tx, id, "sandbox"));
    gateway.faults.set({ verify: { fault: fault as "error" } });
    expect((await fixture.runDoctor(sandbox)).of("gateways")).toEqual([expect.stringMatching(says)]);
  });

  test("an authority that refuses a company's account is a problem", async () => {
    const fixture = await newDoctorFixture();
    const authority = await startAuthority();
    onTestFinished(() => void authority.close());
    const sandbox = { BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url };
    await withAccounts(fixture, sandbox);
    await fixture.sql("update fiscal_integrations set refusal = 'no'");
    expect((await fixture.runDoctor(sandbox)).of("registrations")).toEqual([
      "problem: 1 company whose account the authority rejects",
    ]);
  });
});

/** A company with an account at both the gateway and the authority. */
async function withAccounts(fixture: DoctorFixture, env: Record<string, string>): Promise<void> {
  const { context, company } = await fixture.serve(env);
  const { id, call } = await company();
  await inTransaction(context.db, (tx) => currentAccountId(context, tx, id, "sandbox"));
  const { status } = await call("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
  expect(status).toBe(200);
}

describe("settings", () => {
  test("are all named that are bad, and what they do not concern is looked at all the same", async () => {
    const fixture = await newDoctorFixture();
    const report = await fixture.runDoctor({
      PORT: "80a",
      BILLFOLD_ROLE: "king",
      BILLFOLD_LOG_LEVEL: "loud",
    });
    expect(report.of("settings").map((says) => says.split(" ")[1])).toEqual([
      "PORT",
      "BILLFOLD_ROLE",
      "BILLFOLD_LOG_LEVEL",
    ]);
    expect(report.of("migrations")).toEqual([expect.stringMatching(/^ok/)]);
  });

  test.each([
    ["BILLFOLD_BASEURL", "BILLFOLD_BASE_URL"],
    ["BILLFOLD_DB_CONNECTIONS", undefined],
    ["BILLFOLD_ENCRYPTION_KEY", "BILLFOLD_ENCRYPTION_KEYS"],
    ["BILLFOLD_COLOUR", undefined],
  ])("that nobody reads are told, with the one that was meant: %s", async (name, meant) => {
    const { all } = await runDoctor({ [name]: "x", DATABASE_URL: "postgres://127.0.0.1:9/x" });
    const found = all.find(({ says }) => says.includes(`${name} is not a known setting`));
    expect(found?.level).toBe("note");
    expect(found?.cure).toBe(meant ? `Did you mean ${meant}? Rename it, or remove it.` : "Remove it.");
  });

  test("that do not go together in production are problems", async () => {
    const report = await runDoctor({
      BILLFOLD_ENVIRONMENT: "production",
      DATABASE_URL: "postgres://127.0.0.1:9/x",
      BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1",
      BILLFOLD_BASE_URL: "https://api.invalid/api/v1",
      BILLFOLD_SITE_URL: "https://site.invalid",
    });
    const reported = report.problems().join("\n");
    for (const words of [
      "ENCRYPTION_KEYS must be set",
      "ALLOW_LOCAL_WEBHOOKS",
      "SMTP_URL",
      "trusted proxy",
    ]) {
      expect(reported).toContain(words);
    }
  });
});

test("a mail server that is not there is a problem, without its password", async () => {
  const port = await freePort();
  const mail = {
    BILLFOLD_SMTP_URL: `smtp://me:s3cr3t@127.0.0.1:${port}`,
    BILLFOLD_MAIL_FROM: "a@example.com",
  };
  const report = await runDoctor({ ...mail, DATABASE_URL: "postgres://127.0.0.1:9/x" });
  expect(report.of("mail")).toEqual([expect.stringContaining(`127.0.0.1:${port} can't be used`)]);
  expect(JSON.stringify(report.all)).not.toContain("s3cr3t");
});

test("another copy at our address is told from our own", async () => {
  const [ours, theirs] = [await newDoctorFixture(), await newDoctorFixture()];
  const { url } = await theirs.serve();
  const site = { BILLFOLD_BASE_URL: `${url}/api/v1`, BILLFOLD_SITE_URL: url };
  expect((await ours.runDoctor(site)).of("API address")).toEqual([
    expect.stringMatching(/^note: a Billfold service responds .* none is running on this database/),
  ]);
});

describe("files", () => {
  const folder = () => {
    const made = mkdtempSync(path.join(os.tmpdir(), "billfold-doctor-"));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };

  test.runIf(process.platform !== "win32")("with secrets that others can read are a problem", async () => {
    const dataDir = folder();
    writeFileSync(path.join(dataDir, "encryption.keys"), "k", { mode: 0o600 });
    const report = () => runDoctor({ BILLFOLD_DATA_DIR: dataDir });
    expect((await report()).of("data folder")).toEqual([expect.stringMatching(/^ok/)]);
    chmodSync(path.join(dataDir, "encryption.keys"), 0o644);
    expect((await report()).of("data folder")).toEqual([
      "problem: other users of this machine can read encryption.keys",
    ]);
  });

  test("of an embedded database that was never started are not made by looking", async () => {
    const dataDir = folder();
    const report = await runDoctor({ BILLFOLD_DATA_DIR: path.join(dataDir, "new") });
    expect(report.of("database")).toEqual(["note: it does not exist yet"]);
    expect(() => mkdirSync(path.join(dataDir, "new"))).not.toThrow();
  });

  test.each([
    ["in order", trustedCertificate, "https://hooks.test", /^ok: valid/],
    ["for another host", trustedCertificate, "https://other.test", /^note: it is not valid for other.test/],
    ["ended", expiredCertificate, "https://hooks.test", /^problem: it expired on 2020-01-02/],
    ["no certificate at all", "nonsense", "https://hooks.test", /^problem: it can't be used/],
  ])("of a certificate: %s", async (_, certificate, site, says) => {
    const dataDir = folder();
    const [cert, key] = [path.join(dataDir, "cert.pem"), path.join(dataDir, "key.pem")];
    writeFileSync(cert, certificate);
    writeFileSync(key, serverKey, { mode: 0o600 });
    const env = {
      BILLFOLD_TLS_CERT: cert,
      BILLFOLD_TLS_KEY: key,
      BILLFOLD_SITE_URL: site,
      BILLFOLD_BASE_URL: `${site}/api/v1`,
      BILLFOLD_DATA_DIR: dataDir,
    };
    const report = await runDoctor(env, manualClock(new Date("2026-11-15T11:00:00Z")));
    expect(report.of("certificate")[0]).toMatch(says);
  });
});

test("a service that runs under another address than this terminal knows is not called stopped", async () => {
  const fixture = await newDoctorFixture();
  await fixture.serve();
  const found = (await fixture.runDoctor()).all.filter(({ check }) => check.endsWith("address"));
  expect(found.map(({ level, cure }) => [level, cure?.split(":", 1)[0]])).toEqual(
    Array(2).fill(["problem", "The service is running"]),
  );
});

test.each([
  ["ended", expiredCertificate, /^problem: that of localhost:\d+ expired on 2020-01-02/],
  ["in order", trustedCertificate, /^ok: that of localhost:\d+ is valid until/],
])("a certificate at the public address that is %s is told, also behind a proxy", async (_, cert, says) => {
  const proxy = createServer({ cert, key: serverKey }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const url = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  const site = { BILLFOLD_BASE_URL: `${url}/api/v1`, BILLFOLD_SITE_URL: url };
  const report = await runDoctor({ ...site, DATABASE_URL: "postgres://127.0.0.1:9/x" });
  expect(report.of("certificate")).toEqual([expect.stringMatching(says)]);
  const [address] = report.all.filter(({ check }) => check === "API address");
  expect([address!.level, address!.cure]).toEqual([
    "note",
    expect.stringContaining("clients reject the certificate"),
  ]);
});
