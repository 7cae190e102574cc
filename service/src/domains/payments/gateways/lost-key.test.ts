import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { currentAccount, currentAccountId, openAccount, useGateway } from "./service.ts";

// The encryption key of a company's account is lost for good. Attempts and refunds that were begun with it still name it.
const sandboxUrl = "http://127.0.0.1:9";
let before: TestService;
let after: TestService;

beforeAll(async () => {
  const env = { BILLFOLD_SANDBOX_GATEWAY_URL: sandboxUrl };
  const other = `other:${Buffer.alloc(32, 9).toString("base64")}`;
  [before, after] = await Promise.all([
    startService({ env }),
    startService({ env: { ...env, BILLFOLD_ENCRYPTION_KEYS: other } }),
  ]);
});
afterAll(() => Promise.all([before.close(), after.close()]));

const set = (
  { context }: TestService,
  companyId: number,
  ...choice: [gateway: "sandbox" | "paystack", account?: Parameters<typeof useGateway>[4]]
) =>
  inTransaction(context.db, (tx) =>
    useGateway({ tx, now: context.clock.now() }, context, companyId, ...choice),
  );
const newest = ({ context }: TestService, companyId: number, gateway: "sandbox" | "paystack") =>
  inTransaction(context.db, (tx) => currentAccountId(context, tx, companyId, gateway));
const open = ({ context }: TestService, companyId: number, id: number) =>
  openAccount(context, context.db, companyId, id);

test("choosing the sandbox again gives its account a new key, and what names it goes on", async () => {
  const { id } = await before.company();
  const account = await newest(before, id, "sandbox");
  await expect(open(after, id, account)).rejects.toThrow("is missing in BILLFOLD_ENCRYPTION_KEYS");
  await set(after, id, "sandbox");
  expect(await newest(after, id, "sandbox")).toBe(account);
  expect((await open(after, id, account)).secretKey).toMatch(/^sk_test_/);
});

test("one that can be opened is left as it is", async () => {
  const { id } = await before.company();
  const { context } = before;
  const key = await currentAccount(context, context.db, id, "sandbox");
  await set(before, id, "sandbox");
  expect(await currentAccount(context, context.db, id, "sandbox")).toEqual(key);
});

test("setting a real account again also mends those before it at the same address, and no other", async () => {
  const { id } = await before.company();
  const account = (secretKey: string, baseUrl = "https://api.paystack.co") => ({
    secretKey,
    webhookSecret: secretKey,
    baseUrl,
  });
  await set(before, id, "paystack", account("sk_test_old"));
  const lost = await newest(before, id, "paystack");
  await set(before, id, "paystack", account("sk_test_there", "https://elsewhere.example"));
  const elsewhere = await newest(before, id, "paystack");
  await set(after, id, "paystack", account("sk_test_new"));
  expect((await open(after, id, lost)).secretKey).toBe("sk_test_new");
  await expect(open(after, id, elsewhere)).rejects.toThrow();
  expect((await open(before, id, elsewhere)).secretKey).toBe("sk_test_there");
});
