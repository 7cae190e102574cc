import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { readPage } from "../../../platform/db/lists/page.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { setProfile } from "../../tenancy/companies/service.ts";
import { getInvoice, invoiceListing } from "./service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Step = (company: TestCompany, id: number, customer: number) => Promise<unknown>;
const post =
  (action: string, body: object = {}): Step =>
  (company, id) =>
    company.call(`POST /invoices/${id}/${action}`, { body });
let changes = 0;
const name = () => {
  changes += 1;
  return `Name ${changes}`;
};

/** Everything that changes what an invoice shows. Most are refused in most states, which is part of a history too. */
const steps: Record<string, Step> = {
  "another invoice": (company) => company.draft(),
  "change of the draft": (company, id) => company.call(`PATCH /invoices/${id}`, { body: { notes: name() } }),
  "change of the lines": (company, id) =>
    company.call(`PATCH /invoices/${id}`, {
      body: { lines: [{ description: name(), quantity: 2, unit_price: 7 }] },
    }),
  "change of the customer": (company, _id, customer) =>
    company.call(`PATCH /customers/${customer}`, { body: { name: name() } }),
  "change of the company": (company) =>
    inTransaction(service.context.db, (tx) =>
      setProfile({ tx, now: service.clock.now(), actor: { type: "system", id: null } }, company.id, {
        email: `${name().replace(" ", "")}@example.com`,
      }),
    ),
  issue: post("issue"),
  void: post("void"),
  "write-off": post("write_off"),
  "refreshed parties": post("refresh_parties"),
  payment: (company, id) =>
    company.call("POST /payments", { body: { invoice_id: id, amount: 1, method: "cash" } }),
  "credit note": (company, id) =>
    company.call(`POST /invoices/${id}/credit_notes`, { body: { amount: 1, reason: "Return" } }),
  "forty days": async () => service.clock.advance(40 * 86_400_000),
  deletion: (company, id) => company.call(`DELETE /invoices/${id}`),
};

const unknownId = 999_999_999_999;

test("over any history, what is read is what the rows say, alone and with others at the same time", async () => {
  const foreign = await (await service.company()).draft();
  const history = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(history, async (names) => {
      const company = await service.company();
      const customer = await company.customer();
      const { id } = await company.draft({ customer_id: customer });
      for (const step of ["", ...names]) {
        await steps[step]?.(company, id, customer);
        const today = dateIn("UTC", service.clock.now());
        const { db } = service.context;
        const [one, list] = await Promise.all([
          company.call(`GET /invoices/${id}`),
          company.call("GET /invoices"),
        ]);
        const rendered = await getInvoice(db, company.id, today, id).catch(() => undefined);
        expect(one.status).toBe(rendered === undefined ? 404 : 200);
        if (rendered) expect(one.text).toBe(`{"success":true,"invoice":${rendered}}`);
        const together = [id, unknownId, id, foreign.id, id];
        const replies = await Promise.all(together.map((each) => company.call(`GET /invoices/${each}`)));
        const expected = (each: number) => (rendered && each === id ? one.text : undefined);
        expect(replies.map(({ status, text }) => (status === 200 ? text : undefined))).toEqual(
          together.map(expected),
        );
        const { entries } = await readPage(db, invoiceListing, company.id, today, {}, {});
        expect(list.text).toContain(`"invoices":[${entries.join(",")}]`);
      }
    }),
    { numRuns: 25 },
  );
});
