import { isRecord } from "../exchange.ts";
import { notFound, refusal, success } from "./answers.ts";
import { type Document, findDocument, hide, invoiceOf } from "./documents.ts";
import type { Answer } from "./exchange.ts";
import type { Asked } from "./firs.ts";
import { receipt } from "./receipt.ts";
import { writeUbl } from "./ubl.ts";

/** The look-up after a call whose outcome is unknown. */
export async function confirm({ context, business, name, faults }: Asked): Promise<Answer> {
  const lag = faults.find("confirm_404_lag")?.number;
  if (lag) hide(context, name, lag);
  const document = findDocument(context, business, name);
  if (!document) return notFound("invoice_confirm", "irn");
  if (faults.find("ok_without_irn") ?? faults.find("ok_without_irn_after")) return success(200, {});
  return success(200, { ...(await receipt(context, document, faults)), ...essence(document) });
}

/** The fields with which a caller can tell whether the stored document is its own. */
function essence(document: Document): object {
  const invoice = invoiceOf(document);
  const customer = isRecord(invoice.accounting_customer_party) ? invoice.accounting_customer_party : {};
  const { issue_date, invoice_type_code, document_currency_code, legal_monetary_total } = invoice;
  return {
    ...{ issue_date, invoice_type_code, document_currency_code, legal_monetary_total },
    customer: { party_name: customer.party_name ?? null, tin: customer.tin ?? null },
  };
}

export function download({ context, business, name, wantsXml }: Asked): Answer {
  const document = findDocument(context, business, name);
  if (!document) return notFound("invoice_download", "irn");
  const invoice = invoiceOf(document);
  if (!wantsXml) return success(200, { irn: document.irn, status: document.status, invoice });
  const headers = { "content-type": "application/xml; charset=utf-8" };
  return { status: 200, headers, body: writeUbl(document.irn, invoice) };
}

const filters = [
  "invoice_type_code",
  "issue_date",
  "due_date",
  "tax_currency_code",
  "document_currency_code",
] as const;

export function search({ context, business, name, query }: Asked): Answer {
  if (name !== business.business_id) {
    return refusal(403, "invoice_search", "These credentials belong to another business.");
  }
  const size = wholeBetween(query.get("size"), 1, 100) ?? 20;
  const page = wholeBetween(query.get("page"), 1, 1_000_000) ?? 1;
  const fits = (name: string, value: unknown) =>
    query.get(name) === null || query.get(name) === String(value);
  const isWanted = (document: Document, invoice: Record<string, unknown>) =>
    fits("irn", document.irn) &&
    fits("payment_status", document.payment_status) &&
    filters.every((filter) => fits(filter, invoice[filter]));
  const found = [...context.ledger.documents.keys()]
    .reverse()
    .map((irn) => findDocument(context, business, irn))
    .filter((document) => document !== undefined)
    .filter((document) => isWanted(document, invoiceOf(document)));
  const items = found.slice((page - 1) * size, page * size).map((document) => {
    const { irn, status, payment_status, accepted_at } = document;
    return { irn, status, payment_status, accepted_at, ...essence(document) };
  });
  const last = page * size;
  return success(200, {
    items,
    page: {
      ...{ page, size, total_count: found.length },
      has_next_page: last < found.length,
      has_previous_page: page > 1,
    },
  });
}

function wholeBetween(text: string | null, least: number, most: number): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;
}
