import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn, startSite, type TestSession, type TestSite } from "../../../../test/site-session.ts";
import { readPdf } from "../documents/pdf.fixture.ts";
import { bankAccountsMax } from "./schema.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const nothing = {
  accent_colour: null,
  footer: null,
  embedded_xml: "ubl",
  logo: null,
  bank_accounts: [],
  updated_at: null,
};
const account = { currency: "NGN", name: "Works Ltd", bank: "First Bank", account_number: "2031234567" };
const stored = { ...account, iban: null, bic: null, sort_code: null };

const owner = async () => signIn(site.service, { companyId: (await site.service.company()).id });
const settingsOf = async (person: TestSession) =>
  (await person.call("GET", "/document_settings")).body.document_settings;
const setAccounts = (person: TestSession, ...bank_accounts: object[]) =>
  person.call("POST", "/document_settings/bank_accounts", { bank_accounts });

describe("document settings", () => {
  test("are empty at first, and change only in what is sent; null clears", async () => {
    const ada = await owner();
    expect(await settingsOf(ada)).toEqual(nothing);
    const { status, body } = await ada.call("PATCH", "/document_settings", {
      accent_colour: "#D9480F",
      footer: " Thank you ",
    });
    expect(status).toBe(200);
    const changed = { ...nothing, accent_colour: "#d9480f", footer: "Thank you" };
    expect(body.document_settings).toEqual({ ...changed, updated_at: expect.any(String) });
    await ada.call("PATCH", "/document_settings", { footer: null });
    expect(await settingsOf(ada)).toEqual({ ...changed, footer: null, updated_at: expect.any(String) });
  });

  test("what PDFs contain for programs stays as it was set until it is set again or cleared", async () => {
    const ada = await owner();
    const { body } = await ada.call("PATCH", "/document_settings", { embedded_xml: "factur_x" });
    expect(body.document_settings).toEqual({
      ...nothing,
      embedded_xml: "factur_x",
      updated_at: expect.any(String),
    });
    await ada.call("PATCH", "/document_settings", { footer: "Thank you" });
    await setAccounts(ada, account);
    expect(await settingsOf(ada)).toMatchObject({ embedded_xml: "factur_x", footer: "Thank you" });
    await ada.call("PATCH", "/document_settings", { embedded_xml: null });
    expect(await settingsOf(ada)).toMatchObject({ embedded_xml: "ubl", footer: "Thank you" });
  });

  test.each([
    ["accent_colour", "orange"],
    ["accent_colour", "#fff"],
    ["footer", "x".repeat(301)],
    ["footer", "  "],
    ["embedded_xml", "cii"],
    ["embedded_xml", "zugferd"],
  ])("%s can't be %j, and nothing changes", async (field, value) => {
    const ada = await owner();
    const { status, body } = await ada.call("PATCH", "/document_settings", { [field]: value });
    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    expect(await settingsOf(ada)).toEqual(nothing);
  });

  test("another company's are its own", async () => {
    const [ada, other] = [await owner(), await owner()];
    await setAccounts(ada, account);
    await ada.call("PATCH", "/document_settings", { footer: "Ours" });
    expect(await settingsOf(other)).toEqual(nothing);
  });
});

describe("bank accounts", () => {
  test("are replaced as a whole, keep the look, and are in the log", async () => {
    const ada = await owner();
    await ada.call("PATCH", "/document_settings", { footer: "Thank you" });
    const european = { currency: "EUR", name: "Works", bank: "Bank", iban: "DE89 3704 0044 0532 0130 00" };
    const { status, body } = await setAccounts(ada, account, { ...european, bic: "COBADEFF" });
    expect(status).toBe(200);
    expect(body.document_settings).toMatchObject({
      footer: "Thank you",
      bank_accounts: [
        stored,
        { ...stored, ...european, account_number: null, iban: "DE89370400440532013000", bic: "COBADEFF" },
      ],
    });
    const { audit_entries: entries } = (await ada.call("GET", "/audit")).body;
    expect(entries[0]).toMatchObject({
      action: "bank_accounts.set",
      actor: { type: "user", id: String(ada.user.id) },
    });
    await setAccounts(ada);
    expect((await settingsOf(ada)).bank_accounts).toEqual([]);
  });

  test.each([
    ["bank_accounts[0].account_number", { ...account, account_number: null }],
    ["bank_accounts[0].account_number", { ...account, iban: "DE89370400440532013000" }],
    ["bank_accounts[0].iban", { ...account, account_number: null, iban: "DE89370400440532013001" }],
    ["bank_accounts[0].bic", { ...account, bic: "FIRST" }],
    ["bank_accounts[0].currency", { ...account, currency: "XXY" }],
    ["bank_accounts[0].name", { ...account, name: " " }],
  ])("a fault is found: %s of %j", async (field, given) => {
    const ada = await owner();
    const { status, body } = await setAccounts(ada, given);
    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    expect(await settingsOf(ada)).toEqual(nothing);
  });

  test("are at most four of a currency, and twenty", async () => {
    const ada = await owner();
    const many = (count: number, currency: string) => Array(count).fill({ ...account, currency });
    expect((await setAccounts(ada, ...many(4, "NGN"), ...many(4, "USD"))).status).toBe(200);
    const { body } = await setAccounts(ada, ...many(5, "NGN"));
    expect(body.errors).toEqual([
      { field: "bank_accounts[4].currency", message: "has 4 accounts already: remove one of them" },
    ]);
    const tooMany = ["NGN", "USD", "EUR", "GBP", "KES", "GHS"].flatMap((currency) => many(4, currency));
    expect(tooMany.length).toBeGreaterThan(bankAccountsMax);
    expect((await setAccounts(ada, ...tooMany)).body.errors[0].field).toBe("bank_accounts");
  });

  test("are for owners to set", async () => {
    const developer = await signIn(site.service, { companyId: site.company.id, role: "developer" });
    expect((await setAccounts(developer, account)).status).toBe(403);
    const looked = await developer.call("PATCH", "/document_settings", { footer: "Thank you" });
    expect(looked.status).toBe(200);
  });
});

test("an issued invoice shows them as they are now, and leads to its page", async () => {
  const { company } = site;
  const { id } = await company.draft();
  const { portal_token } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
  const textNow = async () => {
    const { appId, secret } = company;
    const headers = { authorization: `Bearer ${appId}:${secret}` };
    const file = await fetch(`${site.service.url}/api/v1/invoices/${id}.pdf`, { headers });
    return readPdf(Buffer.from(await file.arrayBuffer())).text.replaceAll("\n", " ");
  };
  expect(await textNow()).not.toContain("First Bank");
  await setAccounts(site, account, { ...account, currency: "EUR", bank: "Commerzbank" });
  const text = await textNow();
  expect(text).toContain("First Bank");
  expect(text).not.toContain("Commerzbank");
  expect(text.replaceAll(" ", "")).toContain(`/i/in_${company.id}_${portal_token.slice(3)}`);
});
