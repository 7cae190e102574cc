import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { CanonicalLine } from "../canonical/canonical.ts";
import { amountText } from "../ubl/amount.ts";
import { itemText } from "../ubl/line.ts";
import { type Element, group, text } from "../ubl/xml.ts";
import { allowanceOf, tradeTax } from "./tax.ts";

export function lineOf(line: CanonicalLine, number: number, currency: string): Element | undefined {
  return group(
    "ram:IncludedSupplyChainTradeLineItem",
    group("ram:AssociatedDocumentLineDocument", text("ram:LineID", String(number))),
    productOf(line),
    group("ram:SpecifiedLineTradeAgreement", priceOf(line, currency)),
    group("ram:SpecifiedLineTradeDelivery", quantity("ram:BilledQuantity", line, line.quantity)),
    group(
      "ram:SpecifiedLineTradeSettlement",
      tradeTax("ram:ApplicableTradeTax", line.tax_category, line.tax_rate),
      ...(line.allowances ?? []).map((allowance) => allowanceOf(allowance, currency)),
      group(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        text("ram:LineTotalAmount", amountText(currency, line.net_amount)),
      ),
    ),
  );
}

function productOf(line: CanonicalLine): Element | undefined {
  const { name, description } = itemText(line.description);
  return group(
    "ram:SpecifiedTradeProduct",
    text("ram:Name", name),
    text("ram:Description", description),
    classification("HS", line.hs_code),
    // UNTDID 7143 has a code for the Harmonized System, but none for service code lists.
    classification("ZZZ", line.service_code),
  );
}

function priceOf(line: CanonicalLine, currency: string): Element | undefined {
  return group(
    "ram:NetPriceProductTradePrice",
    text("ram:ChargeAmount", amountText(currency, line.unit_price)),
    line.price_quantity === undefined ? undefined : quantity("ram:BasisQuantity", line, line.price_quantity),
  );
}

function quantity(name: string, { unit_code }: CanonicalLine, value: string): Element | undefined {
  return text(name, toPlain(parseDecimal(value)!), { unitCode: unit_code });
}

function classification(list: string, code: string | null): Element | undefined {
  return group("ram:DesignatedProductClassification", text("ram:ClassCode", code, { listID: list }));
}
