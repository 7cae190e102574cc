import { toPlain } from "../../../platform/values/money.ts";
import { type CanonicalDocument, taxExclusive } from "../canonical/canonical.ts";
import { amountText } from "../ubl/amount.ts";
import { breakdownOf } from "../ubl/breakdown.ts";
import { outsideScope } from "../ubl/categories.ts";
import { deliveryOf, expressibleAccounting, noteOf, paymentTermsOf } from "../ubl/document-terms.ts";
import { type Element, group, render, text } from "../ubl/xml.ts";
import { lineOf } from "./line.ts";
import { countryOf, partyOf } from "./party.ts";
import { allowanceOf, tradeTax } from "./tax.ts";

/**
 * Writes the document as a Cross Industry Invoice (UN/CEFACT, D16B) by EN 16931, which is what Factur-X and ZUGFeRD put
 * into a PDF. It says the same as the UBL document, and is valid if `violations` of ubl/rules.ts finds nothing. Elements
 * are in the order of the schema, which accepts no other.
 */
export function ciiOf(document: CanonicalDocument): string {
  const root = group("rsm:CrossIndustryInvoice", contextOf(), headOf(document), transactionOf(document))!;
  return render({ ...root, attributes: namespaces });
}

const standard = "urn:un:unece:uncefact:data:standard";

const namespaces = {
  "xmlns:rsm": `${standard}:CrossIndustryInvoice:100`,
  "xmlns:qdt": `${standard}:QualifiedDataType:100`,
  "xmlns:ram": `${standard}:ReusableAggregateBusinessInformationEntity:100`,
  "xmlns:udt": `${standard}:UnqualifiedDataType:100`,
};

function contextOf(): Element | undefined {
  const guideline = text("ram:ID", "urn:cen.eu:en16931:2017");
  return group(
    "rsm:ExchangedDocumentContext",
    group("ram:GuidelineSpecifiedDocumentContextParameter", guideline),
  );
}

const typeCodes = { invoice: "380", credit_note: "381" } as const;

function headOf(document: CanonicalDocument): Element | undefined {
  const note = noteOf(document);
  return group(
    "rsm:ExchangedDocument",
    text("ram:ID", document.number),
    text("ram:TypeCode", typeCodes[document.type]),
    dateOf("ram:IssueDateTime", document.issue_date),
    group("ram:IncludedNote", text("ram:Content", note.content), text("ram:SubjectCode", note.subject)),
  );
}

function transactionOf(document: CanonicalDocument): Element | undefined {
  return group(
    "rsm:SupplyChainTradeTransaction",
    ...document.lines.map((line, index) => lineOf(line, index + 1, document.currency)),
    agreementOf(document),
    headerDeliveryOf(document),
    settlementOf(document),
  );
}

function agreementOf({ supplier, customer, order_reference, lines }: CanonicalDocument): Element | undefined {
  const parties = { outsideScope: lines.some((line) => line.tax_category === outsideScope) };
  return group(
    "ram:ApplicableHeaderTradeAgreement",
    partyOf("ram:SellerTradeParty", supplier, parties),
    partyOf("ram:BuyerTradeParty", customer, parties),
    group("ram:BuyerOrderReferencedDocument", text("ram:IssuerAssignedID", order_reference ?? null)),
  );
}

/** The schema demands this group also where there is nothing to say. */
function headerDeliveryOf(document: CanonicalDocument): Element {
  const name = "ram:ApplicableHeaderTradeDelivery";
  const delivery = deliveryOf(document);
  const made =
    delivery &&
    group(
      name,
      group("ram:ShipToTradeParty", group("ram:PostalTradeAddress", countryOf(delivery.country))),
      group("ram:ActualDeliverySupplyChainEvent", dateOf("ram:OccurrenceDateTime", delivery.date)),
    );
  return made ?? { name, attributes: {}, content: [] };
}

function settlementOf(document: CanonicalDocument): Element | undefined {
  const { currency, period, allowances = [] } = document;
  return group(
    "ram:ApplicableHeaderTradeSettlement",
    text("ram:TaxCurrencyCode", expressibleAccounting(document)?.currency ?? null),
    text("ram:InvoiceCurrencyCode", currency),
    ...breakdownOf(document).map(({ category, rate, taxable, tax, reason }) =>
      tradeTax("ram:ApplicableTradeTax", category, toPlain(rate), {
        tax: amountText(currency, toPlain(tax)),
        reason,
        taxable: amountText(currency, toPlain(taxable)),
      }),
    ),
    period &&
      group(
        "ram:BillingSpecifiedPeriod",
        dateOf("ram:StartDateTime", period.start),
        dateOf("ram:EndDateTime", period.end),
      ),
    ...allowances.map((allowance) =>
      allowanceOf(allowance, currency, tradeTax("ram:CategoryTradeTax", allowance.category, allowance.rate)),
    ),
    termsOf(document),
    totalsOf(document),
    precedingOf(document),
  );
}

function termsOf(document: CanonicalDocument): Element | undefined {
  return group(
    "ram:SpecifiedTradePaymentTerms",
    text("ram:Description", paymentTermsOf(document)),
    document.type === "invoice" ? dateOf("ram:DueDateDateTime", document.due_date) : undefined,
  );
}

/** Amounts are in the currency of the document, which is named only where there may be another (BT-110, BT-111). */
function totalsOf(document: CanonicalDocument): Element | undefined {
  const { currency } = document;
  const accounting = expressibleAccounting(document);
  const amount = (name: string, value: string | undefined) =>
    value === undefined ? undefined : text(name, amountText(currency, value));
  const tax = (total: string, totalCurrency: string) =>
    text("ram:TaxTotalAmount", amountText(totalCurrency, total), { currencyID: totalCurrency });
  return group(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    amount("ram:LineTotalAmount", document.subtotal),
    amount("ram:ChargeTotalAmount", document.charge_total),
    amount("ram:AllowanceTotalAmount", document.discount_total),
    amount("ram:TaxBasisTotalAmount", taxExclusive(document)),
    tax(document.tax_total, currency),
    accounting && tax(accounting.tax_total, accounting.currency),
    amount("ram:GrandTotalAmount", document.total),
    amount("ram:DuePayableAmount", document.total),
  );
}

function precedingOf({ preceding }: CanonicalDocument): Element | undefined {
  if (preceding === null) return undefined;
  return group(
    "ram:InvoiceReferencedDocument",
    text("ram:IssuerAssignedID", preceding.number),
    dateOf("ram:FormattedIssueDateTime", preceding.issue_date, "qdt:DateTimeString"),
  );
}

/** A day as CII has it: 102 is the form YYYYMMDD in UNTDID 2379. */
function dateOf(name: string, day: string | null, holder = "udt:DateTimeString"): Element | undefined {
  return group(name, text(holder, day?.replaceAll("-", "") ?? null, { format: "102" }));
}
