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
  return [
    ...groups.flatMap((group) => checkGroup(group, nets, currencyDigits(document.currency))),
    ...missingGroups(groups, nets),
  ];
}

function netsByGroup({ lines }: CanonicalDocument): Map<string, Big> {
  const nets = new Map<string, Big>();
  for (const { tax_category, tax_rate, net_amount } of lines) {
    const key = groupKey(tax_category, parseDecimal(tax_rate)!);
    nets.set(key, (nets.get(key) ?? new Big("0")).plus(parseDecimal(net_amount)!));
  }
  return nets;
}

function checkGroup(group: Group, nets: Map<string, Big>, digits: number | undefined): Violation[] {
  const field = `taxes[${group.taxes[0]}]`;
  const category = categories[group.category];
  if (!category) {
    const message = `${group.category} is not a tax category. Use one of ${Object.keys(categories).join(", ")}.`;
    return [{ rule: "BR-CL-17", field: `${field}.category`, message }];
  }
  const found: Violation[] = [];
  const net = nets.get(groupKey(group.category, group.rate));
  if (!net?.eq(group.taxable)) {
    const message = `${toPlain(group.taxable)} is not the sum of the lines with this category and rate (${toPlain(net ?? new Big("0"))}).`;
    found.push({ rule: `${category.rules}-08`, field: `${field}.taxable_amount`, message });
  }
  return [...found, ...checkTax(group, `${field}.tax_amount`, digits)];
}

function checkTax({ category, rate, taxable, tax }: Group, field: string, digits = 2): Violation[] {
  const { rules, taxed, meaning } = categories[category]!;
  if (!taxed) {
    const message = `${category} (${meaning}) has no tax, but ${toPlain(tax)} is charged. Set it to 0, or use S.`;
    return tax.eq(0) ? [] : [{ rule: `${rules}-09`, field, message }];
  }
  const expected = roundHalfUp(taxable.times(rate).times(percent), digits);
  if (!tax.eq(expected)) {
    const message = `${toPlain(tax)} is not ${toPlain(rate)} % of ${toPlain(taxable)}, which is ${toPlain(expected)}.`;
    return [{ rule: "BR-CO-17", field, message }];
  }
  if (rate.lt(half) && !tax.lt(half)) {
    const message = `The official validation treats a rate of ${toPlain(rate)} % as 0 % and rejects the tax. Use a rate of at least 0.5 %.`;
    return [{ rule: "BR-CO-17", field: field.replace("tax_amount", "rate"), message }];
  }
  return [];
}

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
