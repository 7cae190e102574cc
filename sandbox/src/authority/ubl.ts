import { isRecord } from "../exchange.ts";
import { correctingTypes } from "./codes.ts";

type Fields = Record<string, unknown>;

/** The document as UBL, limited to the parts that identify it. */
export function writeUbl(irn: string, invoice: Fields): string {
  const currency = String(invoice.document_currency_code);
  const amount = (name: string, value: unknown) =>
    element(`cbc:${name}`, value, ` currencyID="${escaped(currency)}"`);
  const totals = fieldsOf(invoice.legal_monetary_total);
  const parts = [
    element("cbc:ID", irn),
    element("cbc:IssueDate", invoice.issue_date),
    element("cbc:DueDate", invoice.due_date),
    // UBL uses the international type codes.
    element("cbc:InvoiceTypeCode", correctingTypes.has(String(invoice.invoice_type_code)) ? "381" : "380"),
    element("cbc:Note", invoice.note),
    element("cbc:DocumentCurrencyCode", currency),
    element("cbc:BuyerReference", invoice.buyer_reference),
    ...listOf(invoice.billing_reference).map((reference) =>
      wrap("cac:BillingReference", wrap("cac:InvoiceDocumentReference", element("cbc:ID", reference.irn))),
    ),
    wrap("cac:AccountingSupplierParty", party(fieldsOf(invoice.accounting_supplier_party))),
    wrap("cac:AccountingCustomerParty", party(fieldsOf(invoice.accounting_customer_party))),
    ...listOf(invoice.tax_total).map((total) => taxTotal(total, amount)),
    wrap(
      "cac:LegalMonetaryTotal",
      amount("LineExtensionAmount", totals.line_extension_amount) +
        amount("TaxExclusiveAmount", totals.tax_exclusive_amount) +
        amount("TaxInclusiveAmount", totals.tax_inclusive_amount) +
        amount("PayableAmount", totals.payable_amount),
    ),
    ...listOf(invoice.invoice_line).map((entry, index) => line(entry, index, amount)),
  ];
  const names = [
    'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
    'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"',
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice ${names.join(" ")}>${parts.join("")}</Invoice>\n`;
}

type Amount = (name: string, value: unknown) => string;

function party(given: Fields): string {
  const address = fieldsOf(given.postal_address);
  return wrap(
    "cac:Party",
    wrap(
      "cac:PostalAddress",
      element("cbc:StreetName", address.street_name) +
        element("cbc:CityName", address.city_name) +
        element("cbc:PostalZone", address.postal_zone) +
        wrap("cac:Country", element("cbc:IdentificationCode", address.country)),
    ) +
      wrap("cac:PartyTaxScheme", element("cbc:CompanyID", given.tin) + scheme) +
      wrap("cac:PartyLegalEntity", element("cbc:RegistrationName", given.party_name)),
  );
}

const scheme = "<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>";

function taxTotal(total: Fields, amount: Amount): string {
  const subtotals = listOf(total.tax_subtotal).map((part) => {
    const { id, percent } = fieldsOf(part.tax_category);
    const category = element("cbc:ID", id) + element("cbc:Percent", percent) + scheme;
    const amounts = amount("TaxableAmount", part.taxable_amount) + amount("TaxAmount", part.tax_amount);
    return wrap("cac:TaxSubtotal", amounts + wrap("cac:TaxCategory", category));
  });
  return wrap("cac:TaxTotal", amount("TaxAmount", total.tax_amount) + subtotals.join(""));
}

function line(entry: Fields, index: number, amount: Amount): string {
  const item = fieldsOf(entry.item);
  const price = fieldsOf(entry.price);
  return wrap(
    "cac:InvoiceLine",
    element("cbc:ID", index + 1) +
      element("cbc:InvoicedQuantity", entry.invoiced_quantity) +
      amount("LineExtensionAmount", entry.line_extension_amount) +
      wrap("cac:Item", element("cbc:Description", item.description) + element("cbc:Name", item.name)) +
      wrap("cac:Price", amount("PriceAmount", price.price_amount)),
  );
}

/** An empty value produces no element. */
function element(name: string, value: unknown, attributes = ""): string {
  if (value === undefined || value === null || value === "") return "";
  return `<${name}${attributes}>${escaped(String(value))}</${name}>`;
}

const wrap = (name: string, content: string) => (content === "" ? "" : `<${name}>${content}</${name}>`);
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
