import { afterAll, beforeAll, expect, test } from "vitest";
import { startSite, type TestSite } from "../../../../test/site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test("the next number is the one that the next issued invoice gets, for the current prefix and for another", async () => {
  const next = async (query = "") => (await site.call("GET", `/numbering${query}`)).body.next_number;
  const first = await next();
  const { id } = await site.company.draft();
  expect((await site.call("POST", `/invoices/${id}/issue`)).body.invoice.number).toBe(first);
  expect(await next()).toBe("INV-000002");
  expect(await next("?series=LAGOS")).toBe("LAGOS-000001");
  expect((await site.call("GET", "/numbering?series=no%20prefix")).status).toBe(422);
});
