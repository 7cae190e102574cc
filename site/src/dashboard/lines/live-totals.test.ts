import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Company } from "../../../../service/src/contract/access.ts";
import { ApiError } from "../../../../service/src/contract/errors.ts";
import { priceLines } from "../../../../service/src/domains/billing/lines/service.ts";
import type { Queryable } from "../../../../service/src/platform/db/database.ts";
import { currencyCodes, currencyDigits } from "../../../../service/src/platform/values/currency.ts";
import { toLists } from "./adjustment-form.ts";
import { liveTotals, type TypedLine, type TypedTerms } from "./live-totals.ts";

const line = (quantity: string, unitPrice: string, taxRate = "", taxCategory = ""): TypedLine => ({
  quantity,
  unitPrice,
  taxRate,
  taxCategory,
});

const decimal = (max: number, scale: number, min = 0) =>
  fc.tuple(fc.integer({ min, max }), fc.integer({ min: 0, max: scale })).map(([units, places]) => {
    const digits = String(units).padStart(places + 1, "0");
    return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  });

/** Amounts are whole, so that every currency has them. */
const anyAdjustments = fc.array(
  fc.record({
    key: fc.constant("any"),
    kind: fc.constantFrom("discount" as const, "charge" as const),
    unit: fc.constantFrom("percent" as const, "amount" as const),
    value: fc.constantFrom("1", "5", "33", "100"),
    reason: fc.constant(""),
  }),
  { maxLength: 2 },
);

const anyLine = fc
  .record({
    adjustments: anyAdjustments,
    quantity: decimal(1_000_000, 6, 1),
    unitPrice: decimal(10_000_000, 6),
    taxRate: fc.oneof(fc.constantFrom("", "0", "7.5", "7.50", "19"), decimal(1_000_000, 4, 1).filter(isRate)),
    taxCategory: fc.constantFrom("", "", "S", "L"),
  })
  .filter(({ taxRate }) => taxRate === "" || isRate(taxRate));

function isRate(text: string): boolean {
  return Number(text) <= 100 && (text.split(".")[1]?.length ?? 0) <= 4;
}

/** No line has a product, so the service needs no database, and any company will do. */
const asTheServiceDoes = (lines: TypedLine[], currency: string, terms: TypedTerms) =>
  priceLines(
    undefined as unknown as Queryable,
    {} as Company,
    currency,
    lines.map(({ quantity, unitPrice, taxRate, taxCategory, adjustments = [] }) => ({
      ...toLists(adjustments),
      description: "Work",
      quantity,
      unit_price: unitPrice,
      tax_rate: taxRate || null,
      tax_category: (taxCategory || null) as "S" | null,
    })),
    { ...toLists(terms.adjustments), prices_include_tax: terms.pricesIncludeTax },
  );

describe("live totals", () => {
  test("equal those of the service for the same lines, in every currency", async () => {
    const lines = fc.array(anyLine, { minLength: 1, maxLength: 12 });
    const anyTerms = fc.record({ adjustments: anyAdjustments, pricesIncludeTax: fc.boolean() });
    const anyCurrency = fc.constantFrom(...currencyCodes);
    const holds = fc.asyncProperty(lines, anyCurrency, anyTerms, async (typed, currency, terms) => {
      const live = liveTotals(typed, currency, terms);
      const stored = await asTheServiceDoes(typed, currency, terms).catch(
        (error: unknown) => error as ApiError,
      );
      expect(live.tooLong || live.tooMuch).toBe(stored instanceof ApiError);
      if (stored instanceof ApiError) {
        expect(stored.message).toMatch(/more than 15 digits|left of the (line|document)/);
        return;
      }
      expect([live.subtotal, live.taxTotal, live.total]).toEqual([
        stored.totals.subtotal,
        stored.totals.tax_total,
        stored.totals.total,
      ]);
      expect([live.discountTotal, live.chargeTotal]).toEqual([
        stored.totals.discount_total,
        stored.totals.charge_total,
      ]);
      const digits = currencyDigits(currency) ?? 2;
      expect(live.nets).toEqual(
        stored.lines.map(({ gross_amount, discount_amount, charge_amount }) =>
          new Big(gross_amount).minus(discount_amount).plus(charge_amount).toFixed(digits),
        ),
      );
      expect(live.taxes.map(({ tax }) => Number(tax))).toEqual(
        (JSON.parse(stored.totals.taxes) as { tax_amount: number }[]).map((group) => group.tax_amount),
      );
    });
    await fc.assert(holds, { numRuns: 2000 });
  });

  test("leave out incomplete lines and keep the positions of the others", () => {
    const live = liveTotals([line("", "5"), line("2", "10", "7.5"), line("x", "1"), line("0", "1")], "NGN");
    expect(live.nets).toEqual([undefined, "20.00", undefined, undefined]);
    expect([live.subtotal, live.taxTotal, live.total]).toEqual(["20.00", "1.50", "21.50"]);
  });

  test("of no lines are zero, with the digits of the currency", () => {
    expect(liveTotals([], "JPY")).toMatchObject({ subtotal: "0", total: "0", taxes: [] });
    expect(liveTotals([], "KWD").total).toBe("0.000");
  });

  test("report an amount with more digits than the service accepts", () => {
    expect(liveTotals([line("1000000", "999999999999999")], "NGN").tooLong).toBe(true);
  });
});
