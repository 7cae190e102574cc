import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVerifier } from "../../../../../sdk/verify-books.mjs";
import type { TestCompany } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { decryptContent } from "../../sending/mails/content.ts";
import { writeMail } from "../../tenancy/users/service.ts";
import {
  type DeliverySetup,
  type Subscriber,
  startDeliverySetup,
} from "../../webhooks/deliveries/deliveries.fixture.ts";
import { checkBooks, signCheckpoints } from "../books/service.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup();
  setup.worker.start();
});
afterAll(() => setup.close());

/** Values that occur nowhere else, in the forms that a form or a program would give them. */
function unmistakable() {
  const word = () => `q${randomUUID().slice(0, 8)}`;
  return {
    name: `${word()} O'Neil "${word()}"`,
    email: `${word()}@${word()}.example`,
    phone: `+234 ${Math.floor(1e9 + Math.random() * 8e9)}`,
    tax_id: word(),
    registration_number: word(),
    external_id: word(),
    address: {
      line1: `${word()} street`,
      line2: `${word()} floor`,
      city: word(),
      region: word(),
      postal_code: word(),
      country: "NG",
    },
    metadata: { contact: word(), nested: word() },
  };
}

type Person = ReturnType<typeof unmistakable>;

const valuesOf = ({ address, metadata, ...fields }: Person): string[] => [
  ...Object.values(fields),
  address.line1,
  address.line2,
  address.city,
  address.region,
  address.postal_code,
  ...Object.values(metadata),
  // A part of it would be enough to recognise the person.
  ...fields.name.match(/q[0-9a-f]{8}/g)!,
];

async function done(company: TestCompany, operation: string, body?: object) {
  const reply = await company.call(operation, body === undefined ? {} : { body });
  expect([operation, reply.status < 300, reply.text]).toEqual([operation, true, reply.text]);
  return reply.body;
}

/** What can't hold a text. */
const wordless = ["bigint", "integer", "smallint", "numeric", "double precision", "boolean", "date", "uuid"];

/**
 * Where a column of any table has one of the values: the tables without a company are searched as well, and
 * every column that can hold a text, whatever its type.
 */
async function occurrences(companyId: number, values: readonly string[]): Promise<string[]> {
  const { db } = setup.context;
  const columns = await db.query<{ table: string; column: string; type: string; is_of_companies: boolean }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type,
       exists (select from information_schema.columns o where o.table_schema = 'public'
         and o.table_name = c.table_name and o.column_name = 'company_id') as is_of_companies
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type <> all ($1)
       and c.data_type not like 'timestamp%' order by 1, 2`,
    [wordless],
  );
  expect(columns.length).toBeGreaterThan(250);
  const found: string[] = [];
  for (const { table, column, type, is_of_companies: isOfCompanies } of columns) {
    const text = type === "bytea" ? `encode(t."${column}", 'escape')` : `t."${column}"::text`;
    const [row] = await db.query<{ count: number }>(
      `select count(*)::int as count from "${table}" t, unnest($2::text[]) v(value)
       where ${isOfCompanies ? "t.company_id = $1" : "$1::bigint is not null"}
         and (position(lower(v.value) in lower(${text})) > 0
         or position(lower(trim('"' from to_json(v.value)::text)) in lower(${text})) > 0)`,
      [companyId, values],
    );
    if (row!.count > 0) found.push(`${table}.${column}`);
  }
  return found;
}

async function exported(company: TestCompany): Promise<string> {
  return (await company.call("GET /books/export")).text;
}

function verified(text: string) {
  const verifier = createVerifier();
  for (const line of text.trimEnd().split("\n")) verifier.line(line);
  return verifier.finish();
}

/** Uses the customer in everything that a company has. */
async function useEverywhere(company: Subscriber, id: number, person: Person): Promise<void> {
  const line = { description: `Visit to ${person.name}`, quantity: 1, unit_price: 100 };
  const document = { customer_id: id, lines: [line], notes: `For ${person.name}, ${person.phone}` };
  const { invoice } = await done(company, "POST /invoices", {
    ...document,
    metadata: { buyer: person.email },
    po_number: person.tax_id,
  });
  await done(company, `PATCH /invoices/${invoice.id}`, { notes: `Again for ${person.name}` });
  await done(company, "POST /sales", { ...document, external_id: `sale-${person.external_id}` });
  const { quote } = await done(company, "POST /quotes", document);
  await done(company, `POST /quotes/${quote.id}/send`, { to: person.email });
  await done(company, `POST /quotes/${quote.id}/decline`, {
    declined_by: person.name,
    reason: `${person.name} said no`,
  });
  await done(company, "POST /payments/link", {
    amount: 5,
    email: person.email,
    phone: person.phone,
    purpose: person.name,
  });
  const schedule = { ...document, interval: "month", start_date: "2027-01-01" };
  const { recurring_invoice } = await done(company, "POST /recurring_invoices", schedule);
  await setup.context.db.query(
    "update recurring_invoices set status = 'ended', next_run_at = null, next_date = null where company_id = $1 and id = $2",
    [company.id, recurring_invoice.id],
  );
  const keyed = await company.call("POST /sales", {
    body: { ...document, metadata: { buyer: person.email } },
    headers: { "idempotency-key": randomUUID() },
  });
  expect(keyed.status).toBe(201);
  const session = await signIn(setup.service, { companyId: company.id, role: "owner" });
  const { name, email, phone } = person;
  const csv = `name,email,phone\n"${name.replaceAll('"', '""')}",${email},${phone}\nx,broken ${email},`;
  const imported = await session.call("POST", "/imports", {
    kind: "customers",
    file_name: `${person.tax_id}.csv`,
    csv,
  });
  expect(imported.status).toBe(201);
}

test("after an erasure no table, export or log has the values, and the books verify", async () => {
  const company = await setup.subscriber();
  // Receivers that repeat what they get are the worst case for what is kept of their answers.
  company.answers(({ body }) => ({ status: 200, body }));
  const [former, person] = [unmistakable(), unmistakable()];
  const values = [...valuesOf(former), ...valuesOf(person)];
  const { customer } = await done(company, "POST /customers", former);
  await done(company, `PATCH /customers/${customer.id}`, person);
  await useEverywhere(company, customer.id, person);
  const last = (await done(company, "GET /events?limit=100")).events.at(-1).sequence as number;
  await expect.poll(() => company.sequences().includes(last)).toBe(true);
  await signCheckpoints(setup.context);
  const before = await occurrences(company.id, values);
  expect(before).toEqual(
    expect.arrayContaining([
      "customers.name",
      "events.body",
      "idempotency_keys.body",
      "imports.csv",
      "invoice_lines.description",
      "mails.recipient",
      "payment_links.email",
      "quotes.declined_by",
      "recurring_invoices.document",
      "sales.notes",
      "webhook_attempts.answer",
    ]),
  );
  expect(verified(await exported(company))).toMatchObject({ failures: 0, redacted: [] });
  const { erasure, customer: left } = await done(company, `POST /customers/${customer.id}/erase`);
  expect(left).toMatchObject({
    id: customer.id,
    name: "[erased]",
    email: null,
    phone: null,
    tax_id: null,
    registration_number: null,
    address: null,
    external_id: null,
    metadata: {},
  });
  expect(erasure.sequences).toContain(1);

  expect(await occurrences(company.id, values)).toEqual([]);
  const letters = await setup.context.db.query<{ message_id: string; content: string }>(
    "select message_id, content from mails where company_id = $1 and content is not null",
    [company.id],
  );
  const sent = letters
    .map((mail) =>
      JSON.stringify(decryptContent(setup.context.encryptionKeys, mail.message_id, mail.content)),
    )
    .join("\n");
  expect(values.filter((value) => sent.includes(value))).toEqual([]);
  const text = await exported(company);
  expect(values.filter((value) => text.includes(value) || text.includes(JSON.stringify(value)))).toEqual([]);
  expect(verified(text)).toMatchObject({ failures: 0 });
  const [check] = await checkBooks(setup.context.db, [company.id]);
  expect(check).toMatchObject({ differences: 0, redacted_events: erasure.sequences.length });
  const log = setup.service.logged.join("\n");
  expect(values.filter((value) => log.includes(value))).toEqual([]);
});

describe("the books", () => {
  async function erasedCompany() {
    const company = await setup.subscriber();
    const person = unmistakable();
    const { customer } = await done(company, "POST /customers", person);
    const { id } = await company.draft({ customer_id: customer.id });
    await signCheckpoints(setup.context);
    const { erasure } = await done(company, `POST /customers/${customer.id}/erase`);
    return { company, person, customerId: customer.id as number, invoiceId: id as number, erasure };
  }

  test("verify after an erasure, and name the redacted events and the erasure", async () => {
    const { company, erasure } = await erasedCompany();
    const text = await exported(company);
    const by = (await done(company, "GET /events?limit=100")).events.at(-1);
    expect([by.type, by.data.object]).toEqual(["customer.erased", erasure]);
    expect(erasure.sequences).toEqual([1, 2]);
    expect(verified(text)).toMatchObject({
      failures: 0,
      redacted: [
        { sequence: 1, by: by.sequence },
        { sequence: 2, by: by.sequence },
      ],
    });
    const [check] = await checkBooks(setup.context.db, [company.id]);
    expect(check).toMatchObject({ differences: 0, redacted_events: 2 });
  });

  test("a redacted body that is changed afterwards is found", async () => {
    const { company } = await erasedCompany();
    await setup.context.db.query(
      "update events set body = replace(body, '[erased]', 'Somebody') where company_id = $1 and sequence = 2",
      [company.id],
    );
    expect(verified(await exported(company)).found).toEqual([
      { where: "event 3", what: expect.stringMatching(/^sha256 of the redacted events is/) },
    ]);
    const [check] = await checkBooks(setup.context.db, [company.id]);
    expect(check!.found).toEqual([expect.objectContaining({ field: "sha256 of the redacted events" })]);
  });

  test("an event that lost its salt without an erasure is found", async () => {
    const company = await setup.subscriber();
    await company.draft();
    await setup.context.db.query("update events set salt = null where company_id = $1 and sequence = 2", [
      company.id,
    ]);
    expect(verified(await exported(company)).found).toEqual([
      { where: "end", what: "event 2 has no salt, and no erasure names it" },
    ]);
    const [check] = await checkBooks(setup.context.db, [company.id]);
    expect(check!.found).toEqual([expect.objectContaining({ record: "event 2", field: "salt" })]);
  });
});

test("documents that went to another customer show the erased one no more, in their events before it either", async () => {
  const company = await setup.subscriber();
  const [person, next] = [unmistakable(), unmistakable()];
  const { customer } = await done(company, "POST /customers", person);
  const { customer: other } = await done(company, "POST /customers", next);
  const document = {
    customer_id: customer.id,
    lines: [{ description: "Visit", quantity: 1, unit_price: 5 }],
    notes: `For ${person.name}`,
  };
  const { invoice } = await done(company, "POST /invoices", document);
  const { sale } = await done(company, "POST /sales", document);
  const moved = { customer_id: other.id, notes: "For somebody else" };
  await done(company, `PATCH /invoices/${invoice.id}`, moved);
  await done(company, `PATCH /sales/${sale.id}`, moved);
  await done(company, `POST /customers/${customer.id}/erase`);
  expect(await occurrences(company.id, valuesOf(person))).toEqual([]);
  expect((await done(company, `GET /invoices/${invoice.id}`)).invoice.customer.name).toBe(next.name);
  await done(company, `POST /customers/${other.id}/erase`);
  expect(await occurrences(company.id, valuesOf(next))).toEqual([]);
  expect(verified(await exported(company))).toMatchObject({ failures: 0 });
  const [check] = await checkBooks(setup.context.db, [company.id]);
  expect(check).toMatchObject({ differences: 0 });
});

test("an event that names two customers names neither after the first erasure, and their values are gone after both", async () => {
  const company = await setup.subscriber();
  const [person, next] = [unmistakable(), unmistakable()];
  const { customer } = await done(company, "POST /customers", person);
  const { customer: other } = await done(company, "POST /customers", next);
  const purpose = `Share of ${person.name} and ${next.name}`;
  await done(company, "POST /payments/link", { amount: 5, purpose, email: next.email });
  await done(company, "POST /payments/link", { amount: 6, purpose: "Something else" });
  await done(company, `POST /customers/${customer.id}/erase`);
  await done(company, `POST /customers/${other.id}/erase`);
  expect(await occurrences(company.id, [...valuesOf(person), ...valuesOf(next)])).toEqual([]);
  const { events } = await done(company, "GET /events?type=payment_link.created");
  const texts = events.map(
    ({ data }: { data: { object: { amount: number; purpose: string } } }) => data.object,
  );
  expect(texts).toMatchObject([
    { amount: 5, purpose: "[erased]" },
    { amount: 6, purpose: "Something else" },
  ]);
  expect(verified(await exported(company))).toMatchObject({ failures: 0 });
});

describe("a customer whose values are words, numbers or marks of JSON", () => {
  const unusual = {
    name: "null",
    email: "true@false.example",
    phone: "1000",
    tax_id: "amount",
    registration_number: '": [[',
    external_id: "paid",
    address: { line1: "reason", city: "[erased", postal_code: "{}:,", country: "NG" },
    metadata: { percent: "status", "n\\": "data" },
  };

  test("is erased, and everything else keeps its structure, its amounts and its words", async () => {
    const company = await setup.subscriber();
    const { customer } = await done(company, "POST /customers", unusual);
    const request = {
      body: {
        customer_id: customer.id,
        notes: "<null> and null",
        discounts: [{ amount: 1000, reason: "for null, status 1000" }],
        metadata: { "n\\": [[null, [1000, "null", true]]], null: { phone: 1000 } },
        lines: [
          { description: "null", quantity: 2, unit_price: 1000, charges: [{ percent: 10, reason: "paid" }] },
        ],
      },
      headers: { "idempotency-key": randomUUID() },
    };
    const first = await company.call("POST /invoices", request);
    expect([first.status, first.text]).toEqual([201, first.text]);
    const { invoice: before } = first.body;
    await done(company, `POST /customers/${customer.id}/erase`);
    const { invoice: after } = await done(company, `GET /invoices/${before.id}`);
    const amounts = [
      "status",
      "currency",
      "net_total",
      "discount_total",
      "charge_total",
      "total",
      "amount_due",
    ];
    for (const name of amounts) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(after).toMatchObject({
      notes: "<[erased]> and [erased]",
      discounts: [{ amount: 1000, reason: "for [erased], [erased] [erased]" }],
      metadata: { "n\\": [[null, ["[erased]", "[erased]", true]]], "[erased]": { phone: "[erased]" } },
      lines: [{ description: "[erased]", charges: [{ percent: 10, reason: "[erased]" }] }],
    });
    const again = await company.call("POST /invoices", request);
    expect([again.status, again.body.invoice]).toMatchObject([
      201,
      { id: before.id, status: "draft", total: before.total, notes: after.notes, metadata: after.metadata },
    ]);
    expect(verified(await exported(company))).toMatchObject({ failures: 0 });
  });
});

test("values that somebody wrote in another form are erased, too", async () => {
  const company = await setup.subscriber();
  const digits = String(Math.floor(1e9 + Math.random() * 8e9));
  const person = {
    ...unmistakable(),
    phone: `+234 ${digits.slice(0, 3)}-${digits.slice(3, 6)} ${digits.slice(6)}`,
  };
  const { customer } = await done(company, "POST /customers", person);
  await done(company, "POST /payments/link", { amount: 5, phone: person.phone, purpose: "Deposit" });
  for (const query of [encodeURIComponent(person.email), new URLSearchParams({ name: person.name })])
    await done(company, "POST /payments/link", { amount: 6, purpose: `https://a.example/?${query}` });
  const forms = [
    `+234${digits}`,
    digits,
    encodeURIComponent(person.email),
    new URLSearchParams({ name: person.name }).toString().slice("name=".length),
  ];
  expect(await occurrences(company.id, forms)).toEqual(
    expect.arrayContaining(["events.body", "payment_links.phone", "payment_links.purpose"]),
  );
  await done(company, `POST /customers/${customer.id}/erase`);
  expect(await occurrences(company.id, [...forms, ...valuesOf(person)])).toEqual([]);
  expect(verified(await exported(company))).toMatchObject({ failures: 0 });
});

describe("mails that wait", () => {
  type Waiting = { kind: string; status: string; message_id: string; content: string | null };
  const mailsOf = (company: TestCompany) =>
    setup.context.db.query<Waiting>(
      "select kind, status, message_id, content from mails where company_id = $1 order by id",
      [company.id],
    );
  const textOf = ({ message_id, content }: Waiting) =>
    decryptContent(setup.context.encryptionKeys, message_id, content!);

  test("to another address are not sent, if they name the customer in their text or are about its documents", async () => {
    const company = await setup.subscriber();
    const person = unmistakable();
    const { customer } = await done(company, "POST /customers", person);
    const { customer: other } = await done(company, "POST /customers", { name: "Somebody else" });
    const lines = [{ description: "Visit", quantity: 1, unit_price: 5 }];
    const send = async (customerId: number, fields: object) => {
      const { quote } = await done(company, "POST /quotes", { customer_id: customerId, lines });
      await done(company, `POST /quotes/${quote.id}/send`, { to: "assistant@example.com", ...fields });
    };
    await send(customer.id, { message: `Please give this to ${person.name}.` });
    await send(customer.id, {});
    await send(other.id, { message: `${person.name} recommended you.` });
    await send(other.id, { message: "Hello" });
    const before = await mailsOf(company);
    expect(before.map(({ kind, content }) => [kind, content !== null])).toEqual(
      Array.from({ length: 4 }, () => ["quote", true]),
    );
    expect(textOf(before[0]!).text).toContain(person.name);
    await done(company, `POST /customers/${customer.id}/erase`);
    const after = await mailsOf(company);
    expect(after.map(({ status, content }) => [status, content === null])).toEqual([
      ["cancelled", true],
      ["cancelled", true],
      ["cancelled", true],
      [before[3]!.status, false],
    ]);
  });

  test("to people of the company go without the values, in their text and their page", async () => {
    const company = await setup.subscriber();
    const person = unmistakable();
    const { customer } = await done(company, "POST /customers", person);
    const { context } = setup;
    const written = writeMail("owner@example.com", "en", context.config.siteUrl, {
      subject: "News",
      what: [`${person.name} has paid`, "Somebody else has paid"],
      actions: [],
      after: [],
    });
    await inTransaction(context.db, (tx) =>
      context.mail.queue(
        tx,
        { ...written, kind: "notifications" },
        { companyId: company.id, about: "user/1" },
      ),
    );
    const [before] = await mailsOf(company);
    await done(company, `POST /customers/${customer.id}/erase`);
    const [after] = await mailsOf(company);
    expect(after!.status).toBe(before!.status);
    const { text, html } = textOf(after!);
    expect(text).toContain("[erased] has paid\n\nSomebody else has paid");
    expect(html).toContain(">[erased] has paid<");
    expect(valuesOf(person).filter((value) => `${text}${html}`.includes(value))).toEqual([]);
  });
});

test("another customer with the same name keeps its events", async () => {
  const company = await setup.subscriber();
  const person = unmistakable();
  const { customer } = await done(company, "POST /customers", { name: person.name, email: person.email });
  const other = await done(company, "POST /customers", { name: person.name, email: "other@example.com" });
  await done(company, `POST /customers/${customer.id}/erase`);
  expect((await done(company, `GET /customers/${other.customer.id}`)).customer.name).toBe(person.name);
  const { events } = await done(company, "GET /events?limit=100");
  expect(events[1].data.object).toMatchObject({ id: other.customer.id, name: person.name });
});

describe("issued invoices", () => {
  test("refuse the erasure until they need not be kept, and say until when", async () => {
    const company = await setup.subscriber();
    const { customer } = await done(company, "POST /customers", unmistakable());
    const draft = await company.draft({ customer_id: customer.id, invoice_date: "2026-11-14" });
    await done(company, `POST /invoices/${draft.id}/issue`);
    const before = await exported(company);
    const refused = await company.call(`POST /customers/${customer.id}/erase`);
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({ code: "invalid_state", erasable_from: "2036-11-14" }),
    ]);
    expect(refused.text).toContain("until 2036-11-14");
    expect((await exported(company)).split("\n").length).toBe(before.split("\n").length);
  });

  test("of 29 February are kept until 1 March of a year without that day", async () => {
    const company = await setup.subscriber();
    const { customer } = await done(company, "POST /customers", unmistakable());
    const dates = { invoice_date: "2024-02-29", due_date: "2024-03-30" };
    const draft = await company.draft({ customer_id: customer.id, ...dates });
    await done(company, `POST /invoices/${draft.id}/issue`);
    const refused = await company.call(`POST /customers/${customer.id}/erase`);
    expect([refused.status, refused.body.erasable_from]).toEqual([422, "2034-03-01"]);
  });

  test("are erased with their customer once the years are over; amounts and numbers stay", async () => {
    const company = await setup.subscriber();
    const person = unmistakable();
    const { customer } = await done(company, "POST /customers", person);
    const lines = [{ description: `For ${person.name}`, quantity: 2, unit_price: 50 }];
    const draft = await company.draft({
      customer_id: customer.id,
      lines,
      notes: person.phone,
      po_number: person.tax_id,
      withholding: { rate: 5, reason: `Agreed with ${person.name}` },
      invoice_date: "2016-11-14",
      due_date: "2016-12-14",
    });
    const { invoice } = await done(company, `POST /invoices/${draft.id}/issue`);
    const { payment } = await done(company, "POST /payments", {
      invoice_id: invoice.id,
      amount: 60,
      note: `From ${person.name}`,
      reference: `${person.tax_id} by ${person.name}`,
      metadata: { payer: person.email },
    });
    await done(company, `POST /payments/${payment.id}/refund`, {
      amount: 5,
      reason: `${person.name} paid too much`,
    });
    const { payment: mistaken } = await done(company, "POST /payments", {
      invoice_id: invoice.id,
      amount: 1,
      note: person.phone,
    });
    await done(company, `POST /payments/${mistaken.id}/reverse`, { reason: `not from ${person.name}` });
    await done(company, "POST /payments", {
      invoice_id: invoice.id,
      amount: 2,
      method: "withholding_tax",
      certificate_number: person.tax_id,
    });
    await done(company, `POST /invoices/${invoice.id}/credit_notes`, {
      reason: `${person.name} sent it back`,
      lines: [{ description: person.name, quantity: 1, unit_price: 10 }],
      metadata: { buyer: person.registration_number },
    });
    await done(company, "POST /payments/link", {
      invoice_id: invoice.id,
      amount: 1,
      email: person.email,
      purpose: person.name,
    });
    const values = valuesOf(person);
    expect(await occurrences(company.id, values)).toEqual(
      expect.arrayContaining([
        "credit_note_lines.description",
        "credit_notes.metadata",
        "credit_notes.reason",
        "events.body",
        "invoices.customer_snapshot",
        "invoices.po_number",
        "invoices.withholding",
        "payment_links.email",
        "payments.certificate_number",
        "payments.metadata",
        "payments.note",
        "payments.reference",
        "payments.reversal_reason",
        "refunds.reason",
      ]),
    );
    const site = `${setup.service.url}/i/in_${company.id}_${invoice.portal_token.slice(3)}`;
    const api = `${setup.service.url}/api/v1`;
    const pages = [
      site,
      `${site}/proof`,
      `${api}/invoices/${invoice.id}`,
      `${api}/invoices/${invoice.id}/explain`,
      `${api}/payments/${payment.id}`,
      `${api}/reports/statement?customer_id=${customer.id}`,
      `${api}/reports/receivables`,
      `${api}/events?limit=100`,
      `${api}/books/export`,
      `${api}/audit?limit=100`,
    ];
    /** The pages that show one of the values. */
    const shownOn = async () => {
      const authorization = `Bearer ${company.appId}:${company.secret}`;
      const shown = await Promise.all(
        pages.map(async (page) => {
          const response = await fetch(page, page.startsWith(api) ? { headers: { authorization } } : {});
          const text = await response.text();
          expect([page, response.status, text]).toEqual([page, 200, text]);
          return values.some((value) => text.includes(value)) ? [page] : [];
        }),
      );
      return shown.flat();
    };
    expect(await shownOn()).toContain(site);
    await done(company, `POST /customers/${customer.id}/erase`);
    expect(await occurrences(company.id, values)).toEqual([]);
    expect(await shownOn()).toEqual([]);
    const log = setup.service.logged.join("\n");
    expect(values.filter((value) => log.includes(value))).toEqual([]);
    const after = (await done(company, `GET /invoices/${invoice.id}`)).invoice;
    expect(after).toMatchObject({ number: invoice.number, total: invoice.total, amount_paid: 62 });
    expect(after.customer).toMatchObject({ name: "[erased]", email: null, address: null });
    expect(verified(await exported(company))).toMatchObject({ failures: 0 });
    const [check] = await checkBooks(setup.context.db, [company.id]);
    expect(check).toMatchObject({ differences: 0 });
  });
});

describe("while an erasure searches the events", () => {
  /** Stops the erasure at the customer's first event until `meanwhile` is over. */
  async function erasing(company: Subscriber, id: number, meanwhile: () => Promise<void>) {
    const { db } = setup.context;
    const { erase } = await inTransaction(db, async (tx) => {
      await tx.query("select 1 from events where company_id = $1 and sequence = 1 for update", [company.id]);
      const erase = company.call(`POST /customers/${id}/erase`);
      const waiting = async () =>
        (
          await db.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update events v set body%'",
          )
        ).length;
      await expect.poll(waiting).toBeGreaterThan(0);
      await meanwhile();
      return { erase };
    });
    return erase;
  }

  test("the company's other writes go on, and what they add is erased too", async () => {
    const company = await setup.subscriber();
    const person = unmistakable();
    const { customer } = await done(company, "POST /customers", person);
    const { status, body } = await erasing(company, customer.id, async () => {
      await done(company, "POST /payments/link", { amount: 5, email: person.email, purpose: person.name });
      await company.draft();
    });
    expect([status, body.erasure?.sequences]).toEqual([200, [1, 2]]);
    expect(await occurrences(company.id, valuesOf(person))).toEqual([]);
    expect(verified(await exported(company))).toMatchObject({ failures: 0 });
    const [check] = await checkBooks(setup.context.db, [company.id]);
    expect(check).toMatchObject({ differences: 0, redacted_events: 2 });
  });

  test("an invoice that is issued refuses it, and nothing is erased", async () => {
    const company = await setup.subscriber();
    const person = unmistakable();
    const { customer } = await done(company, "POST /customers", person);
    const draft = await company.draft({ customer_id: customer.id });
    const refused = await erasing(company, customer.id, async () => {
      await done(company, `POST /invoices/${draft.id}/issue`);
    });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect((await done(company, `GET /customers/${customer.id}`)).customer.name).toBe(person.name);
    expect(verified(await exported(company))).toMatchObject({ failures: 0, redacted: [] });
  });
});

describe("while an erasure is about to end", () => {
  /** By the beginning of the statement, which is all that PostgreSQL shows of a long one. */
  const waitingFor = async (statement: string) =>
    (
      await setup.context.db.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and position($1 in query) > 0",
        [statement],
      )
    ).length;

  /** Nobody can add an event to the company until `during` is over; both requests wait, the first before the second. */
  async function whileEventsWait<T>(company: Subscriber, during: () => Promise<T>): Promise<T> {
    return inTransaction(setup.context.db, async (tx) => {
      await tx.query("select 1 from company_counters where company_id = $1 for update", [company.id]);
      return during();
    });
  }

  const lockCounters = "from company_counters where company_id = $1 for no key update";
  const waitsAtTheEnd = () => expect.poll(() => waitingFor(lockCounters)).toBeGreaterThan(0);

  /** Requests that store the customer's data as it is now. */
  async function waysToUse(company: Subscriber, id: number): Promise<[string, object | undefined][]> {
    const document = { customer_id: id, lines: [{ description: "Visit", quantity: 1, unit_price: 5 }] };
    const { sale } = await done(company, "POST /sales", document);
    return [
      ["POST /invoices", document],
      ["POST /portal/orders", document],
      [`POST /sales/${sale.id}/invoice`, undefined],
    ];
  }

  const use = (company: Subscriber, [operation, body]: [string, object | undefined]) =>
    company.call(operation, {
      ...(body && { body }),
      headers: { "idempotency-key": randomUUID() },
    });

  test("a request that would store the old name is refused, changes nothing, and succeeds afterwards", async () => {
    for (const index of [0, 1, 2]) {
      const company = await setup.subscriber();
      const person = unmistakable();
      const { customer } = await done(company, "POST /customers", person);
      const way = (await waysToUse(company, customer.id))[index]!;
      const { erase, refused } = await whileEventsWait(company, async () => {
        const erase = company.call(`POST /customers/${customer.id}/erase`);
        await waitsAtTheEnd();
        return { erase, refused: await use(company, way) };
      });
      expect([way[0], refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
        way[0],
        503,
        "database_unavailable",
        "2",
      ]);
      expect([way[0], (await erase).status]).toEqual([way[0], 200]);
      const after = await use(company, way);
      expect([way[0], after.status, after.body.invoice?.customer.name]).toEqual([way[0], 201, "[erased]"]);
      expect([way[0], await occurrences(company.id, valuesOf(person))]).toEqual([way[0], []]);
      expect(verified(await exported(company))).toMatchObject({ failures: 0 });
    }
  });

  test("a request that was first is stored, and erased with the rest", async () => {
    for (const index of [0, 1, 2]) {
      const company = await setup.subscriber();
      const person = unmistakable();
      const { customer } = await done(company, "POST /customers", person);
      const way = (await waysToUse(company, customer.id))[index]!;
      const { erase, first } = await whileEventsWait(company, async () => {
        const first = use(company, way);
        await expect.poll(() => waitingFor("with input as materialized")).toBeGreaterThan(0);
        const erase = company.call(`POST /customers/${customer.id}/erase`);
        await expect
          .poll(() => waitingFor("from customers r where r.company_id = $1 and r.id = $2 for update"))
          .toBeGreaterThan(0);
        return { erase, first };
      });
      expect([way[0], (await first).status, (await erase).status]).toEqual([way[0], 201, 200]);
      expect([way[0], await occurrences(company.id, valuesOf(person))]).toEqual([way[0], []]);
      expect(verified(await exported(company))).toMatchObject({ failures: 0 });
      const [check] = await checkBooks(setup.context.db, [company.id]);
      expect(check).toMatchObject({ differences: 0 });
    }
  });

  test("a change of a draft waits, and shows the customer as erased", async () => {
    const company = await setup.subscriber();
    const person = unmistakable();
    const { customer } = await done(company, "POST /customers", person);
    const draft = await company.draft({ customer_id: customer.id });
    const { erase, change } = await whileEventsWait(company, async () => {
      const erase = company.call(`POST /customers/${customer.id}/erase`);
      await waitsAtTheEnd();
      const change = company.call(`PATCH /invoices/${draft.id}`, { body: { notes: "Later" } });
      await expect.poll(() => waitingFor("from invoices")).toBeGreaterThan(0);
      return { erase, change };
    });
    expect([(await erase).status, (await change).status]).toEqual([200, 200]);
    expect((await change).body.invoice.customer.name).toBe("[erased]");
    expect(await occurrences(company.id, valuesOf(person))).toEqual([]);
  });
});

test("what a receiver answers after the erasure to an event from before it is not kept", async () => {
  const company = await setup.subscriber();
  const person = unmistakable();
  const released = Promise.withResolvers<void>();
  company.answers(async ({ body }) => {
    await released.promise;
    return { status: 200, body };
  });
  const { customer } = await done(company, "POST /customers", person);
  await expect.poll(() => company.sequences()).toContain(1);
  await done(company, `POST /customers/${customer.id}/erase`);
  released.resolve();
  const attempt = async () => {
    const { deliveries } = await done(company, "GET /webhooks/deliveries");
    return (await done(company, `GET /webhooks/deliveries/${deliveries.at(-1).id}`)).delivery.attempts[0];
  };
  await expect.poll(async () => (await attempt())?.status_code).toBe(200);
  expect((await attempt()).answer).toBeNull();
  expect(await occurrences(company.id, valuesOf(person))).toEqual([]);
});

test("only owners may erase, and a key needs the scope for it", async () => {
  const company = await setup.subscriber();
  const { customer } = await done(company, "POST /customers", unmistakable());
  for (const role of ["accountant", "developer", "viewer"] as const) {
    const session = await signIn(setup.service, { companyId: company.id, role });
    const refused = await session.call("POST", `/customers/${customer.id}/erase`);
    expect([role, refused.status, refused.body.code]).toEqual([role, 403, "scope_missing"]);
  }
  expect((await done(company, `GET /customers/${customer.id}`)).customer.name).not.toBe("[erased]");
  const owner = await signIn(setup.service, { companyId: company.id, role: "owner" });
  const erased = await owner.call("POST", `/customers/${customer.id}/erase`);
  expect([erased.status, erased.body.customer.name]).toEqual([200, "[erased]"]);
});

test("a customer that was changed more often than a page of events holds is erased with all its names", async () => {
  const company = await setup.subscriber();
  const { customer } = await done(company, "POST /customers", unmistakable());
  const names = Array.from({ length: 120 }, () => unmistakable().name);
  for (const name of names) await done(company, `PATCH /customers/${customer.id}`, { name });
  const { erasure } = await done(company, `POST /customers/${customer.id}/erase`);
  expect(erasure.sequences).toHaveLength(121);
  expect(await occurrences(company.id, [names[0]!, names[60]!, names[119]!])).toEqual([]);
  expect(verified(await exported(company))).toMatchObject({ failures: 0 });
});
