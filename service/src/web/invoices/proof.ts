import type { Context } from "../../context.ts";
import { findCreditNoteIds } from "../../domains/billing/credit-notes/service.ts";
import { showAmount } from "../../platform/values/format.ts";
import type { Page } from "../checkout/layout.ts";
import { name } from "../checkout/values.ts";
import { dayOf, renderProofPage } from "../proof/page.ts";
import { prove } from "../proof/prove.ts";
import type { InvoicePageView } from "./page.ts";
import { invoicePageTexts } from "./texts/texts.ts";

/** The page that proves an invoice, the receipts of its payments, and its credit notes. */
export async function renderInvoiceProof(
  context: Context,
  view: InvoicePageView,
  query: unknown,
): Promise<Page> {
  const { language, path, isSandbox, look, payments } = view;
  const { company, invoice } = view.hosted;
  const texts = invoicePageTexts[language].proof;
  const issuedAt = new Date(invoice.issued_at!);
  const creditNotes = await findCreditNoteIds(context.reads, company.id, invoice.id);
  const proof = await prove(
    context,
    company.id,
    {
      kind: "invoice",
      id: invoice.id,
      event: "invoice.issued",
      at: issuedAt,
      others: [
        ...payments.map(({ id }) => ({ kind: "receipt" as const, id })),
        ...creditNotes.map((id) => ({ kind: "credit_note" as const, id })),
      ],
    },
    query,
  );
  return renderProofPage({
    ...proof,
    texts,
    language,
    company,
    isSandbox,
    look,
    title: texts.title(invoice.number!, invoice.supplier.name),
    sellerName: invoice.supplier.name,
    path: `${path}/proof`,
    backPath: path,
    about: [
      [texts.number, name(invoice.number!)],
      [texts.total, showAmount(invoice.total, invoice.currency, language)],
      [texts.issued, dayOf(issuedAt, company, language)],
      invoice.irn !== null && [texts.fiscal, name(invoice.irn)],
    ],
  });
}
