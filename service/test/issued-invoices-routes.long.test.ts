import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiRoutes, siteRoutes } from "../src/app.ts";
import { buyer, profile } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { setIntegration } from "../src/domains/fiscal/registration/service.ts";
import type { Route } from "../src/http/route.ts";
import { noon, type Reply, type TestCompany } from "./harness.ts";
import { readCreditNotes, readInvoices, type StoredInvoice } from "./issued-records.ts";
import { linkOf, type PaymentService, startPaymentService } from "./payment-service.ts";
import { signIn, type TestSession } from "./site-session.ts";

// Every route that exists is called for an invoice in every state, in random order, with the body of its own example. A
// route that is added is called too. Random values and sequences are in issued-invoices.long.test.ts.
const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31));

// Routes are described and not called here, so they need no service.
const described = () => Promise.reject(new Error("only described here"));
const ofTheApi = apiRoutes({
  createDraft: described,
  createOrder: described,
  waitForEvents: described,
  registrar: { register: described, cancel: described, resume: described },
});
/** Of those that only read, those of one record: they note that a document was given out, and may keep what they computed. */
const routes: readonly Route[] = [...ofTheApi, ...siteRoutes()].filter(
  ({ method, path }) => method !== "GET" || path.includes("{id}"),
);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** With the reason. */
const notCalled: Record<string, string> = {
  "POST /customers/{id}/erase": "removes personal data from issued invoices too, as decision 0058 says",
  "POST /sandbox/scenarios": "creates half a year of other records",
};
/** These take away what other routes need. */
const last = [
  "POST /invoices/{id}/void",
  "POST /invoices/{id}/write_off",
  "POST /gateway",
  "POST /einvoicing/integration",
  "DELETE /einvoicing/integration",
];

let shop: PaymentService;
let authority: Authority;
beforeAll(async () => {
  authority = await startAuthority({ now: () => shop?.clock.now() ?? noon });
  shop = await startPaymentService({
    sendsNotifications: false,
    env: { BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url },
  });
});
afterAll(async () => {
  await authority.close();
  await shop.close();
});

/** What the ids in paths and bodies stand for. */
type Names = {
  invoice: number;
  customer: number;
  sale: number;
  quote: number;
  payment: number;
  note: number;
};
/** `free` is a payment that was taken for no invoice. */
type World = Names & { free: number; company: TestCompany; owner: TestSession; link: string };

const line = { description: "Work", quantity: 2, unit_price: 50.05, tax_rate: 7.5 };

const states: Record<string, (world: World) => Promise<unknown>> = {
  open: async () => undefined,
  partially_paid: ({ company, invoice }) => post(company, "/payments", { invoice_id: invoice, amount: 10 }),
  paid: async ({ company, invoice }) => {
    const { amount_payable: amount } = (await company.call(`GET /invoices/${invoice}`)).body.invoice;
    return post(company, "/payments", { invoice_id: invoice, amount });
  },
  uncollectible: ({ company, invoice }) => post(company, `/invoices/${invoice}/write_off`),
  void: ({ company, invoice }) => post(company, `/invoices/${invoice}/void`),
  registered: ({ company, invoice }) => post(company, `/invoices/${invoice}/register`),
  rejected: async ({ company, invoice }) => {
    authority.faults.add({ match: { op: "submit" }, fault: "reject_fields:1" });
    await company.call(`POST /invoices/${invoice}/register`);
    authority.faults.clear();
  },
  credited: ({ company, invoice }) =>
    post(company, `/invoices/${invoice}/credit_notes`, { lines: [{ ...line, quantity: 1 }] }),
};

async function post(company: TestCompany, path: string, body?: object): Promise<Reply["body"]> {
  const { status, body: response, text } = await company.call(`POST ${path}`, body ? { body } : {});
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
  return response;
}

/** A company whose issued invoice came from a quote, with a payment and a credit note on another invoice. */
async function createWorld(reach: (world: World) => Promise<unknown>): Promise<World> {
  const company = await shop.company({ profile });
  await setIntegration(shop.context, company.id, { adapter: "sandbox" });
  const owner = await signIn(shop, { companyId: company.id });
  const customer = await company.customer({ ...buyer, external_id: "known" });
  const drafted = { customer_id: customer, lines: [line] };
  const quote = (await post(company, "/quotes", drafted)).quote.id as number;
  await post(company, `/quotes/${quote}/send`, { to: ["buyer@acme.example"] });
  await post(company, `/quotes/${quote}/accept`);
  const invoice = (await post(company, `/quotes/${quote}/invoice`)).invoice.id as number;
  await post(company, `/invoices/${invoice}/issue`);
  const sale = (await post(company, "/sales", drafted)).sale.id as number;
  const other = (await post(company, `/sales/${sale}/invoice`)).invoice.id as number;
  const { payment } = await post(company, "/payments", { invoice_id: other, amount: 200 / 2 });
  const { credit_note: note } = await post(company, `/invoices/${other}/credit_notes`);
  const { reference: link } = await linkOf(company, { invoice_id: invoice, amount: 10 });
  const names = { invoice, customer, sale, quote, payment: payment.id, note: note.id };
  const free = await company.recordPayment(5);
  const world = { ...names, free, company, owner, link };
  await reach(world);
  return world;
}

const pathOf = ({ path }: Route, world: World): string => {
  const ids: Record<string, number | string> = {
    invoices: world.invoice,
    customers: world.customer,
    sales: world.sale,
    quotes: world.quote,
    payments: world.payment,
    credit_notes: world.note,
  };
  const [, noun = ""] = path.split("/");
  return path.replace(/\{(\w+)\}/, (_whole, name: string) => {
    if (name === "external_id") return "known";
    if (name === "reference") return world.link;
    if (path === "/payments/{id}/allocate") return String(world.free);
    return String(ids[noun] ?? 1);
  });
};

/** Where the example would be refused here. */
const bodies: Record<string, (world: World) => object> = {
  "POST /payments": ({ invoice }) => ({ invoice_id: invoice, amount: 0.5 }),
  "PATCH /payments/{id}": () => ({ metadata: { order: "7" } }),
  "POST /payments/{id}/refund": () => ({ amount: 1 }),
  "POST /payments/{id}/allocate": ({ invoice }) => ({ invoice_id: invoice, amount: 0.5 }),
  "POST /credit_notes/{id}/apply": ({ invoice }) => ({ invoice_id: invoice, amount: 0.5 }),
  "POST /invoices/{id}/credit_notes": () => ({ lines: [{ ...line, quantity: 0.1 }] }),
};

/** The example, with the ids of this company. */
function bodyOf(route: Route, world: World): unknown {
  const own = bodies[nameOf(route)];
  if (own) return own(world);
  const { bodyExample } = route;
  const named: Record<string, number> = { customer_id: world.customer, invoice_id: world.invoice };
  const text = JSON.stringify(bodyExample ?? {}, (name, value: unknown) => named[name] ?? value);
  return JSON.parse(text);
}

function call(route: Route, world: World): Promise<Reply> {
  const path = pathOf(route, world);
  const body = bodyOf(route, world);
  if (!ofTheApi.includes(route)) return world.owner.call(route.method, path, body);
  return world.company.call(`${route.method} ${path}`, route.method === "GET" ? {} : { body });
}

function shuffled<T>(list: readonly T[], at: number): T[] {
  let state = seed + at;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return list
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

const accepted = new Set<string>();

test.each(Object.entries(states))(
  `no route changes an invoice that is %s (MODEL_SEED=${seed})`,
  async (name, reach) => {
    const world = await createWorld(reach);
    const { company } = world;
    const isLast = (route: Route) => last.includes(nameOf(route));
    // Each state has an order of its own: what one route does may refuse the next.
    const at = Object.keys(states).indexOf(name);
    const mixed = shuffled(
      routes.filter((route) => !(nameOf(route) in notCalled)),
      at,
    );
    let [before, notes] = [await readInvoices(shop, company), await readCreditNotes(shop, company)];
    for (const route of [...mixed.filter((each) => !isLast(each)), ...mixed.filter(isLast)]) {
      const { status, text } = await call(route, world);
      if (status === 500) expect.fail(`${nameOf(route)}: ${text}`);
      if (status < 300) accepted.add(nameOf(route));
      const [after, notesAfter] = [await readInvoices(shop, company), await readCreditNotes(shop, company)];
      for (const [id, was] of before) {
        if (was.status !== "draft") expectUnchanged(route, was, after.get(id));
      }
      for (const [id, fixed] of notes)
        expect([nameOf(route), notesAfter.get(id)]).toEqual([nameOf(route), fixed]);
      [before, notes] = [after, notesAfter];
    }
  },
);

function expectUnchanged(route: Route, was: StoredInvoice, is: StoredInvoice | undefined): void {
  const name = nameOf(route);
  expect([name, is?.fixed]).toEqual([name, was.fixed]);
  const parties = ({ customer, supplier }: StoredInvoice) => [name, customer, supplier];
  // Which of the parties' fields it may fill or take anew, the other file examines.
  if (name !== "POST /invoices/{id}/refresh_parties") expect(parties(is!)).toEqual(parties(was));
}

test("most routes were accepted for some invoice, among them nearly all that move money", () => {
  const changes = routes.filter(({ method }) => method !== "GET").map(nameOf);
  expect(changes.filter((name) => accepted.has(name)).length).toBeGreaterThan(changes.length / 2);
  const money = Object.keys(bodies);
  expect(money.filter((name) => accepted.has(name)).length).toBeGreaterThanOrEqual(money.length - 1);
});
