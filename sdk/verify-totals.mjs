#!/usr/bin/env node
// Recomputes every amount of the invoices and credit notes in an export of the books (GET /books/export), from
// quantities, prices, discounts, charges and rates: node verify-totals.mjs FILE
// verify-books.mjs verifies that nobody changed them; this one verifies that they were right.
// Exits with 0 if all of them are, 1 if one is not, 2 if the file cannot be read.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";
import { pathToFileURL } from "node:url";
import { createGunzip } from "node:zlib";

// Currencies that do not have two decimals, by ISO 4217.
const without = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const three = "BHD IQD JOD KWD LYD OMR TND";
const digitsOf = (code) =>
  without.includes(code) ? 0 : three.includes(code) ? 3 : /CLF|UYW/.test(code) ? 4 : 2;

// Amounts are exact: whole numbers of 10^-12, and minor units of the currency once they are rounded.
const [one, hundred] = [10n ** 12n, 10n ** 14n];
function exact(number) {
  if (Number.isInteger(number ?? 0)) return BigInt(number ?? 0) * one;
  const text = /\de/.test(number) ? number.toFixed(12) : String(number);
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(12, "0"));
}
const unitOf = (currency) => 10n ** BigInt(12 - digitsOf(currency));
const add = (values) => values.reduce((total, value) => total + value, 0n);
const times = (values, factor) => values.map((value) => value * factor);
const halfUp = (value, divisor) => (2n * value + divisor) / (2n * divisor);

/** Rounds down what has to add up to a total, and then up where the remainders are largest. */
function settle(total, numerators, divisor) {
  const rests = numerators.map((value) => ((value % divisor) + divisor) % divisor);
  const parts = numerators.map((value, at) => (value - rests[at]) / divisor);
  const order = [...rests.keys()].sort((a, b) => Number(rests[b] - rests[a]));
  for (const at of order.slice(0, Number(total - add(parts)))) parts[at]++;
  return parts;
}

/** Parts in proportion to weights; if all of these are zero, the first part is the whole. */
function share(total, weights) {
  const all = add(weights);
  if (all === 0n) return weights.map((_, at) => (at === 0 ? total : 0n));
  return settle(total, times(weights, total), all);
}

/** Takes discounts off and then adds charges, each of what the ones before left; discounts are below zero. */
function adjust(gross, { discounts = [], charges = [] }, unit) {
  const result = { gross, left: gross, changes: [] };
  for (const [at, { percent, amount }] of [...discounts, ...charges].entries()) {
    const by = percent == null ? exact(amount) / unit : halfUp(result.left * exact(percent), hundred);
    result.changes.push(at < discounts.length ? -by : by);
    result.left += result.changes[at];
  }
  return result;
}

/** In the order of EN 16931: lines, discounts and charges of the document by tax group, tax once per group. */
function totalsOf({ lines: given, prices_include_tax: within, discounts, charges }, unit) {
  const lines = given.map((line) => {
    const gross = halfUp(exact(line.quantity) * exact(line.unit_price), one * unit);
    const key = `${line.tax_rate} % ${line.tax_category}`;
    return { ...adjust(gross, line, unit), key, rate: exact(line.tax_rate) };
  });
  const groups = [...new Set(lines.map(({ key }) => key))].map((key) => {
    const members = lines.filter((line) => line.key === key);
    return { key, members, rate: members[0].rate, left: add(members.map(({ left }) => left)), shares: [] };
  });
  const whole = add(groups.map(({ left }) => left));
  for (const change of adjust(whole, { discounts, charges }, unit).changes) {
    const sign = change < 0n ? -1n : 1n;
    const weights = groups.map(({ left }) => left);
    for (const [at, part] of share(change * sign, weights).entries()) {
      groups[at].left += part * sign;
      if (part > 0n) groups[at].shares.push(part * sign);
    }
  }
  for (const group of groups) taxGroup(group, within);
  return { lines, groups };
}

/** Where prices contain the tax, what is left of lines, discounts and charges is rounded together. */
function taxGroup(group, within) {
  const { members, rate, left, shares } = group;
  const divisor = within ? hundred + rate : hundred;
  const amounts = [...members.map((line) => line.left), ...shares];
  group.tax = halfUp(left * rate, divisor);
  group.net = within ? left - group.tax : left;
  const nets = within ? settle(group.net, times(amounts, hundred), divisor) : amounts;
  const own = nets.slice(0, members.length);
  group.shares = nets.slice(members.length);
  const taxes = taxesOfLines();
  for (const [at, line] of members.entries()) [line.net, line.tax] = [own[at], taxes[at]];

  function taxesOfLines() {
    if (shares.length > 0) return share(group.tax, own);
    if (within) return own.map((net, at) => amounts[at] - net);
    return settle(group.tax, times(own, rate), hundred);
  }
}

/** What was taken off, and what was added. */
const changed = (changes) => [
  -add(changes.filter((change) => change < 0n)),
  add(changes.filter((change) => change > 0n)),
];

/** Each amount of a document: where it stands, under which field, and what it should be in units of 10^-12. */
function amountsOf(record) {
  const { currency, accounting_currency, exchange_rate, withholding, taxes } = record;
  const unit = unitOf(currency);
  const { lines, groups } = totalsOf(record, unit);
  const amounts = [];
  const put = (at, part, fields, by = unit) => {
    for (const field in fields) amounts.push({ at, part, field, should: fields[field] * by });
  };
  for (const [at, { gross, changes, net, tax }] of lines.entries()) {
    const [discount_amount, charge_amount] = changed(changes);
    const sums = { net_amount: net, tax_amount: tax, total_amount: net + tax };
    put(`lines[${at}].`, record.lines[at], { gross_amount: gross, discount_amount, charge_amount, ...sums });
  }
  for (const { key, net, tax } of groups) {
    const at = taxes.findIndex(({ rate, category }) => `${rate} % ${category}` === key);
    put(`taxes[${at}].`, taxes[at], { taxable_amount: net, tax_amount: tax });
  }
  const [net, tax] = [add(groups.map((group) => group.net)), add(groups.map((group) => group.tax))];
  const [discount_total, charge_total] = changed(groups.flatMap(({ shares }) => shares));
  put("", record, { subtotal: add(lines.map((line) => line.net)), discount_total, charge_total });
  put("", record, { tax_total: tax, total: net + tax });
  put("", record, { withholding_amount: halfUp(net * exact(withholding?.rate), hundred) });
  if (exchange_rate == null) return amounts;
  const own = unitOf(accounting_currency);
  const convert = (units) => halfUp(units * unit * exact(exchange_rate), one * own);
  const converted = { tax_total_accounting: convert(tax), total_accounting: convert(net + tax) };
  put("", record, converted, own);
  return amounts;
}

/** Takes the lines of an export. */
export function createRecomputation() {
  const result = { documents: 0, failures: 0, found: [] };
  const fail = (where, what) => ++result.failures <= 100 && result.found.push({ where, what });
  function check(where, record) {
    result.documents++;
    for (const { at, part, field, should } of amountsOf(record)) {
      const is = part?.[field];
      // Events of older versions lack some amounts; the tax groups are all there.
      if ((is === undefined && !at.startsWith("taxes")) || exact(is) === should) continue;
      const document = record.number ?? `draft ${record.id}`;
      fail(where, `${at}${field} of ${document} is ${is} and should be ${Number(should) / 1e12}`);
    }
  }
  function recompute(sequence, read) {
    const where = `event ${sequence}`;
    try {
      const { type, data } = read();
      if (/^(invoice|credit_note)\./.test(type)) check(where, data.object);
    } catch (error) {
      fail(where, `cannot be recomputed: ${error.message}`);
    }
  }
  return {
    line(text) {
      const line = JSON.parse(text);
      if (line.type === "event") recompute(line.sequence, () => JSON.parse(line.body));
    },
    /** For a reader that has parsed the line already. */
    event: (event, sequence) => recompute(sequence, () => event),
    finish: () => result,
  };
}

/** Recomputes a file, which is compressed if its name ends in .gz. */
export async function recomputeFile(path) {
  const recomputation = createRecomputation();
  const file = createReadStream(path);
  const input = path.endsWith(".gz") ? pipeline(file, createGunzip(), () => undefined) : file;
  for await (const line of createInterface({ input })) recomputation.line(line);
  return recomputation.finish();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const result = await recomputeFile(process.argv[2] ?? "").catch(({ message }) => ({ message }));
  for (const { where, what } of result.found ?? []) console.error(`${where}: ${what}`);
  if (result.message) console.error(`The file cannot be read: ${result.message}`);
  else console.log(`${result.documents} states of documents, ${result.failures} failures`);
  process.exitCode = result.message ? 2 : Math.min(result.failures, 1);
}
