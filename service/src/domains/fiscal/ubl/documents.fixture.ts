import fc from "fast-check";
import { currencyCodes, currencyDigits } from "../../../platform/values/currency.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { accountingTotals } from "../../billing/lines/accounting.ts";
import { computeTotals, exceedsDigits } from "../../billing/lines/totals.ts";
import { allowancesOf } from "../canonical/allowances.ts";
import type { CanonicalDocument, CanonicalLine, CanonicalParty } from "../canonical/canonical.ts";

/** What somebody gives for a line; the service works the rest out. */
export type GivenLine = Pick<CanonicalLine, "quantity" | "unit_price" | "tax_rate" | "tax_category"> &
  Partial<CanonicalLine>;

type GivenAdjustment = { percent?: number; amount?: number; reason?: string };
type Adjustments = { discounts?: GivenAdjustment[]; charges?: GivenAdjustment[] };
/** What documents and lines may have beyond that; a line's are in the order of the lines. */
export type Terms = Adjustments & { prices_include_tax?: boolean; lines?: Adjustments[] };

/** A document as the service makes it: with its own arithmetic, and complete enough for every category. */
export function documentWith(
  given: readonly GivenLine[],
  overrides: Partial<CanonicalDocument> = {},
  terms: Terms = {},
): CanonicalDocument {
  const currency = overrides.currency ?? "EUR";
  const digits = currencyDigits(currency)!;
  const totals = totalsOf(given, digits, terms);
  const allowances = allowancesOf({
    ...terms,
    currency,
    total: Number(totals.total),
    lines: given.map(({ quantity, unit_price, tax_rate, tax_category }, index) => ({
      ...terms.lines?.[index],
      quantity: Number(quantity),
      unit_price: Number(unit_price),
      tax_rate: Number(tax_rate),
      tax_category,
    })),
  });
  return {
    type: "invoice",
    number: "INV-000001",
    issue_date: "2026-11-15",
    due_date: "2026-12-15",
    currency,
    supplier: seller(),
    customer: buyer(),
    lines: given.map((line, index) => ({
      ...plainLine,
      ...line,
      ...allowances.lines[index],
      net_amount: totals.lines[index]!.net.toFixed(digits),
    })),
    taxes: totals.taxes.map(({ category, rate, taxable, tax }) => ({
      category,
      rate: toPlain(rate),
      taxable_amount: taxable.toFixed(digits),
      tax_amount: tax.toFixed(digits),
      exemption_reason: null,
    })),
    ...(allowances.document.length > 0 && { allowances: allowances.document }),
    subtotal: totals.subtotal.toFixed(digits),
    ...(totals.discountTotal.gt(0) && { discount_total: totals.discountTotal.toFixed(digits) }),
    ...(totals.chargeTotal.gt(0) && { charge_total: totals.chargeTotal.toFixed(digits) }),
    tax_total: totals.taxTotal.toFixed(digits),
    total: totals.total.toFixed(digits),
    notes: null,
    preceding: null,
    ...overrides,
  };
}

/** The same for a supplier whose own currency is another one. */
export function inAccounts(document: CanonicalDocument, currency: string, rate: string): CanonicalDocument {
  const converted = accountingTotals(document, rate, currency);
  if (!converted || currency === document.currency) return document;
  const { tax_total_accounting: tax_total } = converted;
  return { ...document, accounting: { currency, exchange_rate: rate, tax_total } };
}

export const creditNote: Partial<CanonicalDocument> = {
  type: "credit_note",
  number: "CN-000001",
  due_date: null,
  preceding: { number: "INV-000001", issue_date: "2026-11-01", irn: null },
};

export function seller(overrides: Partial<CanonicalParty> = {}): CanonicalParty {
  return {
    name: "Hansen & Söhne GmbH",
    kind: "business",
    tax_id: "DE123456789",
    registration_number: "HRB 12345",
    email: "billing@hansen.example",
    phone: "+49 40 123456",
    address: {
      line1: "Elbchaussee 1",
      line2: "Haus B",
      city: "Hamburg",
      region: null,
      postal_code: "22765",
      country: "DE",
    },
    ...overrides,
  };
}

export function buyer(overrides: Partial<CanonicalParty> = {}): CanonicalParty {
  return {
    name: "Dupont SARL",
    kind: "business",
    tax_id: "12345678901",
    registration_number: null,
    email: null,
    phone: null,
    address: {
      line1: "2 rue de la Paix",
      line2: null,
      city: "Paris",
      region: null,
      postal_code: "75002",
      country: "FR",
    },
    ...overrides,
  };
}

/** Discounts, charges and prices with or without tax, for documents of at most twelve lines. */
export function anyTerms(): fc.Arbitrary<Terms> {
  const list = fc.array(
    fc.oneof(
      fc.record({ percent: fc.integer({ min: 0, max: 5_000 }).map((units) => units / 100) }),
      fc.record({ amount: fc.integer({ min: 1, max: 9 }), reason: fc.constantFrom("Agreed", "<&>", " ") }),
    ),
    { maxLength: 2 },
  );
  const lists = { discounts: list, charges: list };
  return fc.record({
    ...lists,
    prices_include_tax: fc.boolean(),
    lines: fc.array(fc.record(lists), { minLength: 12, maxLength: 12 }),
  });
}

/** The same without discounts of fixed amounts, which may be more than there is to discount. */
export function withPercentages(terms: Terms): Terms {
  const without = ({ discounts = [], charges }: Adjustments) => ({
    discounts: discounts.filter(({ percent }) => percent !== undefined),
    charges,
  });
  return { ...terms, ...without(terms), lines: terms.lines?.map(without) };
}

/** What is computed from the rest, or is the same in all documents. A new member is either here or made below. */
type Computed =
  | "number"
  | "issue_date"
  | "due_date"
  | "taxes"
  | "allowances"
  | "subtotal"
  | "discount_total"
  | "charge_total"
  | "tax_total"
  | "total"
  | "accounting"
  | "preceding";

/** A document that the service could have made in a currency of at most two decimals, whatever the users gave. */
export function anyDocument(terms: fc.Arbitrary<Terms> = fc.constant({})): fc.Arbitrary<CanonicalDocument> {
  return fc
    .record({
      type: fc.constantFrom("invoice" as const, "credit_note" as const),
      currency: fc.constantFrom(...expressible),
      lines: fc.oneof({ weight: 4, arbitrary: linesOf(inScope) }, { weight: 1, arbitrary: linesOf(["O"]) }),
      supplier: anyParty(seller()),
      customer: anyParty(buyer()),
      notes: fc.option(anyText(300)),
      order_reference: anyText(50),
      period: fc.constantFrom(undefined, { start: "2026-11-15", end: "2026-12-14" }),
      isDueLater: fc.boolean(),
      terms,
    } satisfies Record<Exclude<keyof CanonicalDocument, Computed>, unknown> & Record<string, unknown>)
    .filter((made) => {
      const totals = totalsOf(made.lines, currencyDigits(made.currency)!, made.terms);
      return !exceedsDigits(totals) && totals.excessive.length === 0;
    })
    .map(({ type, lines, isDueLater, terms: given, ...rest }) =>
      documentWith(
        lines,
        {
          ...(isDueLater ? {} : { due_date: null }),
          ...(type === "credit_note" ? creditNote : {}),
          ...rest,
        },
        given,
      ),
    );
}

const plainLine = {
  description: "Consulting",
  unit_code: "C62",
  exemption_reason: null,
  hs_code: null,
  service_code: null,
};

const expressible = currencyCodes.filter(
  (code) => currencyDigits(code)! <= 2 && code !== "STN" && code !== "XAD",
);

const inScope = ["S", "S", "Z", "E", "AE", "K", "G", "L", "M"];

function totalsOf(given: readonly GivenLine[], digits: number, terms: Terms) {
  const parsed = ({ discounts, charges }: Adjustments) => ({
    discounts: discounts?.map(adjustmentOf),
    charges: charges?.map(adjustmentOf),
  });
  return computeTotals(
    given.map((line, index) => ({
      ...parsed(terms.lines?.[index] ?? {}),
      quantity: parseDecimal(line.quantity)!,
      unitPrice: parseDecimal(line.unit_price)!,
      taxRate: parseDecimal(line.tax_rate)!,
      taxCategory: line.tax_category,
    })),
    digits,
    { ...parsed(terms), pricesIncludeTax: terms.prices_include_tax },
  );
}

const adjustmentOf = ({ percent, amount }: GivenAdjustment) =>
  percent === undefined
    ? { amount: parseDecimal(String(amount))! }
    : { percent: parseDecimal(String(percent))! };

const decimal = (min: number, max: number, scale: number) =>
  fc.integer({ min, max }).map((units) => toPlain(parseDecimal(`${units}`)!.div(10 ** scale)));

const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ minLength: 1, maxLength, unit: "binary" }),
    fc.string({
      minLength: 1,
      maxLength,
      unit: fc.constantFrom("#", "A", "I", "\n", " ", "<", "&", '"', "]"),
    }),
  );

// The first letter keeps a text from being blank.
const anyName = (maxLength: number) => anyText(maxLength).map((text) => `n${text}`.slice(0, maxLength));

function linesOf(letters: readonly string[]): fc.Arbitrary<GivenLine[]> {
  const rates = fc.oneof(
    fc.constantFrom("0.5", "5", "7.5", "7.50", "8", "19", "19.0000", "100"),
    decimal(5_000, 1_000_000, 4),
  );
  const line = fc
    .record({
      quantity: fc.oneof(decimal(1, 40, 0), decimal(1, 999_999_999, 6), decimal(1, 9_999, 2)),
      unit_price: fc.oneof(decimal(0, 99_999, 2), decimal(0, 999_999_999, 6), decimal(0, 40, 0)),
      tax_category: fc.constantFrom(...letters),
      rate: rates,
      description: anyName(1000),
      unit_code: fc.constantFrom("C62", "HUR", "KGM", "XBX", "H87", "1I"),
      exemption_reason: fc.option(anyText(60)),
      hs_code: fc.option(anyName(20)),
      service_code: fc.option(anyName(20)),
    })
    .map(({ rate, ...rest }) => ({ ...rest, tax_rate: "SLM".includes(rest.tax_category) ? rate : "0" }));
  return fc.array(line, { minLength: 1, maxLength: 12 });
}

function anyParty(base: CanonicalParty): fc.Arbitrary<CanonicalParty> {
  return fc
    .record({
      name: anyName(200),
      tax_id: anyName(50),
      registration_number: fc.option(anyText(50)),
      email: fc.option(fc.constant("a@b.example")),
      phone: fc.option(anyText(50)),
      line1: fc.option(anyText(200)),
      city: fc.option(anyText(100)),
      region: fc.option(anyText(100)),
      country: fc.constantFrom("NG", "DE", "GR", "GB", "IN", "FR", "ES", "US", "SS", "XI"),
    })
    .map(({ line1, city, region, country, ...rest }) => ({
      ...base,
      ...rest,
      address: { line1, line2: null, city, region, postal_code: null, country },
    }));
}
