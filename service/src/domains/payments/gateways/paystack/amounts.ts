import { Big } from "big.js";
import { integrationFailed } from "../../../../contract/errors.ts";
import { isCurrency } from "../../../../platform/values/currency.ts";
import { parseDecimal, toPlain } from "../../../../platform/values/money.ts";

/** Converts between decimal text in major units, which we use, and whole minor units, which the gateway uses. */
export type Amounts = {
  /** Throws for an amount that minor units cannot express. */
  toMinor(amount: string, currency: string): number;
  /** Undefined for anything that is not an amount. */
  toMajor(minor: unknown, currency: string): string | undefined;
};

export function paystackAmounts(title: string, digitsOf: (currency: string) => number | undefined): Amounts {
  const known = (currency: string) => (isCurrency(currency) ? digitsOf(currency) : undefined);
  return {
    toMinor: (amount, currency) => {
      const digits = known(currency);
      const value = parseDecimal(amount);
      if (digits === undefined || !value) {
        throw integrationFailed(
          title,
          `does not accept payments in ${currency}. Use another currency or gateway`,
        );
      }
      const minor = value.times(`1e${digits}`);
      if (minor.lte(0) || !minor.mod(1).eq(0)) {
        const step = toPlain(new Big(`1e-${digits}`));
        throw integrationFailed(
          title,
          `can't accept ${amount} ${currency}: the amount must be a multiple of ${step} ${currency}. Change the amount`,
        );
      }
      if (minor.gt(Number.MAX_SAFE_INTEGER)) {
        throw integrationFailed(title, `can't accept ${amount} ${currency} in one payment. Split the amount`);
      }
      return Number(minor.toFixed());
    },
    toMajor: (minor, currency) => {
      const digits = known(currency);
      if (digits === undefined || !Number.isSafeInteger(minor) || (minor as number) < 0) return undefined;
      return toPlain(new Big(minor as number).times(`1e-${digits}`));
    },
  };
}
