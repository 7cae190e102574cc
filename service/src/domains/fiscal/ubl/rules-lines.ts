import { currencyDigits } from "../../../platform/values/currency.ts";
import { parseDecimal, roundHalfUp } from "../../../platform/values/money.ts";
import type { CanonicalDocument, CanonicalLine } from "../canonical/canonical.ts";
import { categories, outsideScope } from "./categories.ts";
import { isUnitCode } from "./codes.ts";
import { itemText } from "./line.ts";
import type { Violation } from "./rules.ts";
import { clean } from "./xml.ts";

export function lineViolations({ lines, currency }: CanonicalDocument): Violation[] {
  const found: Violation[] = [];
  const onlyOutside = lines.some((line) => line.tax_category === outsideScope);
  lines.forEach((line, index) => {
    const add = (rule: string, name: string, message: string) =>
      found.push({ rule, field: `lines[${index}].${name}`, message });
    checkItem(line, add);
    checkPrice(line, currencyDigits(currency), add);
    checkCategory(line, onlyOutside, add);
  });
  return found;
}

type Add = (rule: string, name: string, message: string) => void;

function checkItem({ description, unit_code }: CanonicalLine, add: Add): void {
  if (itemText(description).name === null) {
    add("BR-25", "description", "The line has no description. Describe what is sold.");
  }
  if (clean(unit_code) === null)
    add("BR-23", "unit_code", "The line has no unit. Set one, such as C62 (one).");
  else if (!isUnitCode(unit_code)) {
    add(
      "BR-CL-23",
      "unit_code",
      `${unit_code} is not a unit of UN/ECE Recommendation 20. Use one that is, such as C62 (one), HUR (hour) or KGM (kilogram).`,
    );
  }
}

function checkPrice(line: CanonicalLine, digits: number | undefined, add: Add): void {
  const [quantity, price, net] = [line.quantity, line.unit_price, line.net_amount].map(
    (value) => parseDecimal(value)!,
  );
  if (price!.lt(0)) add("BR-27", "unit_price", "The price is negative. It must be zero or more.");
  if (digits === undefined) return;
  const expected = (line.allowances ?? []).reduce(
    (left, { is_charge, amount }) => (is_charge ? left.plus(amount) : left.minus(amount)),
    roundHalfUp(quantity!.times(price!).div(line.price_quantity ?? 1), digits),
  );
  if (net!.eq(expected)) return;
  // EN 16931 itself does not check this product, but the networks that exchange its documents do.
  add(
    "PEPPOL-EN16931-R120",
    "net_amount",
    `${line.net_amount} is not quantity × unit_price, less discounts, plus charges, which is ${expected.toFixed(digits)}.`,
  );
}

function checkCategory(line: CanonicalLine, onlyOutside: boolean, add: Add): void {
  const { tax_category: letter, tax_rate } = line;
  const category = categories[letter];
  if (!category) {
    const known = Object.keys(categories).join(", ");
    add("BR-CL-18", "tax_category", `${letter} is not a tax category. Use one of ${known}.`);
    return;
  }
  if (onlyOutside && letter !== outsideScope) {
    add(
      "BR-O-12",
      "tax_category",
      `Other lines are not subject to VAT (O), so ${letter} is not allowed in the same document. Put these lines in a separate document.`,
    );
  }
  const rate = parseDecimal(tax_rate)!;
  const rule = `${category.rules}-05`;
  if (letter === "S" && !rate.gt(0)) {
    add(
      rule,
      "tax_rate",
      "The standard rate (S) can't be 0. Enter the rate, or use Z (zero rate) or E (exempt).",
    );
  } else if (rate.lt(0)) {
    add(rule, "tax_rate", "The tax rate is negative. It must be zero or more.");
  } else if (!category.taxed && !rate.eq(0)) {
    add(rule, "tax_rate", `${letter} (${category.meaning}) has no tax. Set the rate to 0, or use S.`);
  }
}
