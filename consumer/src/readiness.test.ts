import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopeNames } from "../../service/src/contract/access.ts";
import {
  type FiscalSetup,
  startFiscalSetup,
} from "../../service/src/domains/fiscal/registration/registration.fixture.ts";
import { SettingError } from "./config.ts";
import { consume } from "./consume.fixture.ts";

let fixture: FiscalSetup;

beforeAll(async () => {
  fixture = await startFiscalSetup();
});
afterAll(() => fixture.close());

describe("the consumer does not start", () => {
  test("where the API is another environment than it is set up for", async () => {
    const company = await fixture.integratedCompany();
    const begun = consume(fixture, company, { environment: "production" });
    await expect(begun).rejects.toThrow(SettingError);
    await expect(begun).rejects.toThrow(
      `BILLFOLD_CONSUMER_ENVIRONMENT is production, but ${fixture.url}/api/v1 is sandbox.`,
    );
  });

  test.each(["products:read", "invoices:read", "invoices:write", "integrations"] as const)(
    "without the scope %s, and says how to enable it",
    async (scope) => {
      const company = await fixture.company({ scopes: scopeNames.filter((name) => name !== scope) });
      const begun = consume(fixture, company);
      await expect(begun).rejects.toThrow(`The key ${company.appId} does not have the scope ${scope}.`);
      await expect(begun).rejects.toThrow(
        `npx billfold key scopes --company ${company.id} --app-id ${company.appId}`,
      );
    },
  );

  test("with a key that has no scopes: all that lack are named", async () => {
    const company = await fixture.company({ scopes: [] });
    await expect(consume(fixture, company)).rejects.toThrow(
      "does not have the scopes products:read, invoices:read, invoices:write, integrations.",
    );
  });

  test("with a wrong secret", async () => {
    const company = await fixture.integratedCompany();
    const begun = consume(fixture, company, { key: { appId: company.appId, secret: "wrong" } });
    await expect(begun).rejects.toThrow(/^BILLFOLD_CONSUMER_APP_ID or BILLFOLD_CONSUMER_SECRET is wrong/);
  });

  test("where something else answers than a Billfold API", async () => {
    const company = await fixture.integratedCompany();
    const elsewhere = { ...fixture, url: `${fixture.url}/elsewhere` };
    await expect(consume(elsewhere, company)).rejects.toThrow(/elsewhere\/api\/v1 is not a Billfold API: /);
  });

  test("for a company whose e-invoicing is not configured, and says how to do that", async () => {
    const company = await fixture.company();
    const begun = consume(fixture, company);
    await expect(begun).rejects.toThrow(SettingError);
    await expect(begun).rejects.toThrow(`npx billfold einvoicing set --company ${company.id} --adapter`);
  });

  test("for a company that is suspended", async () => {
    const company = await fixture.integratedCompany();
    await fixture.context.db.query("update companies set status = 'suspended' where id = $1", [company.id]);
    await expect(consume(fixture, company)).rejects.toThrow(`npx billfold company approve ${company.id}`);
  });
});
