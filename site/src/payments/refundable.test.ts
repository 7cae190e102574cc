import { expect, test } from "vitest";
import { refundExample } from "../../../service/src/domains/payments/payments/schema.ts";
import type { Payment } from "../dashboard/records.ts";
import { refundable } from "./refundable.ts";

const refund = (amount: number, status: string) => ({ ...refundExample, amount, status });
const payment = (refunds: object[]) => ({ amount: 0.3, refunds }) as Pick<Payment, "amount" | "refunds">;

test("pending refunds reduce the refundable amount, failed ones do not", () => {
  expect(refundable(payment([]))).toBe("0.3");
  expect(refundable(payment([refund(0.1, "done"), refund(0.1, "pending")]))).toBe("0.1");
  expect(refundable(payment([refund(0.3, "failed")]))).toBe("0.3");
});
