import { Big } from "big.js";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { toPlain } from "../../../platform/values/money.ts";
import {
  computeTotals,
  type DocumentShare,
  type LineTotals,
  type StoredAdjustment,
  type StoredTerms,
  type TotalsLine,
} from "../../billing/lines/service.ts";
import type { Rule } from "./rules.ts";
import { type Amount, amountOf, negative, type Part, partOf, refer, rounded, step } from "./tree.ts";

type StoredLine = {
  description: string;
  quantity: number;
  unit_price: number;
  tax_rate: number;
  tax_category: string;
  discounts: StoredAdjustment[];
  charges: StoredAdjustment[];
  gross_amount: number;
  discount_amount: number;
  charge_amount: number;
  net_amount: number;
  tax_amount: number;
  total_amount: number;
};

/** What an invoice and a credit note have in common, as their answers show it. */
export type DocumentRecord = StoredTerms & {
  currency: string;
  lines: StoredLine[];
  subtotal: number;
  discount_total: number;
  charge_total: number;
  taxes: { category: string; rate: number; taxable_amount: number; tax_amount: number }[];
  tax_total: number;
  total: number;
  withholding?: { rate: number } | null;
  withholding_amount?: number;
  accounting_currency: string;
  exchange_rate: number | null;
  tax_total_accounting: number | null;
  total_accounting: number | null;
};

const big = (value: number) => new Big(String(value));
const hundred = new Big("100");

/**
 * How the amounts of a document come about: it is priced once more by the rules that priced it, and each result is shown
 * with what it was computed from. The amounts themselves are the record's.
 */
export function explainDocument(record: DocumentRecord): Amount[] {
  const { currency, prices_include_tax: pricesIncludeTax } = record;
  const digits = currencyDigits(currency)!;
  const priced = record.lines.map(priceable);
  const totals = computeTotals(priced, digits, {
    discounts: record.discounts.map(adjustmentOf),
    charges: record.charges.map(adjustmentOf),
    pricesIncludeTax,
    withholdingRate: record.withholding ? big(record.withholding.rate) : undefined,
  });
  const named = namedIn(record);
  const nets = record.lines.map((line, index) => {
    const steps = netSteps(line, totals.lines[index]!, digits);
    return { place: index + 1, line, steps };
  });
  const subtotal = named(
    "subtotal",
    "document.subtotal",
    record.subtotal,
    nets.map(({ place, line, steps }) =>
      partOf("line.net", steps, { line: place, description: line.description }),
    ),
  );
  const discountTotal = named(
    "discount_total",
    "document.discount_total",
    record.discount_total,
    onDocument(totals, "discount", record.discounts),
  );
  const chargeTotal = named(
    "charge_total",
    "document.charge_total",
    record.charge_total,
    onDocument(totals, "charge", record.charges),
  );
  const groups = record.taxes.map((_, place) => explainGroup(record, totals, place, digits));
  const taxTotal = named(
    "tax_total",
    "document.tax_total",
    record.tax_total,
    groups.map(({ tax }, place) => ({
      ...refer(tax),
      inputs: { tax_category: record.taxes[place]!.category, tax_rate: String(record.taxes[place]!.rate) },
    })),
  );
  const total = named("total", "document.total", record.total, [
    refer(subtotal),
    ...(record.discount_total === 0 ? [] : [refer(discountTotal, -1)]),
    ...(record.charge_total === 0 ? [] : [refer(chargeTotal)]),
    refer(taxTotal),
  ]);
  return [
    ...nets.flatMap(({ line, steps, place }) =>
      explainLine(line, totals.lines[place - 1]!, steps, place, currency),
    ),
    subtotal,
    discountTotal,
    chargeTotal,
    ...groups.flatMap(({ taxable, tax }) => [taxable, tax]),
    taxTotal,
    total,
    ...explainWithholding(record, digits),
    ...explainAccounting(record),
  ];
}

type Totals = ReturnType<typeof computeTotals>;

const namedIn =
  ({ currency }: DocumentRecord) =>
  (name: string, rule: Rule, amount: number, parts: readonly Part[]) =>
    amountOf(name, rule, big(amount), currency, parts);

/** Discounts or charges on the document, each as the sum of its shares. */
const onDocument = (totals: Totals, kind: DocumentShare["kind"], list: readonly StoredAdjustment[]) =>
  list.map((adjustment, index) => {
    const shares = totals.shares.filter((share) => share.kind === kind && share.index === index);
    const spread = shares.map((share) =>
      step(`${kind}.document.spread`, share.net, {
        inputs: { tax_category: share.category, tax_rate: toPlain(share.rate) },
        rounding: null,
      }),
    );
    return partOf(`${kind}.document`, spread, { place: index + 1, ...givenOf(adjustment) });
  });

/** A tax group: what is taxable is the sum of its lines and of its shares of the adjustments on the document. */
function explainGroup(
  record: DocumentRecord,
  totals: Totals,
  place: number,
  digits: number,
): { taxable: Amount; tax: Amount } {
  const group = record.taxes[place]!;
  const named = namedIn(record);
  const { category, rate } = totals.taxes[place] ?? { category: group.category, rate: big(group.rate) };
  const members = record.lines.flatMap((line, index) =>
    line.tax_category === category && big(line.tax_rate).eq(rate)
      ? [
          step("line.net", totals.lines[index]!.net, {
            inputs: { line: index + 1, description: line.description },
            explainedBy: `lines[${index}].net_amount`,
          }),
        ]
      : [],
  );
  const shares = totals.shares
    .filter((share) => share.category === category && share.rate.eq(rate))
    .map((share) =>
      step(`${share.kind}.document.spread`, share.kind === "discount" ? negative(share.net) : share.net, {
        inputs: { place: share.index + 1, tax_category: category, tax_rate: toPlain(rate) },
      }),
    );
  const taxable = named(`taxes[${place}].taxable_amount`, "tax.group.taxable", group.taxable_amount, [
    ...members,
    ...shares,
  ]);
  const tax = named(`taxes[${place}].tax_amount`, "tax.group.round", group.tax_amount, [
    taxOf(taxable.amount, big(group.tax_amount), rate, category, record.prices_include_tax, digits),
  ]);
  return { taxable, tax };
}

function priceable(line: StoredLine): TotalsLine {
  return {
    quantity: big(line.quantity),
    unitPrice: big(line.unit_price),
    taxRate: big(line.tax_rate),
    taxCategory: line.tax_category,
    discounts: line.discounts.map(adjustmentOf),
    charges: line.charges.map(adjustmentOf),
  };
}

const adjustmentOf = ({ percent, amount }: StoredAdjustment) =>
  percent === undefined ? { amount: big(amount ?? 0) } : { percent: big(percent) };

/** What was given for a discount or a charge. */
function givenOf({ percent, amount, reason }: StoredAdjustment) {
  return {
    ...(percent === undefined ? { given_amount: String(amount ?? 0) } : { percent: String(percent) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** From quantity × price to the net amount, in the order in which it is computed. */
function netSteps(line: StoredLine, computed: LineTotals, digits: number): Part[] {
  const exact = big(line.quantity).times(big(line.unit_price));
  const steps = [
    step("line.gross", computed.gross, {
      inputs: { quantity: String(line.quantity), unit_price: String(line.unit_price) },
      rounding: rounded(exact, digits, "half_up"),
    }),
  ];
  let left = computed.gross;
  const adjust = (rule: "line.discount" | "line.charge", given: StoredAdjustment, amount: Big) => {
    const base = left;
    const signed = rule === "line.discount" ? negative(amount) : amount;
    left = left.plus(signed);
    const exactAmount = given.percent === undefined ? amount : base.times(big(given.percent)).div(hundred);
    steps.push(
      step(rule, signed, {
        inputs: { base: toPlain(base), ...givenOf(given) },
        rounding: rounded(rule === "line.discount" ? negative(exactAmount) : exactAmount, digits, "half_up"),
      }),
    );
  };
  line.discounts.forEach((given, index) => {
    adjust("line.discount", given, computed.discounts[index]!);
  });
  line.charges.forEach((given, index) => {
    adjust("line.charge", given, computed.charges[index]!);
  });
  const included = left.minus(computed.net);
  if (!included.eq(0)) {
    const rate = big(line.tax_rate);
    const exactTax = left.times(rate).div(hundred.plus(rate));
    steps.push(
      step("line.tax_included", negative(included), {
        inputs: { tax_rate: toPlain(rate), base: toPlain(left) },
        rounding: rounded(negative(exactTax), digits, "largest_remainder"),
      }),
    );
  }
  return steps;
}

function explainLine(
  line: StoredLine,
  computed: LineTotals,
  steps: readonly Part[],
  place: number,
  currency: string,
): Amount[] {
  const prefix = `lines[${place - 1}]`;
  const named = (name: string, rule: Rule, amount: number, parts: readonly Part[]) =>
    amountOf(`${prefix}.${name}`, rule, big(amount), currency, parts);
  const ofRule = (rule: Rule) => steps.filter((part) => part.rule === rule);
  const gross = named("gross_amount", "line.gross", line.gross_amount, ofRule("line.gross"));
  const discount = named(
    "discount_amount",
    "line.discount_total",
    line.discount_amount,
    ofRule("line.discount").map(taken),
  );
  const charge = named("charge_amount", "line.charge_total", line.charge_amount, ofRule("line.charge"));
  const net = amountOf(`${prefix}.net_amount`, "line.net", big(line.net_amount), currency, steps);
  const tax = amountOf(`${prefix}.tax_amount`, "line.tax", big(line.tax_amount), currency, [
    step("line.tax", computed.tax, {
      inputs: {
        tax_category: line.tax_category,
        tax_rate: String(line.tax_rate),
        net: toPlain(computed.net),
      },
    }),
  ]);
  const total = amountOf(`${prefix}.total_amount`, "line.total", big(line.total_amount), currency, [
    refer(net),
    refer(tax),
  ]);
  return [gross, discount, charge, net, tax, total];
}

/** A discount as what it takes off, which is above zero. */
const taken = (part: Part): Part => ({
  ...part,
  amount: negative(part.amount),
  rounding: part.rounding && { ...part.rounding, exact: negative(new Big(part.rounding.exact)).toFixed() },
});

/** Tax is computed once per group. In prices that include it, it is a part of them. */
function taxOf(
  taxable: Big,
  tax: Big,
  rate: Big,
  category: string,
  pricesIncludeTax: boolean,
  digits: number,
): Part {
  const group = { tax_category: category, tax_rate: toPlain(rate) };
  if (!pricesIncludeTax) {
    const exact = taxable.times(rate).div(hundred);
    return step("tax.group.round", tax, {
      inputs: { taxable: toPlain(taxable), ...group },
      rounding: rounded(exact, digits, "half_up"),
    });
  }
  const gross = taxable.plus(tax);
  return step("tax.group.round", tax, {
    inputs: { gross: toPlain(gross), ...group },
    rounding: rounded(gross.times(rate).div(hundred.plus(rate)), digits, "half_up"),
  });
}

function explainWithholding(record: DocumentRecord, digits: number): Amount[] {
  const { withholding, withholding_amount: amount, currency } = record;
  if (amount === undefined) return [];
  const parts = [];
  if (withholding) {
    const net = big(record.subtotal).minus(big(record.discount_total)).plus(big(record.charge_total));
    const exact = net.times(big(withholding.rate)).div(hundred);
    const rounding = rounded(exact, digits, "half_up");
    parts.push(
      step("withholding", exact.round(digits, Big.roundHalfUp), {
        inputs: { net: toPlain(net), rate: String(withholding.rate) },
        rounding,
      }),
    );
  }
  return [amountOf("withholding_amount", "withholding", big(amount), currency, parts)];
}

function explainAccounting(record: DocumentRecord): Amount[] {
  const { accounting_currency: currency, exchange_rate: rate } = record;
  if (rate === null) return [];
  const digits = currencyDigits(currency)!;
  const convert = (
    field: "tax_total_accounting" | "total_accounting",
    rule: Rule,
    source: "tax_total" | "total",
  ) => {
    const stored = record[field];
    if (stored === null) return [];
    const exact = big(record[source]).times(big(rate));
    const converted = step(rule, exact.round(digits, Big.roundHalfUp), {
      inputs: { [source]: String(record[source]), exchange_rate: String(rate), currency: record.currency },
      rounding: rounded(exact, digits, "half_up"),
    });
    return [amountOf(field, rule, big(stored), currency, [converted])];
  };
  return [
    ...convert("tax_total_accounting", "accounting.tax_total", "tax_total"),
    ...convert("total_accounting", "accounting.total", "total"),
  ];
}
