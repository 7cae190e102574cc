import { toPlain } from "../../../platform/values/money.ts";
import { type CanonicalDocument, taxExclusive } from "../canonical/canonical.ts";
import { type Amount, amountsIn } from "./amount.ts";
import { breakdownOf } from "./breakdown.ts";
import { outsideScope } from "./categories.ts";
import { deliveryOf, expressibleAccounting, noteOf, paymentTermsOf } from "./document-terms.ts";
import { allowanceOf, lineOf, taxCategory } from "./line.ts";
import { countryOf, partyOf } from "./party.ts";
import { clean, type Element, group, render, text } from "./xml.ts";

/**
 * Writes the document as UBL 2.1 by EN 16931, without extensions of a network or country. The output is valid if
 * `violations` of rules.ts finds nothing; a document with violations is written with them. Elements are in the order of
 * the schema, which accepts no other.
 */
export function ublOf(document: CanonicalDocument): string {
  const names = kinds[document.type];
  const amount = amountsIn(document.currency);
  const accounting = expressibleAccounting(document);
  const parties = { outsideScope: document.lines.some((line) => line.tax_category === outsideScope) };
  const root = group(
    names.root,
    text("cbc:CustomizationID", "urn:cen.eu:en16931:2017"),
    text("cbc:ID", document.number),
    text("cbc:IssueDate", document.issue_date),
    names.hasDueDate ? text("cbc:DueDate", document.due_date) : undefined,
    text(names.typeCode, names.code),
    text("cbc:Note", noteText(document)),
    text("cbc:DocumentCurrencyCode", document.currency),
    text("cbc:TaxCurrencyCode", accounting?.currency ?? null),
    periodOf(document),
    group("cac:OrderReference", text("cbc:ID", clean(document.order_reference ?? null))),
    precedingOf(document),
    partyOf("cac:AccountingSupplierParty", document.supplier, parties),
    partyOf("cac:AccountingCustomerParty", document.customer, parties),
    deliveryElement(document),
    group("cac:PaymentTerms", text("cbc:Note", paymentTermsOf(document))),
    ...(document.allowances ?? []).map((allowance) =>
      allowanceOf(
        allowance,
        amount,
        taxCategory("cac:TaxCategory", allowance.category, allowance.rate, null),
      ),
    ),
    taxTotalOf(document, amount),
    accountingTaxOf(accounting),
    totalsOf(document, amount),
    ...document.lines.map((line, index) => lineOf(names, line, index + 1, amount)),
  )!;
  return render({ ...root, attributes: { xmlns: `${schemas}:${names.root}-2`, ...namespaces } });
}

const schemas = "urn:oasis:names:specification:ubl:schema:xsd";

const namespaces = {
  "xmlns:cac": `${schemas}:CommonAggregateComponents-2`,
  "xmlns:cbc": `${schemas}:CommonBasicComponents-2`,
};

const kinds = {
  invoice: {
    root: "Invoice",
    typeCode: "cbc:InvoiceTypeCode",
    code: "380",
    hasDueDate: true,
    line: "cac:InvoiceLine",
    quantity: "cbc:InvoicedQuantity",
  },
  credit_note: {
    root: "CreditNote",
    typeCode: "cbc:CreditNoteTypeCode",
    code: "381",
    hasDueDate: false,
    line: "cac:CreditNoteLine",
    quantity: "cbc:CreditedQuantity",
  },
} as const;

// EN 16931 expects the subject code of a note between its first two #.
function noteText(document: CanonicalDocument): string | null {
  const { content, subject } = noteOf(document);
  return subject === null ? content : `#${subject}#${content}`;
}

// The invoicing period (BG-14) of an invoice that a schedule made.
function periodOf({ period }: CanonicalDocument): Element | undefined {
  if (!period) return undefined;
  return group("cac:InvoicePeriod", text("cbc:StartDate", period.start), text("cbc:EndDate", period.end));
}

function precedingOf({ preceding }: CanonicalDocument): Element | undefined {
  if (preceding === null) return undefined;
  const reference = [text("cbc:ID", preceding.number), text("cbc:IssueDate", preceding.issue_date)];
  return group("cac:BillingReference", group("cac:InvoiceDocumentReference", ...reference));
}

function deliveryElement(document: CanonicalDocument): Element | undefined {
  const delivery = deliveryOf(document);
  if (!delivery) return undefined;
  const location = group("cac:DeliveryLocation", group("cac:Address", countryOf(delivery.country)));
  return group("cac:Delivery", text("cbc:ActualDeliveryDate", delivery.date), location);
}

function taxTotalOf(document: CanonicalDocument, amount: Amount): Element | undefined {
  const subtotals = breakdownOf(document).map(({ category, rate, taxable, tax, reason }) =>
    group(
      "cac:TaxSubtotal",
      amount("cbc:TaxableAmount", toPlain(taxable)),
      amount("cbc:TaxAmount", toPlain(tax)),
      taxCategory("cac:TaxCategory", category, toPlain(rate), reason),
    ),
  );
  return group("cac:TaxTotal", amount("cbc:TaxAmount", document.tax_total), ...subtotals);
}

// The tax in accounting currency (BT-111), which BR-53 requires beside the code of that currency (BT-6), has no subtotals.
function accountingTaxOf(accounting: CanonicalDocument["accounting"]): Element | undefined {
  if (!accounting) return undefined;
  return group("cac:TaxTotal", amountsIn(accounting.currency)("cbc:TaxAmount", accounting.tax_total));
}

function totalsOf(document: CanonicalDocument, amount: Amount): Element | undefined {
  return group(
    "cac:LegalMonetaryTotal",
    amount("cbc:LineExtensionAmount", document.subtotal),
    amount("cbc:TaxExclusiveAmount", taxExclusive(document)),
    amount("cbc:TaxInclusiveAmount", document.total),
    document.discount_total === undefined
      ? undefined
      : amount("cbc:AllowanceTotalAmount", document.discount_total),
    document.charge_total === undefined ? undefined : amount("cbc:ChargeTotalAmount", document.charge_total),
    amount("cbc:PayableAmount", document.total),
  );
}
