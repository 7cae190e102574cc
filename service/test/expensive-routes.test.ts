import { expect, test } from "vitest";
import { apiRoutes, siteRoutes } from "../src/app.ts";

const nothing = (() => undefined) as never;

test("documents, diagnoses, batches, imports, exports, searches and the overview run under their company's share", () => {
  const routes = [
    ...apiRoutes({ createDraft: nothing, createOrder: nothing, waitForEvents: nothing, registrar: nothing }),
    ...siteRoutes(),
  ];
  const limited = routes.filter(({ expensive }) => expensive).map(({ method, path }) => `${method} ${path}`);
  expect(limited.sort()).toEqual(
    [
      "GET /invoices/{id}.pdf",
      "GET /invoices/{id}.xml",
      "GET /credit_notes/{id}.pdf",
      "GET /quotes/{id}.pdf",
      "GET /payments/{id}.pdf",
      "GET /invoices/{id}/explain.pdf",
      "GET /credit_notes/{id}/explain.pdf",
      "GET /credit_notes/{id}.xml",
      "GET /reports/withholding.csv",
      "GET /reports/withholding.pdf",
      "GET /books/export",
      "GET /reports/receivables/explain",
      "GET /reports/statement/explain",
      "GET /reports/taxes/explain",
      "GET /reports/sales/explain",
      "GET /reports/payments/explain",
      "GET /reports/journal/explain",
      "GET /reports/withholding/explain",
      "GET /reports/journal",
      "GET /reports/journal.csv",
      "GET /reports/journal.pdf",
      ...["statement", "receivables", "sales", "taxes", "payments"].flatMap((name) => [
        `GET /reports/${name}`,
        `GET /reports/${name}.csv`,
        `GET /reports/${name}.pdf`,
      ]),
      "POST /reports/statement/send",
      "GET /reports/statement/mail_preview",
      "GET /overview",
      "GET /search",
      ...[
        "customers",
        "products",
        "sales",
        "quotes",
        "invoices",
        "credit_notes",
        "recurring_invoices",
        "payments",
        "exchange_rates",
        "audit",
      ].map((noun) => `GET /exports/${noun}.csv`),
      ...["customers", "products", "sales", "invoices"].map((noun) => `POST /${noun}/batch`),
      "POST /sandbox/clock",
      "POST /sandbox/scenarios",
      "POST /customers/{id}/erase",
      "POST /webhooks/diagnose",
      "POST /document_settings/logo",
      ...["customers", "products", "exchange_rates"].flatMap((noun) => [
        `POST /imports/${noun}`,
        `POST /imports/${noun}/preview`,
      ]),
      "POST /imports",
      "POST /imports/{id}/continue",
    ].sort(),
  );
  // Every route that returns a file is a document or an export, and so is expensive.
  const files = routes.filter(({ responses: answers }) =>
    Object.values(answers).some(({ mediaType }) => mediaType),
  );
  expect(files.filter(({ expensive }) => !expensive).map(({ path }) => path)).toEqual([]);
});
