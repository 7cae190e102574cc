import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { useGateway } from "../gateways/service.ts";
import { issued, link, pay } from "../payments/money.fixture.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const choose = (company: TestCompany, gateway: "none" | "sandbox") =>
  inTransaction(service.context.db, (tx) =>
    useGateway({ tx, now: service.clock.now() }, service.context, company.id, gateway),
  );

async function companyWithout(): Promise<TestCompany> {
  const company = await service.company();
  await choose(company, "none");
  return company;
}

describe("a company without a payment gateway", () => {
  test("gets 503 integration_not_configured for a link, with a word on what to do, and none is made", async () => {
    const company = await companyWithout();
    const { status, body } = await link(company, { amount: 5 });
    expect([status, body.code]).toEqual([503, "integration_not_configured"]);
    expect(body.error).toMatch(/gateway.*settings/);
    expect((await company.call("GET /payments/links")).body.payment_links).toEqual([]);
  });

  test("is refused after 404 and before 422", async () => {
    const [company, other] = [await companyWithout(), await service.company()];
    const theirs = (await issued(other)).id;
    const paid = (await issued(company)).id;
    await pay(company, { invoice_id: paid, amount: 1000 });
    const statuses = async (...bodies: object[]) => {
      const replies = [];
      for (const body of bodies) replies.push((await link(company, body)).status);
      return replies;
    };
    expect(
      await statuses(
        { amount: 5, invoice_id: theirs },
        { amount: -5, invoice_id: theirs },
        { invoice_id: 0 },
      ),
    ).toEqual([404, 404, 404]);
    expect(
      await statuses({ amount: -5 }, {}, { amount: 5, invoice_id: paid }, { amount: 5, currency: "???" }),
    ).toEqual([503, 503, 503, 503]);
    const malformed = await company.call("POST /payments/link", { raw: "{" });
    expect(malformed.status).toBe(503);
  });

  test("records payments all the same", async () => {
    const company = await companyWithout();
    const { id } = await issued(company);
    expect((await pay(company, { invoice_id: id, amount: 10 })).status).toBe(201);
  });

  test("makes links again as soon as it has one, and the refusal was not kept under the key", async () => {
    const company = await companyWithout();
    const key = { "Idempotency-Key": "one" };
    expect((await link(company, { amount: 5 }, key)).status).toBe(503);
    await choose(company, "sandbox");
    await expect.poll(async () => (await link(company, { amount: 5 }, key)).status).toBe(201);
  });

  test("has the service's own receiver at the path for companies without one", async () => {
    const company = await service.company({ primaryEndpoint: true });
    const url = async () => (await company.call("GET /webhooks/endpoints")).body.endpoints[0].url as string;
    expect(await url()).toMatch(/\/sandbox\/webhook$/);
    await choose(company, "none");
    expect(await url()).toMatch(/\/gateway\/webhook$/);
  });
});
