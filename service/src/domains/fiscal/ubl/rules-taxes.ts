import { Big } from "big.js";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { parseDecimal, roundHalfUp, toPlain } from "../../../platform/values/money.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { breakdownOf, type Group, groupKey } from "./breakdown.ts";
import { categories } from "./categories.ts";
import type { Violation } from "./rules.ts";

export function taxViolations(document: CanonicalDocument): Violation[] {
  const groups = breakdownOf(document);
  const nets = netsByGroup(document);
  if (groups.length === 0) {
    const message = "The document has no tax groups. It needs one for each category and rate of its lines.";
    return [{ rule: "BR-CO-18", field: "taxes", message }];
  }
  return [...groups.flatMap((group) => checkGroup(group, nets, document)), ...missingGroups(groups, nets)];
}

function netsByGroup({ lines, allowances = [] }: CanonicalDocument): Map<string, Big> {
  const nets = new Map<string, Big>();
  const add = (category: string, rate: string, amount: Big) => {
    const key = groupKey(category, parseDecimal(rate)!);
    nets.set(key, (nets.get(key) ?? zero).plus(amount));
  };
  for (const line of lines) add(line.tax_category, line.tax_rate, parseDecimal(line.net_amount)!);
  for (const { category, rate, is_charge, amount } of allowances) {
    const value = parseDecimal(amount)!;
    add(category, rate, is_charge ? value : zero.minus(value));
  }
  return nets;
}

function checkGroup(group: Group, nets: Map<string, Big>, document: CanonicalDocument): Violation[] {
  const field = `taxes[${group.taxes[0]}]`;
  const category = categories[group.category];
  if (!category) {
    const message = `${group.category} is not a tax category. Use one of ${Object.keys(categories).join(", ")}.`;
    return [{ rule: "BR-CL-17", field: `${field}.category`, message }];
  }
  const found: Violation[] = [];
  const net = nets.get(groupKey(group.category, group.rate));
  if (!net?.eq(group.taxable)) {
    const message = `${toPlain(group.taxable)} is not the sum of the lines, discounts and charges with this category and rate (${toPlain(net ?? zero)}).`;
    found.push({ rule: `${category.rules}-08`, field: `${field}.taxable_amount`, message });
  }
  return [...found, ...checkTax(group, `${field}.tax_amount`, document)];
}

function checkTax(
  { category, rate, taxable, tax }: Group,
  field: string,
  document: CanonicalDocument,
): Violation[] {
  const digits = currencyDigits(document.currency) ?? 2;
  const { rules, taxed, meaning } = categories[category]!;
  if (!taxed) {
    const message = `${category} (${meaning}) has no tax, but ${toPlain(tax)} is charged. Set it to 0, or use S.`;
    return tax.eq(0) ? [] : [{ rule: `${rules}-09`, field, message }];
  }
  const expected = roundHalfUp(taxable.times(rate).times(percent), digits);
  // The tax within a price is rounded from the price, and may differ from that of the rounded net by one unit. The
  // official validation tolerates a whole unit of the currency.
  const includesTax = document.lines.some((line) => line.price_quantity !== undefined);
  const tolerance = includesTax ? new Big(`1e-${digits}`) : zero;
  if (tax.minus(expected).abs().gt(tolerance)) {
    const message = `${toPlain(tax)} is not ${toPlain(rate)} % of ${toPlain(taxable)}, which is ${toPlain(expected)}.`;
    return [{ rule: "BR-CO-17", field, message }];
  }
  if (rate.lt(half) && !tax.lt(half)) {
    const message = `The official validation treats a rate of ${toPlain(rate)} % as 0 % and rejects the tax. Use a rate of at least 0.5 %.`;
    return [{ rule: "BR-CO-17", field: field.replace("tax_amount", "rate"), message }];
  }
  return [];
}

const zero = new Big("0");
const percent = new Big("0.01");
/** The official rule rounds a smaller rate to zero. */
const half = new Big("0.5");

function missingGroups(groups: readonly Group[], nets: Map<string, Big>): Violation[] {
  const there = new Set(groups.map(({ category, rate }) => groupKey(category, rate)));
  return [...nets.keys()]
    .filter((key) => !there.has(key) && categories[key.split(" ")[0]!])
    .map((key) => {
      const [letter, rate] = key.split(" ");
      const message = `The lines with tax_category ${letter} and ${rate} % have no tax group. Add one.`;
      return { rule: `${categories[letter!]!.rules}-01`, field: "taxes", message };
    });
}
