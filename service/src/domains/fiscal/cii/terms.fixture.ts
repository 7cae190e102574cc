import type { Read } from "../ubl/reader.fixture.ts";

/**
 * The business terms of EN 16931 as they are read from either syntax, by their numbers. What both documents say must be
 * the same here, so nothing of the writers is used.
 */
export type Terms = Readonly<Record<string, unknown>>;

export function termsOfUbl(root: Read): Terms {
  const of = reading(root);
  const isInvoice = root.name === "Invoice";
  const kind = isInvoice ? "Invoice" : "CreditNote";
  const note = of("cbc:Note");
  const ownTax = all(root, "cac:TaxTotal").find((total) => total.children.length > 1)!;
  const otherTax = all(root, "cac:TaxTotal").find((total) => total.children.length === 1);
  return {
    "BT-1": of("cbc:ID"),
    "BT-2": of("cbc:IssueDate"),
    "BT-3": of(`cbc:${kind}TypeCode`),
    "BT-5": of("cbc:DocumentCurrencyCode"),
    "BT-6": of("cbc:TaxCurrencyCode"),
    "BT-9": of("cbc:DueDate"),
    "BT-13": of("cac:OrderReference/cbc:ID"),
    "BT-20": of("cac:PaymentTerms/cbc:Note"),
    "BT-21": note?.startsWith("#AAI#") ? "AAI" : undefined,
    "BT-22": note?.replace(/^#AAI#/, ""),
    "BT-24": of("cbc:CustomizationID"),
    "BT-25": of("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID"),
    "BT-26": of("cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate"),
    "BG-4": ublParty(all(root, "cac:AccountingSupplierParty/cac:Party")[0]!),
    "BG-7": ublParty(all(root, "cac:AccountingCustomerParty/cac:Party")[0]!),
    "BT-72": of("cac:Delivery/cbc:ActualDeliveryDate"),
    "BT-73": of("cac:InvoicePeriod/cbc:StartDate"),
    "BT-74": of("cac:InvoicePeriod/cbc:EndDate"),
    "BT-80": of("cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode"),
    "BG-20": all(root, "cac:AllowanceCharge").map(ublAllowance),
    "BT-106": of("cac:LegalMonetaryTotal/cbc:LineExtensionAmount"),
    "BT-107": of("cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount"),
    "BT-108": of("cac:LegalMonetaryTotal/cbc:ChargeTotalAmount"),
    "BT-109": of("cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount"),
    "BT-110": reading(ownTax)("cbc:TaxAmount"),
    "BT-111": otherTax && withCurrency(otherTax.children[0]!),
    "BT-112": of("cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount"),
    "BT-113": of("cac:LegalMonetaryTotal/cbc:PrepaidAmount"),
    "BT-114": of("cac:LegalMonetaryTotal/cbc:PayableRoundingAmount"),
    "BT-115": of("cac:LegalMonetaryTotal/cbc:PayableAmount"),
    "BG-23": all(ownTax, "cac:TaxSubtotal").map((group) => ({
      "BT-116": reading(group)("cbc:TaxableAmount"),
      "BT-117": reading(group)("cbc:TaxAmount"),
      "BT-118": reading(group)("cac:TaxCategory/cbc:ID"),
      "BT-119": reading(group)("cac:TaxCategory/cbc:Percent"),
      "BT-120": reading(group)("cac:TaxCategory/cbc:TaxExemptionReason"),
    })),
    "BG-25": all(root, `cac:${kind}Line`).map((line) => {
      const text = reading(line);
      const quantity = all(line, isInvoice ? "cbc:InvoicedQuantity" : "cbc:CreditedQuantity")[0]!;
      return {
        "BT-126": text("cbc:ID"),
        "BT-129": quantity.text,
        "BT-130": quantity.attributes.unitCode,
        "BT-131": text("cbc:LineExtensionAmount"),
        "BG-27": all(line, "cac:AllowanceCharge").map(ublAllowance),
        "BT-146": text("cac:Price/cbc:PriceAmount"),
        "BT-149": text("cac:Price/cbc:BaseQuantity"),
        "BT-150": all(line, "cac:Price/cbc:BaseQuantity")[0]?.attributes.unitCode,
        "BT-151": text("cac:Item/cac:ClassifiedTaxCategory/cbc:ID"),
        "BT-152": text("cac:Item/cac:ClassifiedTaxCategory/cbc:Percent"),
        "BT-153": text("cac:Item/cbc:Name"),
        "BT-154": text("cac:Item/cbc:Description"),
        "BT-158": all(line, "cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode").map(withList),
      };
    }),
  };
}

function ublParty(party: Read): Terms {
  const of = reading(party);
  return {
    identifier: of("cac:PartyIdentification/cbc:ID"),
    name: of("cac:PartyLegalEntity/cbc:RegistrationName"),
    registration: of("cac:PartyLegalEntity/cbc:CompanyID"),
    vat: of("cac:PartyTaxScheme/cbc:CompanyID"),
    phone: of("cac:Contact/cbc:Telephone"),
    email: of("cac:Contact/cbc:ElectronicMail"),
    line1: of("cac:PostalAddress/cbc:StreetName"),
    line2: of("cac:PostalAddress/cbc:AdditionalStreetName"),
    city: of("cac:PostalAddress/cbc:CityName"),
    postcode: of("cac:PostalAddress/cbc:PostalZone"),
    region: of("cac:PostalAddress/cbc:CountrySubentity"),
    country: of("cac:PostalAddress/cac:Country/cbc:IdentificationCode"),
  };
}

function ublAllowance(allowance: Read): Terms {
  const of = reading(allowance);
  return {
    isCharge: of("cbc:ChargeIndicator"),
    code: of("cbc:AllowanceChargeReasonCode"),
    reason: of("cbc:AllowanceChargeReason"),
    amount: of("cbc:Amount"),
    category: of("cac:TaxCategory/cbc:ID"),
    rate: of("cac:TaxCategory/cbc:Percent"),
  };
}

export function termsOfCii(root: Read): Terms {
  const of = reading(root);
  const transaction = "rsm:SupplyChainTradeTransaction";
  const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`;
  const delivery = `${transaction}/ram:ApplicableHeaderTradeDelivery`;
  const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`;
  const sum = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
  const preceding = `${settlement}/ram:InvoiceReferencedDocument`;
  const currency = of(`${settlement}/ram:InvoiceCurrencyCode`);
  const taxTotals = all(root, `${sum}/ram:TaxTotalAmount`);
  const otherTax = taxTotals.find((total) => total.attributes.currencyID !== currency);
  return {
    "BT-1": of("rsm:ExchangedDocument/ram:ID"),
    "BT-2": day(root, "rsm:ExchangedDocument/ram:IssueDateTime"),
    "BT-3": of("rsm:ExchangedDocument/ram:TypeCode"),
    "BT-5": currency,
    "BT-6": of(`${settlement}/ram:TaxCurrencyCode`),
    "BT-9": day(root, `${settlement}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime`),
    "BT-13": of(`${agreement}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`),
    "BT-20": of(`${settlement}/ram:SpecifiedTradePaymentTerms/ram:Description`),
    "BT-21": of("rsm:ExchangedDocument/ram:IncludedNote/ram:SubjectCode"),
    "BT-22": of("rsm:ExchangedDocument/ram:IncludedNote/ram:Content"),
    "BT-24": of("rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID"),
    "BT-25": of(`${preceding}/ram:IssuerAssignedID`),
    "BT-26": day(root, `${preceding}/ram:FormattedIssueDateTime`),
    "BG-4": ciiParty(all(root, `${agreement}/ram:SellerTradeParty`)[0]!),
    "BG-7": ciiParty(all(root, `${agreement}/ram:BuyerTradeParty`)[0]!),
    "BT-72": day(root, `${delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime`),
    "BT-73": day(root, `${settlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime`),
    "BT-74": day(root, `${settlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime`),
    "BT-80": of(`${delivery}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`),
    "BG-20": all(root, `${settlement}/ram:SpecifiedTradeAllowanceCharge`).map(ciiAllowance),
    "BT-106": of(`${sum}/ram:LineTotalAmount`),
    "BT-107": of(`${sum}/ram:AllowanceTotalAmount`),
    "BT-108": of(`${sum}/ram:ChargeTotalAmount`),
    "BT-109": of(`${sum}/ram:TaxBasisTotalAmount`),
    "BT-110": taxTotals.find((total) => total.attributes.currencyID === currency)?.text,
    "BT-111": otherTax && withCurrency(otherTax),
    "BT-112": of(`${sum}/ram:GrandTotalAmount`),
    "BT-113": of(`${sum}/ram:TotalPrepaidAmount`),
    "BT-114": of(`${sum}/ram:RoundingAmount`),
    "BT-115": of(`${sum}/ram:DuePayableAmount`),
    "BG-23": all(root, `${settlement}/ram:ApplicableTradeTax`).map((group) => ({
      "BT-116": reading(group)("ram:BasisAmount"),
      "BT-117": reading(group)("ram:CalculatedAmount"),
      "BT-118": reading(group)("ram:CategoryCode"),
      "BT-119": reading(group)("ram:RateApplicablePercent"),
      "BT-120": reading(group)("ram:ExemptionReason"),
    })),
    "BG-25": all(root, `${transaction}/ram:IncludedSupplyChainTradeLineItem`).map((line) => {
      const text = reading(line);
      const [price, product] = [
        "ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice",
        "ram:SpecifiedTradeProduct",
      ];
      const quantity = all(line, "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity")[0]!;
      const settled = "ram:SpecifiedLineTradeSettlement";
      return {
        "BT-126": text("ram:AssociatedDocumentLineDocument/ram:LineID"),
        "BT-129": quantity.text,
        "BT-130": quantity.attributes.unitCode,
        "BT-131": text(`${settled}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`),
        "BG-27": all(line, `${settled}/ram:SpecifiedTradeAllowanceCharge`).map(ciiAllowance),
        "BT-146": text(`${price}/ram:ChargeAmount`),
        "BT-149": text(`${price}/ram:BasisQuantity`),
        "BT-150": all(line, `${price}/ram:BasisQuantity`)[0]?.attributes.unitCode,
        "BT-151": text(`${settled}/ram:ApplicableTradeTax/ram:CategoryCode`),
        "BT-152": text(`${settled}/ram:ApplicableTradeTax/ram:RateApplicablePercent`),
        "BT-153": text(`${product}/ram:Name`),
        "BT-154": text(`${product}/ram:Description`),
        "BT-158": all(line, `${product}/ram:DesignatedProductClassification/ram:ClassCode`).map(withList),
      };
    }),
  };
}

function ciiParty(party: Read): Terms {
  const of = reading(party);
  const contact = "ram:DefinedTradeContact";
  return {
    identifier: of("ram:ID"),
    name: of("ram:Name"),
    registration: of("ram:SpecifiedLegalOrganization/ram:ID"),
    vat: all(party, "ram:SpecifiedTaxRegistration/ram:ID").find((id) => id.attributes.schemeID === "VA")
      ?.text,
    phone: of(`${contact}/ram:TelephoneUniversalCommunication/ram:CompleteNumber`),
    email: of(`${contact}/ram:EmailURIUniversalCommunication/ram:URIID`),
    line1: of("ram:PostalTradeAddress/ram:LineOne"),
    line2: of("ram:PostalTradeAddress/ram:LineTwo"),
    city: of("ram:PostalTradeAddress/ram:CityName"),
    postcode: of("ram:PostalTradeAddress/ram:PostcodeCode"),
    region: of("ram:PostalTradeAddress/ram:CountrySubDivisionName"),
    country: of("ram:PostalTradeAddress/ram:CountryID"),
  };
}

function ciiAllowance(allowance: Read): Terms {
  const of = reading(allowance);
  return {
    isCharge: of("ram:ChargeIndicator/udt:Indicator"),
    code: of("ram:ReasonCode"),
    reason: of("ram:Reason"),
    amount: of("ram:ActualAmount"),
    category: of("ram:CategoryTradeTax/ram:CategoryCode"),
    rate: of("ram:CategoryTradeTax/ram:RateApplicablePercent"),
  };
}

/** All elements at a path below this one. */
export function all(element: Read, path: string): Read[] {
  return path
    .split("/")
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter((c) => c.name === name)),
      [element],
    );
}

/** The text at a path below the element, undefined where there is none. */
const reading = (element: Read) => (path: string) => {
  const found = all(element, path);
  if (found.length > 1) throw new Error(`${path} stands ${found.length} times`);
  return found[0]?.text;
};

/** A day of CII, YYYYMMDD, as UBL writes it. */
function day(root: Read, path: string): string | undefined {
  const holder = all(root, path)[0]?.children[0];
  if (holder === undefined) return undefined;
  if (holder.attributes.format !== "102") throw new Error(`${path} is not in the form 102`);
  return holder.text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

const withCurrency = ({ text, attributes }: Read) => `${text} ${attributes.currencyID}`;
const withList = ({ text, attributes }: Read) => `${attributes.listID} ${text}`;
