import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { expireLinks } from "../src/domains/payments/links/service.ts";
import {
  credit,
  creditAmount,
  invoiceOf,
  issued,
  link,
  pay,
  refund,
} from "../src/domains/payments/payments/money.fixture.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";
import { type Reply, startService, type TestCompany, type TestService } from "./harness.ts";

let database: FreshDatabase;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  database = await migratedDatabase();
  service = await startService({ env: { DATABASE_URL: database.connectionString } });
  company = await service.company();
});
afterAll(() => database.drop());

const rounds = Array.from({ length: 12 }, (_, round) => round);
const done = (replies: Reply[]) => replies.filter(({ status }) => status < 300);
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
const unexpected = (replies: Reply[]) =>
  replies.filter(({ status }) => ![200, 201, 422].includes(status)).map(({ text }) => text);

describe("concurrent changes of money", () => {
  test("payments, credit notes, refunds, links and voids of one invoice never exceed its total", async () => {
    for (let time = 0; time < 4; time++) {
      const draft = await company.draft({ lines: [{ description: "Work", quantity: 1, unit_price: 1000 }] });
      const { id } = draft;
      // Twice it is issued before; twice the first payment issues it, or a void comes first.
      if (time % 2 === 0) await company.call(`POST /invoices/${id}/issue`);
      const payAndRefund = async () => {
        const paid = await pay(company, { invoice_id: id, amount: 60 });
        return paid.status === 201
          ? [paid, await refund(company, paid.body.payment.id, { amount: 20 })]
          : [paid];
      };
      const all = await Promise.all(
        rounds.map(async (round) => {
          const [paid, credited, others] = await Promise.all([
            payAndRefund(),
            creditAmount(company, id, 50),
            Promise.all([
              link(company, { invoice_id: id, amount: 10 }),
              pay(company, { invoice_id: id, amount: 1, reference: `same-${round % 3}` }),
              company.call(`POST /invoices/${id}/${round === 7 ? "void" : "issue"}`),
            ]),
          ]);
          return { paid, credited, others };
        }),
      );
      const invoice = await invoiceOf(company, id);
      expect(all.flatMap(({ paid, credited, others }) => unexpected([...paid, credited, ...others]))).toEqual(
        [],
      );
      const small = new Set(
        done(all.map(({ others }) => others[1]!)).map(({ body }) => body.payment.id as number),
      );
      const large = done(all.map(({ paid }) => paid[0]!));
      const refunds = done(all.flatMap(({ paid }) => paid.slice(1)));
      const notes = done(all.map(({ credited }) => credited));
      expect(invoice).toMatchObject({
        amount_paid: sum(large.map(({ body }) => body.payment.amount)) + small.size,
        amount_refunded: 20 * refunds.length,
        amount_credited: 50 * notes.length,
      });
      expect(small.size).toBeLessThanOrEqual(3);
      if (invoice.status === "void") expect(invoice.amount_paid).toBe(0);
      else expect(invoice.amount_due).toBe(Math.max(0, 1000 - invoice.amount_paid - invoice.amount_credited));
    }
  });

  test("30 payments and 30 credit notes at once never exceed the invoice", async () => {
    const { id } = await issued(company);
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => [
        pay(company, { invoice_id: id, amount: 70 }),
        creditAmount(company, id, 30),
      ]).flat(),
    );
    expect(unexpected(replies)).toEqual([]);
    const invoice = await invoiceOf(company, id);
    // A payment never exceeds the amount due; a later credit note may create a balance in the buyer's favour.
    expect(invoice.amount_paid).toBeLessThanOrEqual(1000);
    expect(invoice.amount_credited).toBeLessThanOrEqual(1000);
    expect(invoice.amount_due).toBe(Math.max(0, 1000 - invoice.amount_paid - invoice.amount_credited));
    expect(invoice.amount_due).toBeLessThan(70);
    expect(invoice.status === "paid").toBe(invoice.amount_due <= 0);
  });

  test("several invoices are paid, credited, voided and written off while links expire", async () => {
    const other = await service.company();
    const companies = [company, other];
    const soon = new Date(service.clock.now().getTime() + 15 * 60_000).toISOString();
    const work = companies.map(async (owner) => {
      const customer_id = await owner.customer();
      const invoices = await Promise.all(rounds.map(() => issued(owner, { customer_id })));
      for (const { id } of invoices) await link(owner, { invoice_id: id, amount: 5, expires_at: soon });
      return { owner, customer_id, invoices };
    });
    const prepared = await Promise.all(work);
    service.clock.advance(15 * 60_000);
    const replies = await Promise.all([
      ...prepared.flatMap(({ owner, customer_id, invoices }) =>
        invoices.flatMap(({ id }) => [
          pay(owner, { invoice_id: id, amount: 400 }),
          credit(owner, id),
          owner.call(`POST /invoices/${id}/void`),
          owner.call(`POST /invoices/${id}/write_off`),
          link(owner, { invoice_id: id, amount: 5 }),
          owner.draft({ customer_id }).then(() => owner.call("GET /invoices?status=draft")),
          owner.call(`PATCH /customers/${customer_id}`, { body: { notes: "x", name: `Name ${id}` } }),
        ]),
      ),
      ...rounds.slice(0, 4).map(async () => {
        await expireLinks(service.context);
        return company.call("GET /payments/links");
      }),
    ]);
    expect(unexpected(replies)).toEqual([]);
    for (const { owner, invoices } of prepared) {
      const { payment_links } = (await owner.call("GET /payments/links?status=expired&limit=100")).body;
      expect(payment_links).toHaveLength(invoices.length);
      for (const { id } of invoices) {
        const { status, amount_paid } = await invoiceOf(owner, id);
        if (status === "void") expect(amount_paid).toBe(0);
      }
    }
  });

  test("payments of several invoices, in every order, meet their reversals, refunds and allocations", async () => {
    const customer_id = await company.customer();
    const invoices = await Promise.all(rounds.slice(0, 6).map(() => company.draft({ customer_id })));
    const ids = invoices.map(({ id }) => id as number);
    const orderOf = (round: number) =>
      ids.toSorted((one, other) => ((one * (round + 3)) % 7) - ((other * (round + 3)) % 7));
    const replies = await Promise.all(
      rounds.flatMap((round) => {
        const allocations = orderOf(round).map((invoice_id) => ({ invoice_id, amount: 2 }));
        const spare = async () => {
          const paid = await pay(company, { amount: 20, allocations, reference: `several-${round % 9}` });
          if (paid.status !== 201) return [paid];
          const { id } = paid.body.payment;
          const rest = { allocations: allocations.toReversed().map((part) => ({ ...part, amount: 1 })) };
          return [
            paid,
            ...(await Promise.all([
              company.call(`POST /payments/${id}/allocate`, { body: rest }),
              round % 2
                ? refund(company, id, { amount: 1 })
                : pay(company, { invoice_id: ids[0], amount: 1 }),
              company.call(`POST /payments/${id}/reverse`, { body: { reason: "Twice" } }),
              creditAmount(company, ids[round % 6]!, 3),
            ])),
          ];
        };
        return [spare(), company.call(`POST /invoices/${ids[round % 6]}/issue`).then((reply) => [reply])];
      }),
    );
    expect(unexpected(replies.flat())).toEqual([]);
    const payments = (await company.call(`GET /payments?customer_id=${customer_id}&limit=100`)).body.payments;
    for (const id of ids) {
      const parts = payments.flatMap(
        ({ allocations }: { allocations: { invoice_id: number; amount: number }[] }) =>
          allocations.filter(({ invoice_id }) => invoice_id === id).map(({ amount }) => amount),
      );
      expect((await invoiceOf(company, id)).amount_paid).toBe(sum(parts));
    }
  });

  // A transaction that the database aborts because of a deadlock is retried, so a caller would not notice. The
  // database counts deadlocks, and reports the count of a connection when it is closed.
  test("none of these caused a deadlock, except for the intentional one", async () => {
    await deadlock(database.connectionString);
    await service.close();
    const name = new URL(database.connectionString).pathname.slice(1);
    await withClient(inject("connectionString"), (client) =>
      expect
        .poll(
          async () => {
            const { rows } = await client.query(
              "select numbackends::int as open, deadlocks::int from pg_stat_database where datname = $1",
              [name],
            );
            return rows;
          },
          { timeout: 15_000 },
        )
        .toEqual([{ open: 0, deadlocks: 1 }]),
    );
  });
});

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Two transactions that take two locks in opposite order: the database aborts one of them. */
async function deadlock(connectionString: string): Promise<void> {
  const lock = (client: pg.Client, number: number) =>
    client.query("select pg_advisory_xact_lock($1)", [number]);
  const outcomes = await withClient(connectionString, (one) =>
    withClient(connectionString, async (other) => {
      for (const client of [one, other]) await client.query("begin");
      await lock(one, 1);
      await lock(other, 2);
      return Promise.allSettled([lock(one, 2), lock(other, 1)]);
    }),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
}
