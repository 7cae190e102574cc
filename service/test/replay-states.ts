import { insertInvoices } from "../src/domains/billing/invoices/list.fixture.ts";
import { insertQuotes } from "../src/domains/billing/quotes/list.fixture.ts";
import { insertSchedules } from "../src/domains/billing/recurring-invoices/recurring.fixture.ts";
import { insertSales } from "../src/domains/billing/sales/list.fixture.ts";
import { insertPayments } from "../src/domains/payments/payments/list.fixture.ts";
import { createMailer } from "../src/domains/sending/mails/service.ts";
import { checkedRowsMax } from "../src/platform/db/lists/page.ts";
import type { Reply, TestCompany } from "./harness.ts";
import { taxed } from "./harness.ts";
import type { ReplayFixture } from "./replay-fixture.ts";
import type { Recipe } from "./replay-recipes.ts";
import {
  creditNoteOf,
  deliveryOf,
  endpointOf,
  invoiceOf,
  issuedOf,
  linkOf,
  made,
  owedBesideCredit,
  paymentOf,
  quoteOf,
  saleOf,
  scheduleOf,
  sentQuoteOf,
  withheldTaxOf,
} from "./replay-requests.ts";

type State = (company: TestCompany, ground: ReplayFixture) => Promise<Reply>;

/** Refusals because of a record's state, which each operation reaches differently. */
export const states: Record<string, Record<string, State>> = {
  already_invoiced: {
    "PUT /sales/by_external_id/{external_id}": (company) => putClosedSale(company, "invoice"),
    "PATCH /sales/{id}": async (company) =>
      company.call(`PATCH /sales/${await invoicedSale(company)}`, { body: { notes: "x" } }),
    "POST /sales/{id}/cancel": async (company) =>
      company.call(`POST /sales/${await invoicedSale(company)}/cancel`),
    "POST /sales/{id}/invoice": async (company) =>
      company.call(`POST /sales/${await invoicedSale(company)}/invoice`),
    "POST /quotes/{id}/invoice": async (company) =>
      company.call(`POST /quotes/${await invoicedQuote(company)}/invoice`),
    "POST /quotes/{id}/sale": async (company) =>
      company.call(`POST /quotes/${await invoicedQuote(company)}/sale`),
  },
  feed_position_ahead: {
    "GET /events": async (company) => company.call("GET /events?after=9007199254740991"),
    "GET /books/export": async (company) => company.call("GET /books/export?after=9007199254740991"),
  },
  query_too_broad: {
    "GET /customers": async (company, { service }) => {
      const insert = (metadata: object, at: string) =>
        service.context.db.query(
          `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
           select $1, 'Ada', 'business', $2, $3, $3 from generate_series(1, $4::int)`,
          [company.id, JSON.stringify(metadata), at, checkedRowsMax + 1],
        );
      await insert({ batch: "old" }, "2026-01-01T00:00:00.000Z");
      await insert({}, "2026-01-02T00:00:00.000Z");
      return company.call("GET /customers?metadata[batch]=old");
    },
    "GET /exchange_rates": async (company, { service }) => {
      await service.context.db.query(
        `insert into exchange_rates (company_id, accounting_currency, currency, date, rate, created_at, updated_at)
         select $1, 'NGN', 'USD', date '2000-01-01' + n, 1, now(), now() from generate_series(1, $2::int) n`,
        [company.id, checkedRowsMax + 1],
      );
      return company.call("GET /exchange_rates?date_to=1999-01-01");
    },
    "GET /mails": async (company, { service }) => {
      await service.context.db.query(
        `insert into mails (company_id, kind, recipient, language, subject, message_id, status, expires_at, created_at, ended_at)
         select $1::bigint, (array['invoice', 'reminder'])[1 + n % 2], 'a@example.com', 'en', 's', ($1::bigint) || '-' || n,
           (array['failed', 'sent'])[1 + n % 2], now(), now(), now() from generate_series(1, $2::int) n`,
        [company.id, 2 * checkedRowsMax + 2],
      );
      return company.call("GET /mails?kind=invoice&status=sent");
    },
    "GET /audit": async (company, { service }) => {
      await service.context.db.query(
        `insert into audit_entries (company_id, created_at, actor_type, action, subject)
         select $1, now(), 'key', 'payment.created', 'payment/1' from generate_series(1, $2::int) n`,
        [company.id, checkedRowsMax + 1],
      );
      return company.call("GET /audit?actor_type=operator");
    },
    "GET /webhooks/deliveries": async (company, { service }) => {
      const endpoint = await endpointOf(company);
      await service.context.db.query(
        `insert into webhook_deliveries (company_id, endpoint_id, event_sequence, event_type, status, created_at, completed_at)
         select $1, $2, 1000 + n, 'invoice.created', 'failed', now(), now() from generate_series(1, $3::int) n`,
        [company.id, endpoint, checkedRowsMax + 1],
      );
      return company.call(`GET /webhooks/deliveries?endpoint_id=${endpoint}&status=succeeded`);
    },
    "GET /reports/withholding": async (company, { service }) => {
      await service.context.db.query(
        `insert into payments (company_id, amount, unallocated_amount, currency, method, source, paid_at, created_at)
         select $1, 1, 1, 'NGN', 'withholding_tax', 'api', now(), now() from generate_series(1, $2::int) n`,
        [company.id, checkedRowsMax + 1],
      );
      return company.call("GET /reports/withholding?certificate=received");
    },
    "GET /products": async (company, { service }) => {
      const insert = (metadata: object, at: string) =>
        service.context.db.query(
          `insert into products (company_id, name, kind, currency, tax_rate, tax_category, unit_code, active, portal, metadata,
             created_at, updated_at)
           select $1, 'Hour', 'service', 'NGN', 0, 'Z', 'C62', true, false, $2, $3, $3 from generate_series(1, $4::int)`,
          [company.id, JSON.stringify(metadata), at, checkedRowsMax + 1],
        );
      await insert({ batch: "old" }, "2026-01-01T00:00:00.000Z");
      await insert({}, "2026-01-02T00:00:00.000Z");
      return company.call("GET /products?metadata[batch]=old");
    },
    "GET /invoices": async (company, { service }) => {
      const [one, other] = [await company.customer(), await company.customer()];
      await insertInvoices(service, company, one, checkedRowsMax + 1);
      await insertInvoices(service, company, other, checkedRowsMax + 1, "USD");
      return company.call(`GET /invoices?customer_id=${one}&currency=USD`);
    },
    "GET /recurring_invoices": async (company, { service }) => {
      const [one, other] = [await company.customer(), await company.customer()];
      await insertSchedules(service.context, company, one, checkedRowsMax + 1);
      await insertSchedules(service.context, company, other, checkedRowsMax + 1, "paused");
      return company.call(`GET /recurring_invoices?customer_id=${one}&status=paused`);
    },
    "GET /sales": async (company, { service }) => {
      const [one, other] = [await company.customer(), await company.customer()];
      await insertSales(service, company, one, checkedRowsMax + 1);
      await insertSales(service, company, other, checkedRowsMax + 1, "USD");
      return company.call(`GET /sales?customer_id=${one}&currency=USD`);
    },
    "GET /payments": async (company, { service }) => {
      const [one, other] = [await company.draft(), await company.draft()];
      await insertPayments(service, company, one.id, checkedRowsMax + 1);
      await insertPayments(service, company, other.id, checkedRowsMax + 1, "card");
      return company.call(`GET /payments?customer_id=${one.customer_id}&method=card`);
    },
    "GET /payments/links": async (company, { service }) => {
      const insert = (metadata: object, at: string) =>
        service.context.db.query(
          `insert into payment_links (company_id, secret, amount, currency, metadata, expires_at, created_at, updated_at)
           select $1, 's', 1, 'NGN', $2, '2030-01-01', $3, $3 from generate_series(1, $4::int)`,
          [company.id, JSON.stringify(metadata), at, checkedRowsMax + 1],
        );
      await insert({ batch: "old" }, "2026-01-01T00:00:00.000Z");
      await insert({}, "2026-01-02T00:00:00.000Z");
      return company.call("GET /payments/links?metadata[batch]=old");
    },
    "GET /credit_notes": async (company, { service }) => {
      const { id } = await company.draft();
      const insert = (metadata: object, at: string) =>
        service.context.db.query(
          `insert into credit_notes (company_id, number, invoice_id, currency, subtotal, tax_total, total, taxes, metadata,
             issued_at, created_at)
           select $1, 'CN-' || $3 || n, $5, 'NGN', 1, 0, 1, '[]', $2, $3::timestamptz, $3::timestamptz
           from generate_series(1, $4::int) n`,
          [company.id, JSON.stringify(metadata), at, checkedRowsMax + 1, id],
        );
      await insert({ batch: "old" }, "2026-01-01T00:00:00.000Z");
      await insert({}, "2026-01-02T00:00:00.000Z");
      return company.call("GET /credit_notes?metadata[batch]=old");
    },
    "GET /quotes": async (company, { service }) => {
      const [one, other] = [await company.customer(), await company.customer()];
      await insertQuotes(service, company, one, checkedRowsMax + 1);
      await insertQuotes(service, company, other, checkedRowsMax + 1, "USD");
      return company.call(`GET /quotes?customer_id=${one}&currency=USD`);
    },
  },
  mail_not_configured: {
    "POST /invoices/{id}/send": withoutMailServer(async (company) => `/invoices/${await issuedOf(company)}`),
    "POST /quotes/{id}/send": withoutMailServer(async (company) => `/quotes/${await quoteOf(company)}`),
    "POST /credit_notes/{id}/send": withoutMailServer(
      async (company) => `/credit_notes/${await creditNoteOf(company)}`,
    ),
    "POST /payments/{id}/send": withoutMailServer(
      async (company) => `/payments/${await company.recordPayment(10)}`,
    ),
    "POST /reports/statement/send": withoutMailServer(
      async () => "/reports/statement",
      async (company) => ({ customer_id: await company.customer() }),
    ),
  },
  invalid_state: {
    "POST /customers/{id}/erase": async (company) => {
      const { invoice } = await made(company, `GET /invoices/${await issuedOf(company)}`);
      return company.call(`POST /customers/${invoice.customer_id}/erase`);
    },
    "POST /invoices/{id}/send": async (company) =>
      company.call(`POST /invoices/${await invoiceOf(company)}/send`, { body: { to: "buyer@example.com" } }),
    "POST /invoices/{id}/pause_reminders": async (company) =>
      company.call(`POST /invoices/${await voidInvoice(company)}/pause_reminders`),
    "POST /invoices/{id}/resume_reminders": async (company) =>
      company.call(`POST /invoices/${await voidInvoice(company)}/resume_reminders`),
    "PATCH /quotes/{id}": async (company) =>
      company.call(`PATCH /quotes/${await sentQuoteOf(company)}`, { body: { notes: "x" } }),
    "POST /quotes/{id}/send": async (company) =>
      company.call(`POST /quotes/${await sentQuoteOf(company)}/send`),
    "POST /quotes/{id}/accept": async (company) =>
      company.call(`POST /quotes/${await quoteOf(company)}/accept`),
    "POST /quotes/{id}/decline": async (company) =>
      company.call(`POST /quotes/${await quoteOf(company)}/decline`),
    "POST /quotes/{id}/invoice": async (company) =>
      company.call(`POST /quotes/${await quoteOf(company)}/invoice`),
    "POST /quotes/{id}/sale": async (company) => company.call(`POST /quotes/${await quoteOf(company)}/sale`),
    "PUT /sales/by_external_id/{external_id}": (company) => putClosedSale(company, "cancel"),
    "PATCH /sales/{id}": async (company) =>
      company.call(`PATCH /sales/${await cancelledSale(company)}`, { body: { notes: "x" } }),
    "POST /sales/{id}/cancel": async (company) =>
      company.call(`POST /sales/${await cancelledSale(company)}/cancel`),
    "POST /sales/{id}/invoice": async (company) =>
      company.call(`POST /sales/${await cancelledSale(company)}/invoice`),
    "PATCH /recurring_invoices/{id}": async (company) =>
      company.call(`PATCH /recurring_invoices/${await endedSchedule(company)}`, { body: { notes: "x" } }),
    "POST /recurring_invoices/{id}/pause": async (company) =>
      company.call(`POST /recurring_invoices/${await endedSchedule(company)}/pause`),
    "POST /recurring_invoices/{id}/resume": async (company) =>
      company.call(`POST /recurring_invoices/${await endedSchedule(company)}/resume`),
    "PATCH /invoices/{id}": async (company) =>
      company.call(`PATCH /invoices/${await issuedOf(company)}`, { body: { notes: "x" } }),
    "DELETE /invoices/{id}": async (company) => company.call(`DELETE /invoices/${await issuedOf(company)}`),
    "POST /invoices/{id}/issue": async (company) =>
      company.call(`POST /invoices/${await issuedOf(company)}/issue`),
    "POST /invoices/{id}/void": async (company) => {
      const payment = await paymentOf(company);
      const { invoice_id } = (await made(company, `GET /payments/${payment}`)).payment;
      return company.call(`POST /invoices/${invoice_id}/void`);
    },
    "POST /invoices/{id}/write_off": async (company) =>
      company.call(`POST /invoices/${await invoiceOf(company)}/write_off`),
    "POST /invoices/{id}/refresh_parties": async (company) =>
      company.call(`POST /invoices/${await invoiceOf(company)}/refresh_parties`),
    "POST /invoices/{id}/credit_notes": async (company) =>
      company.call(`POST /invoices/${await invoiceOf(company)}/credit_notes`),
    "GET /invoices/{id}.xml": async (company) =>
      company.call(`GET /invoices/${await invoiceOf(company)}.xml`),
    "POST /invoices/{id}/register": async (company) =>
      company.call(`POST /invoices/${await voidInvoice(company)}/register`),
    "POST /invoices/{id}/cancel_registration": async (company) =>
      company.call(`POST /invoices/${await issuedOf(company)}/cancel_registration`),
    "POST /credit_notes/{id}/register": async (company) =>
      company.call(`POST /credit_notes/${await creditNoteOf(company)}/register`),
    "POST /credit_notes/{id}/apply": async (company) => {
      const id = await creditNoteOf(company);
      const body = { invoice_id: await owedBesideCredit(company) };
      return company.call(`POST /credit_notes/${id}/apply`, { body });
    },
    "POST /einvoicing/integration": async (company) => {
      await underWay(company);
      return company.call("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
    },
    "DELETE /einvoicing/integration": async (company) => {
      await underWay(company);
      return company.call("DELETE /einvoicing/integration");
    },
    "POST /payments": async (company) =>
      company.call("POST /payments", { body: { invoice_id: await voidInvoice(company), amount: 1 } }),
    "PATCH /payments/{id}": async (company) => {
      const id = await withheldTaxOf(company);
      await made(company, `POST /payments/${id}/reverse`, { reason: "Recorded twice" });
      return company.call(`PATCH /payments/${id}`, { body: { certificate_number: "WHT/1" } });
    },
    "POST /payments/{id}/refund": async (company) => {
      const id = await paymentOf(company);
      await made(company, `POST /payments/${id}/refund`);
      return company.call(`POST /payments/${id}/refund`);
    },
    "GET /payments/{id}.pdf": async (company) =>
      company.call(`GET /payments/${await reversedPaymentOf(company)}.pdf`),
    "POST /payments/{id}/send": async (company) =>
      company.call(`POST /payments/${await reversedPaymentOf(company)}/send`, {
        body: { to: "b@example.com" },
      }),
    "POST /payments/{id}/reverse": async (company) => {
      const id = await paymentOf(company);
      const body = { reason: "Recorded twice" };
      await made(company, `POST /payments/${id}/reverse`, body);
      return company.call(`POST /payments/${id}/reverse`, { body });
    },
    "POST /payments/{id}/allocate": async (company) => {
      const [id, invoice_id] = [await company.recordPayment(100), await invoiceOf(company)];
      await made(company, `POST /payments/${id}/allocate`, { invoice_id });
      return company.call(`POST /payments/${id}/allocate`, { body: { invoice_id } });
    },
    "POST /payments/link": async (company) =>
      company.call("POST /payments/link", { body: { invoice_id: await voidInvoice(company), amount: 1 } }),
    "POST /payments/links/{reference}/cancel": async (company) => {
      const reference = await linkOf(company);
      await made(company, `POST /payments/links/${reference}/cancel`);
      return company.call(`POST /payments/links/${reference}/cancel`);
    },
    "POST /webhooks/endpoints": async (company) => {
      const body = { url: "https://hooks.example/x" };
      let reply: Reply;
      do reply = await company.call("POST /webhooks/endpoints", { body });
      while (reply.status === 201);
      return reply;
    },
    "POST /sandbox/faults": async (_company, { service }) => {
      const company = await service.company();
      const body = { target: "gateway", fault: "late", times: 1 };
      let reply: Reply;
      do reply = await company.call("POST /sandbox/faults", { body });
      while (reply.status === 201);
      return reply;
    },
    "DELETE /webhooks/endpoints/{id}": async (_company, { service }) => {
      const company = await service.company({ primaryEndpoint: true });
      const [{ id }] = (await made(company, "GET /webhooks/endpoints")).endpoints;
      return company.call(`DELETE /webhooks/endpoints/${id}`);
    },
    "POST /webhooks/endpoints/{id}/rotate_secret": async (company) => {
      const rotate = `POST /webhooks/endpoints/${await endpointOf(company)}/rotate_secret`;
      await made(company, rotate, { overlap_seconds: 3600 });
      return company.call(rotate, { body: { overlap_seconds: 3600 } });
    },
    "POST /webhooks/deliveries/{id}/replay": async (company) => {
      const endpoint = await endpointOf(company);
      const id = await deliveryOf(company, endpoint);
      await made(company, `PATCH /webhooks/endpoints/${endpoint}`, { status: "disabled" });
      return company.call(`POST /webhooks/deliveries/${id}/replay`);
    },
    "POST /webhooks/replay": async (company) => {
      const endpoint_id = await endpointOf(company);
      await made(company, `PATCH /webhooks/endpoints/${endpoint_id}`, { status: "disabled" });
      return company.call("POST /webhooks/replay", { body: { failed: true, endpoint_id } });
    },
    "POST /webhooks/test": async (company) => company.call("POST /webhooks/test"),
  },
  document_invalid: {
    "GET /invoices/{id}.xml": async (_company, { service }) => {
      const company = await service.company();
      return company.call(`GET /invoices/${await issuedOf(company)}.xml`);
    },
    "GET /credit_notes/{id}.xml": async (_company, { service }) => {
      const company = await service.company();
      return company.call(`GET /credit_notes/${await creditNoteOf(company)}.xml`);
    },
  },
};

/** Sending a document where no mail can be sent: in production without a mail server nothing is kept either. */
function withoutMailServer(
  documentOf: (company: TestCompany) => Promise<string>,
  fieldsOf: (company: TestCompany) => Promise<object> = async () => ({}),
): State {
  return async (company, { service }) => {
    const path = await documentOf(company);
    const fields = await fieldsOf(company);
    const { mail, config } = service.context;
    const { requireReady } = mail;
    const without = { ...config, mail: { ...config.mail, smtpUrl: undefined, keeps: false } };
    mail.requireReady = createMailer({ ...service.context, config: without }).requireReady;
    try {
      return await company.call(`POST ${path}/send`, { body: { to: "buyer@example.com", ...fields } });
    } finally {
      mail.requireReady = requireReady;
    }
  };
}

export const byState: Recipe = async (ground, { operation, code }) => {
  const state = states[code]?.[operation.name];
  if (!state) throw new Error("say in replay-states.ts how a record gets there");
  return state(await ground.service.company({ profile: taxed }), ground);
};

async function reversedPaymentOf(company: TestCompany): Promise<number> {
  const id = await paymentOf(company);
  await made(company, `POST /payments/${id}/reverse`, { reason: "Recorded twice" });
  return id;
}

async function putClosedSale(company: TestCompany, action: "invoice" | "cancel"): Promise<Reply> {
  const body = {
    customer_id: await company.customer(),
    lines: [{ description: "A", quantity: 1, unit_price: 1 }],
  };
  const { sale } = await made(company, "PUT /sales/by_external_id/till-1", body);
  await made(company, `POST /sales/${sale.id}/${action}`);
  return company.call("PUT /sales/by_external_id/till-1", { body: { notes: "x" } });
}

async function invoicedSale(company: TestCompany): Promise<number> {
  const id = await saleOf(company);
  await made(company, `POST /sales/${id}/invoice`);
  return id;
}

async function invoicedQuote(company: TestCompany): Promise<number> {
  const id = await sentQuoteOf(company);
  await made(company, `POST /quotes/${id}/sale`);
  return id;
}

async function cancelledSale(company: TestCompany): Promise<number> {
  const id = await saleOf(company);
  await made(company, `POST /sales/${id}/cancel`);
  return id;
}

/** Changed so that no date is left. */
async function endedSchedule(company: TestCompany): Promise<number> {
  const id = await scheduleOf(company);
  await made(company, `PATCH /recurring_invoices/${id}`, { day_of_month: 15, end_date: "2090-02-14" });
  return id;
}

async function voidInvoice(company: TestCompany): Promise<number> {
  const id = await issuedOf(company);
  await made(company, `POST /invoices/${id}/void`);
  return id;
}

/** One document is pending at an authority that decides later. */
async function underWay(company: TestCompany): Promise<void> {
  const id = await issuedOf(company);
  await made(company, "POST /einvoicing/integration", { adapter: "async_demo" });
  await made(company, `POST /invoices/${id}/register`);
}
