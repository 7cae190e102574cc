import { type Decimal, divide, minus, plus, round, times, toText, zero } from "./decimal.ts";
import {
  at,
  type FieldValue,
  isPresent,
  readAmount,
  readText,
  report,
  required,
  requiredGroup,
} from "./field-checks.ts";
import { expectTotal } from "./totals.ts";

/** Checks one line and returns its net amount, if it can be computed. */
export function checkLine(line: FieldValue, digits: number | undefined): Decimal | undefined {
  if (!requiredGroup(line)) return undefined;
  checkClassification(line);
  const item = requiredGroup(at(line, "item"));
  if (item) {
    readText(required(at(item, "name")), { most: 300 });
    readText(at(item, "description"), { most: 2000 });
    readText(at(item, "sellers_item_identification"), { most: 100 });
  }
  const quantity = readAmount(required(at(line, "invoiced_quantity")), { places: 6, above: true });
  const price = requiredGroup(at(line, "price"));
  const perUnit = price && readAmount(required(at(price, "price_amount")), { places: 6 });
  const base = price && readAmount(at(price, "base_quantity"), { places: 6, above: true });
  if (price) readText(at(price, "price_unit"), { most: 50 });
  const net = readAmount(required(at(line, "line_extension_amount")), { places: digits });
  if (!quantity || !perUnit || digits === undefined) return net;
  const gross = divide(times(quantity, perUnit), base ?? { units: 1n, scale: 0 }, digits);
  const less = readShare(line, "discount", gross, digits);
  const more = readShare(line, "fee", gross, digits);
  const expected = minus(plus(gross, more), less);
  const how = `invoiced_quantity × price_amount${base ? " ÷ base_quantity" : ""}, rounded, less discount, plus fee`;
  if (net) expectTotal(at(line, "line_extension_amount"), net, expected, how);
  return net;
}

/** A discount or fee, given as an amount, as a percentage of the line, or as both if they agree. */
function readShare(line: FieldValue, name: "discount" | "fee", gross: Decimal, digits: number): Decimal {
  const rate = readAmount(at(line, `${name}_rate`), { places: 4 });
  const amount = readAmount(at(line, `${name}_amount`), { places: digits });
  if (!rate) return amount ?? zero;
  const computed = round(times(gross, { units: rate.units, scale: rate.scale + 2 }), digits);
  if (amount) expectTotal(at(line, `${name}_amount`), amount, computed, `${toText(rate)} % of the line`);
  return computed;
}

/** Goods have one pair of fields and services another; a line must not have both. */
function checkClassification(line: FieldValue): void {
  const goods = ["hsn_code", "product_category"].map((name) => at(line, name));
  const services = ["isic_code", "service_category"].map((name) => at(line, name));
  if (goods.some(isPresent) && services.some(isPresent)) {
    report(
      line,
      "codes_exclusive",
      "must have either hsn_code and product_category or isic_code and service_category",
    );
    return;
  }
  for (const pair of [goods, services]) if (pair.some(isPresent)) for (const place of pair) required(place);
  readText(goods[0], { pattern: /^\d{4}(\.?\d{2}){0,4}$/, says: "must be an HS code such as 8471.30" });
  readText(services[0], { pattern: /^\d{2,8}$/, says: "must be a code of digits such as 6201" });
  readText(goods[1], { most: 200 });
  readText(services[1], { most: 200 });
}
