import type { Read } from "./reader.fixture.ts";

// The sequences of the UBL 2.1 schemas, as far as EN 16931 maps their elements. What is not named here is either
// unknown to the schema or not to be used by an EN 16931 document.
const sequences: Record<string, string> = {
  Invoice: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:DueDate cbc:InvoiceTypeCode cbc:Note
    cbc:TaxPointDate cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:AccountingCost cbc:BuyerReference
    cac:InvoicePeriod cac:OrderReference cac:BillingReference cac:DespatchDocumentReference
    cac:ReceiptDocumentReference cac:OriginatorDocumentReference cac:ContractDocumentReference
    cac:AdditionalDocumentReference cac:ProjectReference cac:AccountingSupplierParty cac:AccountingCustomerParty
    cac:PayeeParty cac:TaxRepresentativeParty cac:Delivery cac:PaymentMeans cac:PaymentTerms cac:AllowanceCharge
    cac:TaxTotal cac:LegalMonetaryTotal cac:InvoiceLine`,
  CreditNote: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:TaxPointDate cbc:CreditNoteTypeCode
    cbc:Note cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:AccountingCost cbc:BuyerReference cac:InvoicePeriod
    cac:OrderReference cac:BillingReference cac:DespatchDocumentReference cac:ReceiptDocumentReference
    cac:ContractDocumentReference cac:AdditionalDocumentReference cac:OriginatorDocumentReference
    cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty cac:TaxRepresentativeParty cac:Delivery
    cac:PaymentMeans cac:PaymentTerms cac:AllowanceCharge cac:TaxTotal cac:LegalMonetaryTotal cac:CreditNoteLine`,
  "cac:InvoicePeriod": "cbc:StartDate cbc:EndDate cbc:DescriptionCode",
  "cac:OrderReference": "cbc:ID cbc:SalesOrderID",
  "cac:BillingReference": "cac:InvoiceDocumentReference",
  "cac:InvoiceDocumentReference": "cbc:ID cbc:IssueDate",
  "cac:AccountingSupplierParty": "cac:Party",
  "cac:AccountingCustomerParty": "cac:Party",
  "cac:Party": `cbc:EndpointID cac:PartyIdentification cac:PartyName cac:PostalAddress cac:PartyTaxScheme
    cac:PartyLegalEntity cac:Contact`,
  "cac:PartyIdentification": "cbc:ID",
  "cac:PostalAddress": `cbc:StreetName cbc:AdditionalStreetName cbc:CityName cbc:PostalZone cbc:CountrySubentity
    cac:AddressLine cac:Country`,
  "cac:Country": "cbc:IdentificationCode",
  "cac:PartyTaxScheme": "cbc:CompanyID cac:TaxScheme",
  "cac:TaxScheme": "cbc:ID",
  "cac:PartyLegalEntity": "cbc:RegistrationName cbc:CompanyID cbc:CompanyLegalForm",
  "cac:Contact": "cbc:Name cbc:Telephone cbc:ElectronicMail",
  "cac:Delivery": "cbc:ActualDeliveryDate cac:DeliveryLocation cac:DeliveryParty",
  "cac:DeliveryLocation": "cbc:ID cac:Address",
  "cac:Address": `cbc:StreetName cbc:AdditionalStreetName cbc:CityName cbc:PostalZone cbc:CountrySubentity
    cac:AddressLine cac:Country`,
  "cac:PaymentTerms": "cbc:Note",
  "cac:AllowanceCharge": `cbc:ChargeIndicator cbc:AllowanceChargeReasonCode cbc:AllowanceChargeReason
    cbc:MultiplierFactorNumeric cbc:Amount cbc:BaseAmount cac:TaxCategory`,
  "cac:TaxTotal": "cbc:TaxAmount cac:TaxSubtotal",
  "cac:TaxSubtotal": "cbc:TaxableAmount cbc:TaxAmount cac:TaxCategory",
  "cac:TaxCategory": "cbc:ID cbc:Percent cbc:TaxExemptionReasonCode cbc:TaxExemptionReason cac:TaxScheme",
  "cac:LegalMonetaryTotal": `cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount
    cbc:AllowanceTotalAmount cbc:ChargeTotalAmount cbc:PrepaidAmount cbc:PayableRoundingAmount cbc:PayableAmount`,
  "cac:InvoiceLine": `cbc:ID cbc:Note cbc:InvoicedQuantity cbc:LineExtensionAmount cbc:AccountingCost
    cac:InvoicePeriod cac:OrderLineReference cac:DocumentReference cac:AllowanceCharge cac:Item cac:Price`,
  "cac:CreditNoteLine": `cbc:ID cbc:Note cbc:CreditedQuantity cbc:LineExtensionAmount cbc:AccountingCost
    cac:InvoicePeriod cac:OrderLineReference cac:DocumentReference cac:AllowanceCharge cac:Item cac:Price`,
  "cac:Item": `cbc:Description cbc:Name cac:BuyersItemIdentification cac:SellersItemIdentification
    cac:StandardItemIdentification cac:OriginCountry cac:CommodityClassification cac:ClassifiedTaxCategory
    cac:AdditionalItemProperty`,
  "cac:CommodityClassification": "cbc:ItemClassificationCode",
  "cac:ClassifiedTaxCategory": "cbc:ID cbc:Percent cac:TaxScheme",
  "cac:Price": "cbc:PriceAmount cbc:BaseQuantity cac:AllowanceCharge",
};

const repeatable = new Set([
  "cac:AllowanceCharge",
  "cac:TaxTotal",
  "cac:TaxSubtotal",
  "cac:InvoiceLine",
  "cac:CreditNoteLine",
  "cac:CommodityClassification",
]);

/** What the schema would refuse, or EN 16931 would find empty; nothing if all is well. */
export const faultsOf = (element: Read): string[] => faultsBy({ sequences, repeatable }, element);

/** The order of a schema's elements. A name that ends in ! must be there. */
export type Schema = {
  sequences: Readonly<Record<string, string>>;
  repeatable: ReadonlySet<string>;
  /** Elements that may have neither text nor children. */
  mayBeEmpty?: ReadonlySet<string>;
};

export function faultsBy(schema: Schema, element: Read): string[] {
  const { name, children, text } = element;
  const known = schema.sequences[name]?.split(/\s+/) ?? [];
  if (children.length === 0) {
    const isEmpty = known.length > 0 || text.trim() === "";
    return isEmpty && !schema.mayBeEmpty?.has(name) ? [`${name} is empty`] : [];
  }
  const order = known.map((each) => each.replace("!", ""));
  const places = children.map((child) => order.indexOf(child.name));
  const found = children.flatMap((child, index) => {
    const [before, place] = [places[index - 1] ?? -1, places[index]!];
    if (place < 0) return [`${child.name} is unknown in ${name}`];
    if (place < before) return [`${child.name} stands too late in ${name}`];
    if (place === before && !schema.repeatable.has(child.name))
      return [`${child.name} stands twice in ${name}`];
    return [];
  });
  const missing = known
    .filter((each) => each.endsWith("!") && !places.includes(known.indexOf(each)))
    .map((each) => `${name} has no ${each.replace("!", "")}`);
  return [...found, ...missing, ...children.flatMap((child) => faultsBy(schema, child))];
}
