import type { Read } from "../ubl/reader.fixture.ts";
import { faultsBy } from "../ubl/sequence.fixture.ts";

// The sequences of the CII schema (D16B), as far as the EN 16931 profile of Factur-X has their elements. What is not
// named here is either unknown to the schema or not to be used by an EN 16931 document.
const tradeParty = `ram:ID ram:GlobalID ram:Name! ram:Description ram:SpecifiedLegalOrganization ram:DefinedTradeContact
  ram:PostalTradeAddress! ram:URIUniversalCommunication ram:SpecifiedTaxRegistration`;
const referencedDocument = `ram:IssuerAssignedID! ram:URIID ram:LineID ram:TypeCode ram:Name ram:AttachmentBinaryObject
  ram:ReferenceTypeCode ram:FormattedIssueDateTime`;
const tradeTax = `ram:CalculatedAmount ram:TypeCode! ram:ExemptionReason ram:BasisAmount ram:CategoryCode!
  ram:ExemptionReasonCode ram:TaxPointDate ram:DueDateTypeCode ram:RateApplicablePercent`;
const date = "udt:DateTimeString!";

const sequences: Record<string, string> = {
  "rsm:CrossIndustryInvoice":
    "rsm:ExchangedDocumentContext! rsm:ExchangedDocument! rsm:SupplyChainTradeTransaction!",
  "rsm:ExchangedDocumentContext":
    "ram:BusinessProcessSpecifiedDocumentContextParameter ram:GuidelineSpecifiedDocumentContextParameter!",
  "ram:GuidelineSpecifiedDocumentContextParameter": "ram:ID!",
  "rsm:ExchangedDocument": "ram:ID! ram:TypeCode! ram:IssueDateTime! ram:IncludedNote",
  "ram:IssueDateTime": date,
  "ram:IncludedNote": "ram:Content! ram:SubjectCode",
  "rsm:SupplyChainTradeTransaction": `ram:IncludedSupplyChainTradeLineItem! ram:ApplicableHeaderTradeAgreement!
    ram:ApplicableHeaderTradeDelivery! ram:ApplicableHeaderTradeSettlement!`,
  "ram:IncludedSupplyChainTradeLineItem": `ram:AssociatedDocumentLineDocument! ram:SpecifiedTradeProduct!
    ram:SpecifiedLineTradeAgreement! ram:SpecifiedLineTradeDelivery! ram:SpecifiedLineTradeSettlement!`,
  "ram:AssociatedDocumentLineDocument": "ram:LineID! ram:IncludedNote",
  "ram:SpecifiedTradeProduct": `ram:GlobalID ram:SellerAssignedID ram:BuyerAssignedID ram:Name! ram:Description
    ram:ApplicableProductCharacteristic ram:DesignatedProductClassification ram:OriginTradeCountry`,
  "ram:DesignatedProductClassification": "ram:ClassCode!",
  "ram:SpecifiedLineTradeAgreement": `ram:BuyerOrderReferencedDocument ram:GrossPriceProductTradePrice
    ram:NetPriceProductTradePrice!`,
  "ram:NetPriceProductTradePrice": "ram:ChargeAmount! ram:BasisQuantity ram:AppliedTradeAllowanceCharge",
  "ram:SpecifiedLineTradeDelivery": "ram:BilledQuantity!",
  "ram:SpecifiedLineTradeSettlement": `ram:ApplicableTradeTax! ram:BillingSpecifiedPeriod
    ram:SpecifiedTradeAllowanceCharge ram:SpecifiedTradeSettlementLineMonetarySummation!
    ram:AdditionalReferencedDocument ram:ReceivableSpecifiedTradeAccountingAccount`,
  "ram:ApplicableTradeTax": tradeTax,
  "ram:CategoryTradeTax": tradeTax,
  "ram:SpecifiedTradeAllowanceCharge": `ram:ChargeIndicator! ram:CalculationPercent ram:BasisAmount ram:ActualAmount!
    ram:ReasonCode ram:Reason ram:CategoryTradeTax`,
  "ram:ChargeIndicator": "udt:Indicator!",
  "ram:SpecifiedTradeSettlementLineMonetarySummation": "ram:LineTotalAmount!",
  "ram:ApplicableHeaderTradeAgreement": `ram:BuyerReference ram:SellerTradeParty! ram:BuyerTradeParty!
    ram:SellerTaxRepresentativeTradeParty ram:SellerOrderReferencedDocument ram:BuyerOrderReferencedDocument
    ram:ContractReferencedDocument ram:AdditionalReferencedDocument ram:SpecifiedProcuringProject`,
  "ram:SellerTradeParty": tradeParty,
  "ram:BuyerTradeParty": tradeParty,
  // Where goods go needs no name.
  "ram:ShipToTradeParty": tradeParty.replace("ram:Name!", "ram:Name"),
  "ram:SpecifiedLegalOrganization": "ram:ID ram:TradingBusinessName",
  "ram:DefinedTradeContact": `ram:PersonName ram:DepartmentName ram:TelephoneUniversalCommunication
    ram:EmailURIUniversalCommunication`,
  "ram:TelephoneUniversalCommunication": "ram:CompleteNumber!",
  "ram:EmailURIUniversalCommunication": "ram:URIID!",
  "ram:PostalTradeAddress": `ram:PostcodeCode ram:LineOne ram:LineTwo ram:LineThree ram:CityName ram:CountryID!
    ram:CountrySubDivisionName`,
  "ram:SpecifiedTaxRegistration": "ram:ID!",
  "ram:BuyerOrderReferencedDocument": referencedDocument,
  "ram:InvoiceReferencedDocument": referencedDocument,
  "ram:FormattedIssueDateTime": "qdt:DateTimeString!",
  "ram:ApplicableHeaderTradeDelivery": `ram:ShipToTradeParty ram:ActualDeliverySupplyChainEvent
    ram:DespatchAdviceReferencedDocument ram:ReceivingAdviceReferencedDocument`,
  "ram:ActualDeliverySupplyChainEvent": "ram:OccurrenceDateTime!",
  "ram:OccurrenceDateTime": date,
  "ram:ApplicableHeaderTradeSettlement": `ram:CreditorReferenceID ram:PaymentReference ram:TaxCurrencyCode
    ram:InvoiceCurrencyCode! ram:PayeeTradeParty ram:SpecifiedTradeSettlementPaymentMeans ram:ApplicableTradeTax!
    ram:BillingSpecifiedPeriod ram:SpecifiedTradeAllowanceCharge ram:SpecifiedTradePaymentTerms
    ram:SpecifiedTradeSettlementHeaderMonetarySummation! ram:InvoiceReferencedDocument
    ram:ReceivableSpecifiedTradeAccountingAccount`,
  "ram:BillingSpecifiedPeriod": "ram:StartDateTime ram:EndDateTime",
  "ram:StartDateTime": date,
  "ram:EndDateTime": date,
  "ram:SpecifiedTradePaymentTerms": "ram:Description ram:DueDateDateTime ram:DirectDebitMandateID",
  "ram:DueDateDateTime": date,
  "ram:SpecifiedTradeSettlementHeaderMonetarySummation": `ram:LineTotalAmount! ram:ChargeTotalAmount
    ram:AllowanceTotalAmount ram:TaxBasisTotalAmount! ram:TaxTotalAmount! ram:RoundingAmount ram:GrandTotalAmount!
    ram:TotalPrepaidAmount ram:DuePayableAmount!`,
};

const repeatable = new Set([
  "ram:IncludedSupplyChainTradeLineItem",
  "ram:DesignatedProductClassification",
  "ram:ApplicableTradeTax",
  "ram:SpecifiedTradeAllowanceCharge",
  "ram:TaxTotalAmount",
]);

const mayBeEmpty = new Set(["ram:ApplicableHeaderTradeDelivery"]);

/** What the schema would refuse; nothing if all is well. */
export const faultsOf = (element: Read): string[] => faultsBy({ sequences, repeatable, mayBeEmpty }, element);
