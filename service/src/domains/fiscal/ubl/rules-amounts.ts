import { Big } from "big.js";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { fractionDigits, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import type { Violation } from "./rules.ts";

/** EN 16931 allows at most two decimals (BR-DEC-01 to BR-DEC-28). */
export const maxFraction = 2;

export function amountViolations(document: CanonicalDocument): Violation[] {
  return [...sumViolations(document), ...decimalViolations(document)];
}

function sumViolations(document: CanonicalDocument): Violation[] {
  const [subtotal, taxTotal, total] = [document.subtotal, document.tax_total, document.total].map(read);
  const nets = add(document.lines.map((line) => line.net_amount));
  const taxes = add(document.taxes.map((tax) => tax.tax_amount));
  const { discount_total = "0", charge_total = "0", allowances = [] } = document;
  const totalOf = (isCharge: boolean) =>
    add(allowances.filter(({ is_charge }) => is_charge === isCharge).map(({ amount }) => amount));
  const sums = [
    {
      rule: "BR-CO-10",
      field: "subtotal",
      is: subtotal!,
      of: "the net amounts of the lines",
      expected: nets,
    },
    {
      rule: "BR-CO-11",
      field: "discount_total",
      is: read(discount_total),
      of: "the discounts",
      expected: totalOf(false),
    },
    {
      rule: "BR-CO-12",
      field: "charge_total",
      is: read(charge_total),
      of: "the charges",
      expected: totalOf(true),
    },
    { rule: "BR-CO-14", field: "tax_total", is: taxTotal!, of: "the tax amounts", expected: taxes },
    {
      rule: "BR-CO-15",
      field: "total",
      is: total!,
      of: "subtotal, less discount_total, plus charge_total and tax_total",
      expected: subtotal!.minus(discount_total).plus(charge_total).plus(taxTotal!),
    },
  ];
  return sums
    .filter(({ is, expected }) => !is.eq(expected))
    .map(({ rule, field, is, of, expected }) => {
      const message = `${toPlain(is)} is not the sum of ${of}, which is ${toPlain(expected)}.`;
      return { rule, field, message };
    });
}

/**
 * A currency with more decimals is reported once, by its own rule; this one finds excess digits in other currencies.
 */
function decimalViolations(document: CanonicalDocument): Violation[] {
  if ((currencyDigits(document.currency) ?? 0) > maxFraction) return [];
  return decimalAmounts(document)
    .filter(({ amount }) => fractionDigits(read(amount)) > maxFraction)
    .map(({ rule, field, amount }) => {
      const message = `${amount} has more than ${maxFraction} decimals, which EN 16931 does not allow. Round it.`;
      return { rule, field, message };
    });
}

function decimalAmounts(document: CanonicalDocument) {
  const { subtotal, tax_total, total, taxes, lines, allowances = [] } = document;
  return [
    ...allowances.map(({ is_charge, amount }) => {
      const [rule, field] = is_charge ? ["BR-DEC-05", "charges"] : ["BR-DEC-01", "discounts"];
      return { rule: rule!, field: field!, amount };
    }),
    ...lines.flatMap((line, index) =>
      (line.allowances ?? []).map(({ is_charge, amount }) => {
        const [rule, name] = is_charge ? ["BR-DEC-27", "charges"] : ["BR-DEC-24", "discounts"];
        return { rule: rule!, field: `lines[${index}].${name}`, amount };
      }),
    ),
    { rule: "BR-DEC-09", field: "subtotal", amount: subtotal },
    { rule: "BR-DEC-13", field: "tax_total", amount: tax_total },
    { rule: "BR-DEC-14", field: "total", amount: total },
    ...taxes.flatMap(({ taxable_amount, tax_amount }, index) => [
      { rule: "BR-DEC-19", field: `taxes[${index}].taxable_amount`, amount: taxable_amount },
      { rule: "BR-DEC-20", field: `taxes[${index}].tax_amount`, amount: tax_amount },
    ]),
    ...lines.map(({ net_amount }, index) => {
      return { rule: "BR-DEC-23", field: `lines[${index}].net_amount`, amount: net_amount };
    }),
  ];
}

const read = (amount: string) => parseDecimal(amount)!;

const add = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum.plus(read(amount)), new Big("0"));
