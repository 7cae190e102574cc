import { taxCategories } from "./codes.ts";
import { compare, type Decimal, minus, plus, round, sum, times, toText, zero } from "./decimal.ts";
import {
  at,
  entries,
  type FieldValue,
  readAmount,
  readCode,
  report,
  required,
  requiredGroup,
} from "./field-checks.ts";

/**
 * Checks all sums of an invoice in the order of EN 16931: rounded lines are added up, then tax is computed and
 * rounded once for each category and rate, and added up. A sum is not checked if a number that it depends on is
 * missing or malformed.
 */
export function checkTotals(
  invoice: FieldValue,
  lines: (Decimal | undefined)[],
  digits: number | undefined,
): void {
  const totals = requiredGroup(at(invoice, "legal_monetary_total"));
  const change = readAllowances(invoice, digits);
  const taxes = readTaxes(invoice, digits);
  if (!totals) return;
  const read = (name: string) => readAmount(required(at(totals, name)), { places: digits });
  const net = read("line_extension_amount");
  const exclusive = read("tax_exclusive_amount");
  const inclusive = read("tax_inclusive_amount");
  const payable = read("payable_amount");
  const prepaid = readAmount(at(totals, "prepaid_amount"), { places: digits }) ?? zero;
  const rounding =
    readAmount(at(totals, "payable_rounding_amount"), { places: digits, signed: true }) ?? zero;
  const expect = (name: string, given: Decimal | undefined, expected: Decimal | undefined, how: string) => {
    if (given && expected) expectTotal(at(totals, name), given, expected, how);
  };
  const everyLine = lines.filter((line) => line !== undefined);
  const linesSum = everyLine.length === lines.length ? sum(everyLine) : undefined;
  expect("line_extension_amount", net, linesSum, "the sum of the lines");
  expect(
    "tax_exclusive_amount",
    exclusive,
    net && change && plus(net, change),
    "line_extension_amount, less allowances, plus charges",
  );
  expect(
    "tax_inclusive_amount",
    inclusive,
    exclusive && taxes && plus(exclusive, taxes.amount),
    "tax_exclusive_amount plus all tax",
  );
  expect(
    "payable_amount",
    payable,
    inclusive && plus(minus(inclusive, prepaid), rounding),
    "tax_inclusive_amount, less what was paid before, plus rounding",
  );
  if (taxes?.base && exclusive) {
    expectTotal(
      at(invoice, "tax_total"),
      taxes.base,
      exclusive,
      "tax_exclusive_amount, over all taxable amounts",
    );
  }
}

export function expectTotal(place: FieldValue, given: Decimal, expected: Decimal, how: string): void {
  if (compare(given, expected) === 0) return;
  report(place, "total_mismatch", `must be ${toText(expected)} (${how}), not ${toText(given)}`);
}

/** Charges minus allowances; undefined if one of them is invalid. */
function readAllowances(invoice: FieldValue, digits: number | undefined): Decimal | undefined {
  const signed = entries(at(invoice, "allowance_charge")).map((entry) => {
    if (!requiredGroup(entry)) return undefined;
    const indicator = at(entry, "charge_indicator");
    const amount = readAmount(required(at(entry, "amount")), { places: digits });
    if (typeof indicator.value !== "boolean") return report(indicator, "wrong_type", "must be true or false");
    return amount && (indicator.value ? amount : minus(zero, amount));
  });
  return allOf(signed);
}

type Taxes = { amount: Decimal; base: Decimal | undefined };

/** The total tax and the taxable amount; zero without tax_total. */
function readTaxes(invoice: FieldValue, digits: number | undefined): Taxes | undefined {
  const totals = entries(at(invoice, "tax_total")).map((total) => {
    if (!requiredGroup(total)) return undefined;
    const amount = readAmount(required(at(total, "tax_amount")), { places: digits });
    const parts = entries(at(total, "tax_subtotal")).map((part) => readSubtotal(part, digits));
    const partsSum = allOf(parts.map((part) => part?.amount));
    if (amount && partsSum && parts.length > 0) {
      expectTotal(at(total, "tax_amount"), amount, partsSum, "the sum of its subtotals");
    }
    const base = parts.length > 0 ? allOf(parts.map((part) => part?.base)) : undefined;
    return amount && { amount, base };
  });
  const amount = allOf(totals.map((total) => total?.amount));
  return (
    amount && { amount, base: totals.length > 0 ? allOf(totals.map((total) => total?.base)) : undefined }
  );
}

function readSubtotal(
  part: FieldValue,
  digits: number | undefined,
): { amount: Decimal; base: Decimal } | undefined {
  if (!requiredGroup(part)) return undefined;
  const base = readAmount(required(at(part, "taxable_amount")), { places: digits });
  const amount = readAmount(required(at(part, "tax_amount")), { places: digits });
  const percent = readCategory(at(part, "tax_category"));
  if (!base || !amount) return undefined;
  if (percent && digits !== undefined) {
    const exact = times(base, { units: percent.units, scale: percent.scale + 2 });
    const expected = round(exact, digits);
    const how = `${toText(percent)} % of ${toText(base)}`;
    // Tax that was taken out of a price is rounded from the price, and may be off by the last digit.
    const isClose = [minus(amount, expected), minus(expected, amount)].every(
      (difference) => compare(difference, { units: 1n, scale: digits }) <= 0,
    );
    if (!isClose) expectTotal(at(part, "tax_amount"), amount, expected, how);
  }
  return { amount, base };
}

/** The percentage of a valid category. */
function readCategory(category: FieldValue): Decimal | undefined {
  if (!requiredGroup(category)) return undefined;
  const id = readCode(required(at(category, "id")), taxCategories, "the codes at resources/tax-categories");
  const percent = readAmount(required(at(category, "percent")), { places: 4 });
  if (!percent) return undefined;
  const allowed = id === undefined ? "any" : taxCategories.get(id)?.percent;
  const isZero = percent.units === 0n;
  if (allowed === "zero" && !isZero) {
    return report(at(category, "percent"), "category_percent", `must be 0 for ${id}`);
  }
  if (allowed === "above" && isZero) {
    return report(at(category, "percent"), "category_percent", `must be above 0 for ${id}`);
  }
  return percent;
}

function allOf(values: (Decimal | undefined)[]): Decimal | undefined {
  const there = values.filter((value) => value !== undefined);
  return there.length === values.length ? sum(there) : undefined;
}
