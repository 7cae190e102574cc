import { describe, expect, test } from "vitest";
import { callsTo } from "../../test/harness.ts";
import { reencrypt } from "../platform/security/encrypted-columns.ts";
import { newDoctorFixture, testKey } from "./doctor.fixture.ts";
import { encryptedColumns } from "./encrypted-columns.ts";

describe("encryption keys", () => {
  test("that do not fit are told by company and kind, and nothing of the secrets", async () => {
    const fixture = await newDoctorFixture();
    const service = await fixture.serve();
    const { id } = await service.company({ primaryEndpoint: true });
    const wrong = await fixture.runDoctor({ BILLFOLD_ENCRYPTION_KEYS: testKey("test", 8) });
    await service.close();
    expect(wrong.of("keys")[0]).toBe(`problem: 1 webhook secret can't be decrypted (company ${id})`);
    const missing = await fixture.runDoctor({ BILLFOLD_ENCRYPTION_KEYS: testKey("other") });
    expect(missing.of("keys")).toEqual([
      "problem: secrets are encrypted with the key 'test', which is not configured",
      `problem: 1 webhook secret can't be decrypted (company ${id})`,
    ]);
    expect(JSON.stringify([wrong.all, missing.all])).not.toContain(testKey().slice(10));
  });

  test("that do not fit answer 503 with a reason in the log, not 500", async () => {
    const fixture = await newDoctorFixture();
    const made = await (await fixture.serve()).company({ primaryEndpoint: true });
    const wrong = await fixture.serve({ BILLFOLD_ENCRYPTION_KEYS: testKey("other") });
    const call = callsTo(wrong.url, made);
    const body = { payload: "{}", headers: { "x-pay-signature": "t=1,v1=00" } };
    const answer = await call("POST /webhooks/diagnose", { body });
    expect([answer.status, answer.body.code]).toEqual([503, "secret_unreadable"]);
    expect(wrong.logged.join()).toContain("encryption key 'test' is missing in BILLFOLD_ENCRYPTION_KEYS");
  });

  test("are followed through a change: what is still under the old one, and when that may go", async () => {
    const fixture = await newDoctorFixture();
    const [old, next] = [testKey(), testKey("next", 9)];
    const before = await fixture.serve({ BILLFOLD_ENCRYPTION_KEYS: `${old},${next}` });
    await before.company({ primaryEndpoint: true });
    const looks = async () =>
      (await fixture.runDoctor({ BILLFOLD_ENCRYPTION_KEYS: `${next},${old}` })).of("keys").slice(1);
    expect(await looks()).toEqual(["note: 1 process still encrypts with the older key 'test'"]);
    await before.close();
    const { context } = await fixture.serve({ BILLFOLD_ENCRYPTION_KEYS: `${next},${old}` });
    expect(await looks()).toEqual(["note: 1 stored secret still encrypted with the older key 'test'"]);
    for (const column of encryptedColumns) await reencrypt(context.db, column, context.encryptionKeys);
    expect(await looks()).toEqual(["note: the key 'test' is no longer needed"]);
  });

  test("that a running process lacks, or alone has, are a problem", async () => {
    const fixture = await newDoctorFixture();
    await fixture.serve();
    const looks = async (keys: string) =>
      (await fixture.runDoctor({ BILLFOLD_ENCRYPTION_KEYS: keys })).of("keys");
    expect(await looks(`${testKey("new", 9)},${testKey()}`)).toEqual([
      expect.stringMatching(/^problem: the api and worker process at 127.0.0.1 does not have the key 'new'/),
    ]);
    await fixture.serve({ BILLFOLD_ENCRYPTION_KEYS: `${testKey("theirs", 9)},${testKey()}` });
    expect(await looks(testKey())).toEqual([
      expect.stringMatching(/^problem: .* encrypts with a key that this terminal does not have$/),
    ]);
  });
});
