import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { expireQuotes } from "./expiry.ts";

// The pass works on every company there is, so this file lives in 2020: what other files make expires later.
const start = new Date("2020-03-02T11:00:00.000Z");

let service: TestService;
let second: TestService;
beforeAll(async () => {
  [service, second] = await Promise.all([startService({ now: start }), startService({ now: start })]);
});
beforeEach(() => moveTo(start.toISOString()));
afterAll(() => Promise.all([service.close(), second.close()]));

function moveTo(moment: string): void {
  for (const node of [service, second]) node.clock.set(new Date(moment));
}
const lines = [{ description: "Work", quantity: 2, unit_price: 100 }];
async function quote(company: TestCompany, ...actions: string[]): Promise<number> {
  const body = { customer_id: await company.customer(), lines, valid_until: "2020-03-10" };
  const { id } = (await company.call("POST /quotes", { body })).body.quote;
  for (const action of actions) await company.call(`POST /quotes/${id}/${action}`);
  return id;
}
const get = async (company: TestCompany, id: number) => (await company.call(`GET /quotes/${id}`)).body.quote;
const expiries = async (company: TestCompany) => {
  const { events } = (await company.call("GET /events?type=quote.expired&limit=100")).body;
  return events.map(({ data }: { data: { object: { id: number } } }) => data.object);
};
const lastMoment = "2020-03-10T22:59:59.999Z"; // in Lagos
const over = "2020-03-10T23:00:00.000Z";

describe("a sent quote whose last day is over", () => {
  test("is expired by the pass, not a moment before, with one event that has the record", async () => {
    const company = await service.company();
    const id = await quote(company, "send");
    moveTo(lastMoment);
    await expireQuotes(service.context);
    expect((await get(company, id)).status).toBe("sent");
    moveTo(over);
    await Promise.all([expireQuotes(service.context), expireQuotes(second.context)]);
    await expireQuotes(service.context);
    const after = await get(company, id);
    expect(after.status).toBe("expired");
    expect(await expiries(company)).toEqual([after]);
  });

  test("can't be answered or invoiced any more, also before the pass has seen it", async () => {
    const company = await service.company();
    const id = await quote(company, "send");
    moveTo(over);
    for (const action of ["accept", "decline", "invoice", "sale"]) {
      const { status, body } = await company.call(`POST /quotes/${id}/${action}`);
      expect([status, body.error]).toEqual([422, expect.stringContaining("is expired, so it can't be")]);
    }
  });

  test("can be sent again with a new last day, and is then open", async () => {
    const company = await service.company();
    const id = await quote(company, "send");
    const { url } = await get(company, id);
    moveTo(over);
    expect((await company.call(`POST /quotes/${id}/send`)).body.errors[0].field).toBe("valid_until");
    await expireQuotes(service.context);
    const again = await company.call(`POST /quotes/${id}/send`, { body: { valid_until: "2020-04-01" } });
    expect(again.body.quote).toMatchObject({ status: "sent", valid_until: "2020-04-01", url });
    await expireQuotes(service.context);
    expect((await company.call(`POST /quotes/${id}/accept`)).status).toBe(200);
  });
});

test("the day is that of the company's own time zone", async () => {
  const company = await service.company({ profile: { time_zone: "Pacific/Auckland" } });
  const id = await quote(company, "send");
  moveTo("2020-03-10T10:59:59.999Z");
  await expireQuotes(service.context);
  expect((await get(company, id)).status).toBe("sent");
  moveTo("2020-03-10T11:00:00.000Z");
  await expireQuotes(service.context);
  expect((await get(company, id)).status).toBe("expired");
});

test("drafts and quotes that were answered or invoiced do not expire", async () => {
  const company = await service.company();
  const ids = [
    await quote(company),
    await quote(company, "send", "accept"),
    await quote(company, "send", "decline"),
    await quote(company, "send", "invoice"),
  ];
  const states = () => Promise.all(ids.map(async (id) => (await get(company, id)).status));
  const before = await states();
  moveTo("2020-06-01T00:00:00.000Z");
  await expireQuotes(service.context);
  expect(await states()).toEqual(before);
  expect(await expiries(company)).toEqual([]);
});
