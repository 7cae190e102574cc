import { startAuthority } from "billfold-sandbox/authority";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { callsTo, type TestCompany, type TestService } from "../../test/harness.ts";
import { rotateKey } from "../domains/backoffice/books/service.ts";
import { currentAccount, currentAccountId } from "../domains/payments/gateways/service.ts";
import { newSecret, sealedSecrets } from "../domains/webhooks/endpoints/secrets.ts";
import { inTransaction, type Queryable } from "../platform/db/database.ts";
import { reencrypt } from "../platform/security/encrypted-columns.ts";
import { parseEncryptionKeys, purposeNames } from "../platform/security/secrets.ts";
import { createVisitor, enter, newPerson, password } from "../web/site/visitor.fixture.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { type DoctorFixture, newDoctorFixture, testKey } from "./doctor.fixture.ts";
import { encryptedColumns } from "./encrypted-columns.ts";

const newKey = testKey("k2", 8);
const both = { BILLFOLD_ENCRYPTION_KEYS: `${newKey},${testKey()}` };
const bothReversed = { BILLFOLD_ENCRYPTION_KEYS: `${testKey()},${newKey}` };
const onlyNew = { BILLFOLD_ENCRYPTION_KEYS: newKey };

let operator: Operator | undefined;
afterEach(async () => {
  await operator?.cleanUp();
  operator = undefined;
});

async function reencryptBeside(fixture: DoctorFixture, env: Record<string, string> = both) {
  operator ??= await newOperator();
  const ended = await operator.run(["secrets", "reencrypt", "--json"], { ...fixture.env, ...env });
  return { ...ended, reported: JSON.parse(ended.stdout) as Record<string, unknown> };
}

/** A service that stores one secret of every kind, all encrypted with the key 'test'. */
async function withSecrets(env: Record<string, string> = bothReversed) {
  const fixture = await newDoctorFixture();
  const authority = await startAuthority();
  onTestFinished(() => void authority.close());
  const service = await fixture.serve({ ...env, BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url });
  const company = await service.company({ primaryEndpoint: true });
  const [row] = (await fixture.sql("select id from webhook_endpoints")) as { id: number }[];
  const rotated = await company.call(`POST /webhooks/endpoints/${row!.id}/rotate_secret`, {
    body: { overlap_seconds: 3600 },
    headers: { "idempotency-key": "rotation" },
  });
  expect(rotated.status).toBe(200);
  await inTransaction(service.context.db, (tx) =>
    currentAccountId(service.context, tx, company.id, "sandbox"),
  );
  const integrated = await company.call("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
  expect(integrated.status).toBe(200);
  const person = await newPerson(service, company.id);
  await enter(person.visitor, person.email);
  const { body } = await person.visitor.post("/app/auth/two-factor/enable", { password });
  await fixture.sql("update users set two_factor_enabled = true");
  await person.visitor.post("/app/auth/request-password-reset", { email: person.email });
  const now = service.clock.now();
  await rotateKey(service.context, now, now);
  const { id } = await company.draft();
  expect((await company.call(`GET /invoices/${id}.pdf`)).status).toBe(200);
  const backupCode = (body.backupCodes as string[])[0]!;
  return { fixture, service, company, rotated: rotated.body, email: person.email, backupCode };
}

/** Columns of the whole database that hold a value with one of these prefixes. */
async function columnsWith(fixture: DoctorFixture, beginnings: string[]): Promise<string[]> {
  const columns = (await fixture.sql(`select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying')`)) as Record<
    string,
    string
  >[];
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const is = beginnings.map((beginning) => `starts_with(${column}, '${beginning}')`).join(" or ");
    const rows = (await fixture.sql(`select from ${table} where ${is} limit 1`)) as unknown[];
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}

describe("no kind of secret is forgotten", () => {
  test("every column in which one of ours or of the account library's stands is known", async () => {
    const { fixture } = await withSecrets();
    expect(await columnsWith(fixture, ["test.", "$ba$"])).toEqual(
      encryptedColumns.map(({ column }) => column).sort(),
    );
  });

  test("every purpose that anything is encrypted for has its column", async () => {
    await import("../app.ts");
    const row = { owner: 1, record: "1", detail: "sandbox", text: "" };
    const known = encryptedColumns.map(({ toSecret: sealedOf }) => sealedOf(row).purpose.split(":", 1)[0]!);
    expect([...new Set(known)].sort()).toEqual([...purposeNames].sort());
  });

  test("a column that sounds like one is known, or holds what no key of ours opens", async () => {
    const fixture = await newDoctorFixture();
    const columns =
      (await fixture.sql(`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'bytea', 'jsonb')
        and column_name ~ 'secret|credential|password|token|codes|cipher|encrypted|sealed|private'`)) as {
        name: string;
      }[];
    const known = new Set(encryptedColumns.map(({ column }) => column));
    expect(columns.flatMap(({ name }) => (known.has(name) ? [] : [name])).sort()).toEqual([
      // These are hashes.
      "api_keys.previous_secret_hash",
      "api_keys.secret_hash",
      "invitations.token_hash",
      // These are part of URLs that we show again, and protect only the pages at those URLs.
      "invoices.portal_secret",
      "payment_links.secret",
      "payments.receipt_secret",
      "quotes.secret",
      // This is a hash too.
      "user_confirmations.token_hash",
      // Nobody can sign in through a provider, and passwords are hashed with argon2id.
      "user_credentials.access_token",
      "user_credentials.id_token",
      "user_credentials.password",
      "user_credentials.refresh_token",
      // This is a hash too.
      "user_email_changes.token_hash",
      // The token is useless without a signed cookie.
      "user_sessions.token",
    ]);
  });
});

describe("secrets reencrypt", () => {
  test("puts all under the first key beside a running service, says how many, and the old key can go", async () => {
    const made = await withSecrets();
    const { fixture, service, company } = made;
    const { code, reported } = await reencryptBeside(fixture);
    expect(reported).toEqual({
      success: true,
      key: "k2",
      reencrypted: {
        webhook_secrets: 1,
        previous_webhook_secrets: 1,
        gateway_accounts: 1,
        einvoicing_integrations: 1,
        idempotency_responses: 1,
        second_factors: 1,
        backup_codes: 1,
        mails: 1,
        checkpoint_keys: 1,
        document_seals: 1,
      },
      unreadable: {},
      // The running service still encrypts with it.
      removable_keys: [],
    });
    expect(code).toBe(0);
    expect(await columnsWith(fixture, ["test."])).toEqual([]);
    await service.close();
    expect((await reencryptBeside(fixture)).reported).toMatchObject({
      reencrypted: { webhook_secrets: 0, second_factors: 0 },
      removable_keys: ["test"],
    });
    const after = await fixture.serve({ ...onlyNew, BILLFOLD_SANDBOX_AUTHORITY_URL: "http://127.0.0.1:9" });
    await everythingOpens(after, company, made);
  });

  test("leaves what nobody can open, says so, and ends with 1", async () => {
    const { fixture, service } = await withSecrets();
    await service.close();
    const { code, reported, stderr } = await reencryptBeside(fixture, onlyNew);
    expect([code, reported.success]).toEqual([1, false]);
    expect(reported.unreadable).toEqual({
      webhook_secrets: 1,
      gateway_accounts: 1,
      einvoicing_integrations: 1,
      second_factors: 1,
      backup_codes: 1,
      checkpoint_keys: 1,
      document_seals: 1,
    });
    expect(stderr).toContain("none of the configured keys can decrypt 1 of webhook_secrets");
  });

  test("is refused while a node runs that lacks the first key", async () => {
    const { fixture } = await withSecrets({});
    const { code, stdout } = await reencryptBeside(fixture);
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining("api and worker process at 127.0.0.1 does not have the encryption key 'k2'"),
    ]);
    expect(await columnsWith(fixture, ["k2."])).toEqual([]);
  });
});

/** Decrypts as the API, the gateway, the site and the signing worker do, with the new key alone. */
async function everythingOpens(
  service: TestService,
  company: TestCompany,
  { rotated, email, backupCode }: Awaited<ReturnType<typeof withSecrets>>,
) {
  const { context } = service;
  const again = await callsTo(service.url, company)(
    `POST /webhooks/endpoints/${rotated.endpoint.id}/rotate_secret`,
    { body: { overlap_seconds: 3600 }, headers: { "idempotency-key": "rotation" } },
  );
  expect(again.body).toEqual(rotated);
  const config = { ...context.config, sandboxGateway: { url: "http://127.0.0.1:9", port: 0 } };
  const account = await currentAccount({ ...context, config }, context.db, company.id, "sandbox");
  expect(account.secretKey).toMatch(/^sk_test_/);
  const visitor = createVisitor(service);
  await enter(visitor, email);
  const entered = await visitor.post("/app/auth/two-factor/verify-backup-code", { code: backupCode });
  expect(entered.status).toBe(200);
  const diagnosis = await callsTo(service.url, company)("POST /webhooks/diagnose", {
    body: { payload: "{}", headers: { "x-pay-signature": "t=1,v1=00" } },
  });
  expect(diagnosis.status).toBe(200);
}

describe("in the middle of it", () => {
  const [webhookSecrets] = sealedSecrets;
  const keys = parseEncryptionKeys(both.BILLFOLD_ENCRYPTION_KEYS);
  const withEndpoints = async (count: number) => {
    const fixture = await newDoctorFixture();
    const { context, company } = await fixture.serve(bothReversed);
    const { id } = await company({ primaryEndpoint: true });
    await fixture.sql(`insert into webhook_endpoints (company_id, is_primary, url, secret, delivered_sequence, created_at, updated_at)
      select ${id}, false, 'https://a.example/' || n, secret, 0, now(), now() from webhook_endpoints, generate_series(2, ${count}) n`);
    const under = async (key: string) =>
      ((await fixture.sql(`select from webhook_endpoints where starts_with(secret, '${key}.')`)) as unknown[])
        .length;
    return { db: context.db, fixture, under, companyId: id };
  };

  test("killed: what was done is done, and the next run goes on", async () => {
    const { db, under } = await withEndpoints(250);
    let writes = 0;
    const killed: Queryable = {
      query: (sql, values) => {
        if (sql === webhookSecrets!.replace && ++writes > 1) return Promise.reject(new Error("killed"));
        return db.query(sql, values);
      },
    };
    await expect(reencrypt(killed, webhookSecrets!, keys)).rejects.toThrow("killed");
    expect([await under("k2"), await under("test")]).toEqual([100, 150]);
    expect(await reencrypt(db, webhookSecrets!, keys)).toEqual({ done: 150, unreadable: [] });
    expect(await under("k2")).toBe(250);
  });

  test("overtaken by somebody who changes one, with the old key: theirs stays, and is done too", async () => {
    const { db, fixture, under, companyId } = await withEndpoints(2);
    const theirs = newSecret(parseEncryptionKeys(testKey()), companyId).sealed;
    let isOvertaken = false;
    const late: Queryable = {
      query: async (sql, values) => {
        if (sql === webhookSecrets!.replace && !isOvertaken) {
          isOvertaken = true;
          await fixture.sql(`update webhook_endpoints set secret = '${theirs}' where is_primary`);
          await fixture.sql(`update webhook_endpoints set secret = 'test.lost' where not is_primary`);
        }
        return db.query(sql, values);
      },
    };
    const { done, unreadable } = await reencrypt(late, webhookSecrets!, keys);
    expect([done, unreadable.map(({ text }) => text)]).toEqual([1, ["test.lost"]]);
    expect(await under("k2")).toBe(1);
  });
});
