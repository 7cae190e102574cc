import { expect, test } from "vitest";
import { likelyPayment, withheldOf } from "./withheld.ts";

test("what is withheld is exact", () => {
  expect(withheldOf({ amount_due: 0.3, amount_payable: 0.1 })).toBe("0.2");
});

test("the amount payable is expected first, and the withheld tax once that is paid", () => {
  expect(likelyPayment({ amount_due: 1075, amount_payable: 1025 })).toEqual({
    amount: "1025",
    method: "bank_transfer",
  });
  expect(likelyPayment({ amount_due: 50, amount_payable: 0 })).toEqual({
    amount: "50",
    method: "withholding_tax",
  });
});
