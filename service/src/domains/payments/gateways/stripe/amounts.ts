import { Big } from "big.js";
import { integrationFailed } from "../../../../contract/errors.ts";
import { currencyDigits } from "../../../../platform/values/currency.ts";
import { parseDecimal, toPlain } from "../../../../platform/values/money.ts";

/**
 * Stripe's units (docs.stripe.com/currencies) are mostly the minor units of ISO 4217. Exceptions: MGA has none; ISK and
 * UGX have none but are written with two zeros; with three digits the last must be 0. The rule that HUF and TWD are
 * whole concerns payouts only.
 */
const whole = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const wholeWithTwoZeros = new Set("ISK UGX".split(" "));
const threeDigits = new Set("BHD JOD KWD OMR TND".split(" "));

/** Converts decimal text in major units to Stripe's minor units; throws for an amount that Stripe cannot express. */
export function toStripeAmount(amount: string, currency: string): number {
  const unit = unitOf(currency);
  const value = parseDecimal(amount);
  if (!unit || !value) {
    throw integrationFailed(
      "Stripe",
      `does not accept payments in ${currency}. Use another currency or gateway`,
    );
  }
  const minor = value.times(`1e${unit.digits}`);
  if (minor.lte(0) || !minor.mod(unit.step).eq(0)) {
    const step = toPlain(new Big(unit.step).times(`1e-${unit.digits}`));
    throw integrationFailed(
      "Stripe",
      `can't accept ${amount} ${currency}: the amount must be a multiple of ${step} ${currency}. Change the amount`,
    );
  }
  if (minor.gt(Number.MAX_SAFE_INTEGER)) {
    throw integrationFailed("Stripe", `can't accept ${amount} ${currency} in one payment. Split the amount`);
  }
  return Number(minor.toFixed());
}

/** Undefined for anything that is not an amount. */
export function fromStripeAmount(minor: unknown, currency: string): string | undefined {
  const unit = unitOf(currency);
  if (!unit || typeof minor !== "number" || !Number.isSafeInteger(minor) || minor < 0) return undefined;
  return toPlain(new Big(minor).times(`1e-${unit.digits}`));
}

type Unit = { digits: number; step: number };

// Stripe uses two digits for currencies that it does not list. If ISO 4217 disagrees, the currency is treated as
// unsupported.
function unitOf(currency: string): Unit | undefined {
  if (whole.has(currency)) return { digits: 0, step: 1 };
  if (wholeWithTwoZeros.has(currency)) return { digits: 2, step: 100 };
  if (threeDigits.has(currency)) return { digits: 3, step: 10 };
  return currencyDigits(currency) === 2 ? { digits: 2, step: 1 } : undefined;
}
