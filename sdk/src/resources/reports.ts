import type { Api, Bytes } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

const statement = (api: Api) => ({
  /**
   * The account of one customer, with the balance after each document and payment. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  get: (query: QueryOf<"GET /reports/statement">, options?: CallOptions) =>
    api.call("GET /reports/statement", { query }, options),
  /**
   * All its rows as CSV. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  csv: (query: QueryOf<"GET /reports/statement.csv">, options?: CallOptions) =>
    api.text("GET /reports/statement.csv", { query }, options),
  /**
   * The same as a PDF; more than 1,000 rows are refused. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  pdf: (query: QueryOf<"GET /reports/statement.pdf">, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /reports/statement.pdf", { query }, options),
  /**
   * How its amounts come about, down to the records. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  explain: (query: QueryOf<"GET /reports/statement/explain">, options?: CallOptions) =>
    api.call("GET /reports/statement/explain", { query }, options),
  /**
   * Sends it by mail to `to`, or else to the customer's own address. Scope `invoices:write`.
   * @throws {InvalidError} `invalid_request`
   * @throws {UnavailableError} `mail_not_configured`
   */
  send: (body: BodyOf<"POST /reports/statement/send">, options?: PostOptions) =>
    api.call("POST /reports/statement/send", { body }, options),
  /**
   * The mail as it would be sent now. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  mailPreview: (query: QueryOf<"GET /reports/statement/mail_preview">, options?: CallOptions) =>
    api.call("GET /reports/statement/mail_preview", { query }, options),
});

const receivables = (api: Api) => ({
  /**
   * What customers owe at the end of a day, by age. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  get: (query?: QueryOf<"GET /reports/receivables">, options?: CallOptions) =>
    api.call("GET /reports/receivables", { query }, options),
  /**
   * All its rows as CSV. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  csv: (query?: QueryOf<"GET /reports/receivables.csv">, options?: CallOptions) =>
    api.text("GET /reports/receivables.csv", { query }, options),
  /**
   * The same as a PDF; more than 1,000 rows are refused. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  pdf: (query?: QueryOf<"GET /reports/receivables.pdf">, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /reports/receivables.pdf", { query }, options),
  /**
   * How its amounts come about, down to the records. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  explain: (query?: QueryOf<"GET /reports/receivables/explain">, options?: CallOptions) =>
    api.call("GET /reports/receivables/explain", { query }, options),
});

const sales = (api: Api) => ({
  /**
   * What was sold in a period, by customer by default. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  get: (query?: QueryOf<"GET /reports/sales">, options?: CallOptions) =>
    api.call("GET /reports/sales", { query }, options),
  /**
   * All its rows as CSV. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  csv: (query?: QueryOf<"GET /reports/sales.csv">, options?: CallOptions) =>
    api.text("GET /reports/sales.csv", { query }, options),
  /**
   * The same as a PDF; more than 1,000 rows are refused. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  pdf: (query?: QueryOf<"GET /reports/sales.pdf">, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /reports/sales.pdf", { query }, options),
  /**
   * How its amounts come about, down to the records. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  explain: (query?: QueryOf<"GET /reports/sales/explain">, options?: CallOptions) =>
    api.call("GET /reports/sales/explain", { query }, options),
});

const taxes = (api: Api) => ({
  /**
   * The tax of a period by category and rate. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  get: (query?: QueryOf<"GET /reports/taxes">, options?: CallOptions) =>
    api.call("GET /reports/taxes", { query }, options),
  /**
   * All its rows as CSV. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  csv: (query?: QueryOf<"GET /reports/taxes.csv">, options?: CallOptions) =>
    api.text("GET /reports/taxes.csv", { query }, options),
  /**
   * The same as a PDF; more than 1,000 rows are refused. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  pdf: (query?: QueryOf<"GET /reports/taxes.pdf">, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /reports/taxes.pdf", { query }, options),
  /**
   * How its amounts come about, down to the records. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  explain: (query?: QueryOf<"GET /reports/taxes/explain">, options?: CallOptions) =>
    api.call("GET /reports/taxes/explain", { query }, options),
});

const payments = (api: Api) => ({
  /**
   * Payments, reversals and refunds of a period by method. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  get: (query?: QueryOf<"GET /reports/payments">, options?: CallOptions) =>
    api.call("GET /reports/payments", { query }, options),
  /**
   * All its rows as CSV. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  csv: (query?: QueryOf<"GET /reports/payments.csv">, options?: CallOptions) =>
    api.text("GET /reports/payments.csv", { query }, options),
  /**
   * The same as a PDF; more than 1,000 rows are refused. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  pdf: (query?: QueryOf<"GET /reports/payments.pdf">, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /reports/payments.pdf", { query }, options),
  /**
   * How its amounts come about, down to the records. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  explain: (query?: QueryOf<"GET /reports/payments/explain">, options?: CallOptions) =>
    api.call("GET /reports/payments/explain", { query }, options),
});

const journal = (api: Api) => ({
  /**
   * One page of entries, oldest first. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  list: (query?: QueryOf<"GET /reports/journal">, options?: CallOptions) =>
    api.call("GET /reports/journal", { query }, options),
  /**
   * All entries of the period; pages are fetched as needed. `limit` is the page size, not the total. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  all: (query?: QueryOf<"GET /reports/journal">, options?: CallOptions) =>
    api.all("GET /reports/journal", "journal_entries", query, options),
  /**
   * All lines as CSV. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  csv: (query?: QueryOf<"GET /reports/journal.csv">, options?: CallOptions) =>
    api.text("GET /reports/journal.csv", { query }, options),
  /**
   * The same as a PDF; more than 1,000 rows are refused. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  pdf: (query?: QueryOf<"GET /reports/journal.pdf">, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /reports/journal.pdf", { query }, options),
  /**
   * How its amounts come about, down to the records. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  explain: (query?: QueryOf<"GET /reports/journal/explain">, options?: CallOptions) =>
    api.call("GET /reports/journal/explain", { query }, options),
  /** Which account each line is for. Scope `reports:read`. */
  accounts: (options?: CallOptions) => api.call("GET /reports/journal/accounts", {}, options),
  /**
   * Changes the accounts. Scope `invoices:write`.
   * @throws {InvalidError} `invalid_request`
   */
  updateAccounts: (body: BodyOf<"PATCH /reports/journal/accounts">, options?: CallOptions) =>
    api.call("PATCH /reports/journal/accounts", { body }, options),
});

const withholding = (api: Api) => ({
  /**
   * One page of withheld tax, newest first. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /reports/withholding">, options?: CallOptions) =>
    api.call("GET /reports/withholding", { query }, options),
  /**
   * All withheld tax; pages are fetched as needed. `limit` is the page size, not the total. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /reports/withholding">, options?: CallOptions) =>
    api.all("GET /reports/withholding", "withheld_taxes", query, options),
  /**
   * The same as CSV, without a limit. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  csv: (query?: QueryOf<"GET /reports/withholding.csv">, options?: CallOptions) =>
    api.text("GET /reports/withholding.csv", { query }, options),
  /**
   * The same as a PDF; more than 1,000 rows are refused. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  pdf: (query?: QueryOf<"GET /reports/withholding.pdf">, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /reports/withholding.pdf", { query }, options),
  /**
   * How its amounts come about, down to the records. Scope `reports:read`.
   * @throws {InvalidError} `invalid_request`
   */
  explain: (query?: QueryOf<"GET /reports/withholding/explain">, options?: CallOptions) =>
    api.call("GET /reports/withholding/explain", { query }, options),
});

export const reports = (api: Api) => ({
  /** Every document and payment of a customer in a period. */
  statement: statement(api),
  /** What customers owe, by how long it has been overdue. */
  receivables: receivables(api),
  /** Invoices less credit notes and voids, without tax and with it. */
  sales: sales(api),
  /** What is to be declared, by category and rate. */
  taxes: taxes(api),
  /** Money that came and went, by how it was paid. */
  payments: payments(api),
  /** Double entries for the accounts, with ids that are the same in every export. */
  journal: journal(api),
  /** Tax that buyers withheld; by default the payments whose certificate is missing. */
  withholding: withholding(api),
});
