import fc from "fast-check";
import { currencyCodes, currencyDigits } from "../../../platform/values/currency.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { computeTotals, exceedsDigits } from "../../billing/lines/totals.ts";
import type { CanonicalDocument, CanonicalLine, CanonicalParty } from "../canonical/canonical.ts";

/** What somebody gives for a line; the service works the rest out. */
export type GivenLine = Pick<CanonicalLine, "quantity" | "unit_price" | "tax_rate" | "tax_category"> &
  Partial<CanonicalLine>;

/** A document as the service makes it: with its own arithmetic, and complete enough for every category. */
export function documentWith(
  given: readonly GivenLine[],
  overrides: Partial<CanonicalDocument> = {},
): CanonicalDocument {
  const currency = overrides.currency ?? "EUR";
  const digits = currencyDigits(currency)!;
  const totals = totalsOf(given, digits);
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
      net_amount: totals.lines[index]!.net.toFixed(digits),
    })),
    taxes: totals.taxes.map(({ category, rate, taxable, tax }) => ({
      category,
      rate: toPlain(rate),
      taxable_amount: taxable.toFixed(digits),
      tax_amount: tax.toFixed(digits),
      exemption_reason: null,
    })),
    subtotal: totals.subtotal.toFixed(digits),
    tax_total: totals.taxTotal.toFixed(digits),
    total: totals.total.toFixed(digits),
    notes: null,
    preceding: null,
    ...overrides,
  };
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

/** A document that the service could have made in a currency of at most two decimals, whatever the users gave. */
export function anyDocument(): fc.Arbitrary<CanonicalDocument> {
  return fc
    .record({
      type: fc.constantFrom("invoice" as const, "credit_note" as const),
      currency: fc.constantFrom(...expressible),
      lines: fc.oneof({ weight: 4, arbitrary: linesOf(inScope) }, { weight: 1, arbitrary: linesOf(["O"]) }),
      supplier: anyParty(seller()),
      customer: anyParty(buyer()),
      notes: fc.option(anyText(300)),
      order_reference: anyText(50),
      isDueLater: fc.boolean(),
    })
    .filter(({ lines, currency }) => !exceedsDigits(totalsOf(lines, currencyDigits(currency)!)))
    .map(({ type, lines, isDueLater, ...rest }) =>
      documentWith(lines, {
        ...(isDueLater ? {} : { due_date: null }),
        ...(type === "credit_note" ? creditNote : {}),
        ...rest,
      }),
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

function totalsOf(given: readonly GivenLine[], digits: number) {
  return computeTotals(
    given.map((line) => ({
      quantity: parseDecimal(line.quantity)!,
      unitPrice: parseDecimal(line.unit_price)!,
      taxRate: parseDecimal(line.tax_rate)!,
      taxCategory: line.tax_category,
    })),
    digits,
  );
}

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
