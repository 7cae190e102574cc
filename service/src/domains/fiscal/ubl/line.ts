import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { LineAllowance } from "../canonical/allowances.ts";
import type { CanonicalLine } from "../canonical/canonical.ts";
import type { Amount } from "./amount.ts";
import { outsideScope } from "./categories.ts";
import { allowanceReason } from "./document-terms.ts";
import { vatScheme } from "./party.ts";
import { clean, type Element, group, text } from "./xml.ts";

export function lineOf(
  names: { line: string; quantity: string },
  line: CanonicalLine,
  number: number,
  amount: Amount,
): Element | undefined {
  const { name, description } = itemText(line.description);
  return group(
    names.line,
    text("cbc:ID", String(number)),
    text(names.quantity, toPlain(parseDecimal(line.quantity)!), { unitCode: line.unit_code }),
    amount("cbc:LineExtensionAmount", line.net_amount),
    ...(line.allowances ?? []).map((allowance) => allowanceOf(allowance, amount)),
    group(
      "cac:Item",
      text("cbc:Description", description),
      text("cbc:Name", name),
      classification("HS", line.hs_code),
      // UNTDID 7143 has a code for the Harmonized System, but none for service code lists.
      classification("ZZZ", line.service_code),
      taxCategory("cac:ClassifiedTaxCategory", line.tax_category, line.tax_rate, null),
    ),
    group(
      "cac:Price",
      amount("cbc:PriceAmount", line.unit_price),
      line.price_quantity === undefined
        ? undefined
        : text("cbc:BaseQuantity", toPlain(parseDecimal(line.price_quantity)!), { unitCode: line.unit_code }),
    ),
  );
}

export function allowanceOf(allowance: LineAllowance, amount: Amount, taxed?: Element): Element | undefined {
  const reason = allowanceReason(allowance);
  return group(
    "cac:AllowanceCharge",
    text("cbc:ChargeIndicator", String(allowance.is_charge)),
    text("cbc:AllowanceChargeReasonCode", reason.code),
    text("cbc:AllowanceChargeReason", reason.text),
    amount("cbc:Amount", allowance.amount),
    taxed,
  );
}

export function taxCategory(
  element: string,
  category: string,
  rate: string,
  reason: string | null,
): Element | undefined {
  const percent = category === outsideScope ? null : toPlain(parseDecimal(rate)!);
  return group(
    element,
    text("cbc:ID", category),
    text("cbc:Percent", percent),
    text("cbc:TaxExemptionReason", reason),
    vatScheme(),
  );
}

const nameLength = 100;

/** An item needs a name, but our line only has a description: its first line becomes the name. */
export function itemText(description: string): { name: string | null; description: string | null } {
  const whole = clean(description);
  if (whole === null) return { name: null, description: null };
  const characters = [...whole.split("\n", 1)[0]!.trimEnd()];
  const name =
    characters.length <= nameLength
      ? characters.join("")
      : `${characters
          .slice(0, nameLength - 1)
          .join("")
          .trimEnd()}…`;
  return { name, description: name === whole ? null : whole };
}

function classification(list: string, code: string | null): Element | undefined {
  return group("cac:CommodityClassification", text("cbc:ItemClassificationCode", code, { listID: list }));
}
