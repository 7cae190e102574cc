import { expect, test } from "vitest";
import { newIdempotencyKeys, orderOf } from "./order.ts";

const lines = [{ product_id: 31, quantity: 2 }];
const entered = (fields: Record<string, string>) => (name: string) => fields[name] ?? "";

test("an order names products and quantities, and leaves out what was left empty", () => {
  const read = entered({ "customer.name": "Ada Obi", "customer.email": "ada@example.com" });
  expect(orderOf("NGN", lines, read)).toEqual({
    currency: "NGN",
    lines: [{ product_id: 31, quantity: 2 }],
    customer: { name: "Ada Obi", email: "ada@example.com" },
  });
});

test("an order carries all that was entered", () => {
  const read = entered({
    "customer.name": "Ada Obi",
    "customer.email": "ada@example.com",
    "customer.phone": "+234 803 000 0000",
    booking_date: "2026-11-20",
    notes: "By the back door, please",
  });
  expect(orderOf("NGN", lines, read)).toEqual({
    currency: "NGN",
    lines,
    customer: { name: "Ada Obi", email: "ada@example.com", phone: "+234 803 000 0000" },
    booking_date: "2026-11-20",
    notes: "By the back door, please",
  });
});

test("the same order keeps its key, and another gets another", () => {
  const keyFor = newIdempotencyKeys();
  const order = orderOf("NGN", lines, entered({ "customer.name": "Ada" }));
  const key = keyFor(order);
  expect(key).toMatch(/^\d+(-\d+){3}$/);
  expect(keyFor({ ...order })).toBe(key);
  expect(keyFor({ ...order, notes: "Two, please" })).not.toBe(key);
  expect(newIdempotencyKeys()(order)).not.toBe(key);
});
