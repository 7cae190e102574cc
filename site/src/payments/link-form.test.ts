import { expect, test } from "vitest";
import { emptyLinkForm, linkRequest } from "./link-form.ts";

const now = new Date("2026-11-17T10:00:42Z");
const form = { ...emptyLinkForm("NGN"), amount: "2500", hours: "24" };
const fixed = {
  amount: "2500",
  currency: "NGN",
  label: null,
  expires_at: "2026-11-18T10:00:00.000Z",
  return_url: null,
  cancel_url: null,
};

test("a link asks for what was chosen, and leaves out what was typed for something else", () => {
  const typed = { ...form, minAmount: "5", maxQuantity: "7", maxPayments: "3" };
  expect(linkRequest(typed, now)).toEqual(fixed);
  expect(linkRequest({ ...typed, choice: "amount" }, now)).toEqual({ ...fixed, min_amount: "5" });
  expect(linkRequest({ ...typed, choice: "quantity" }, now)).toEqual({
    ...fixed,
    min_quantity: 1,
    max_quantity: 7,
  });
  expect(linkRequest({ ...typed, reusable: true }, now)).toEqual({
    ...fixed,
    reusable: true,
    max_payments: 3,
  });
});

test("an empty number of payments is no limit, and what is no number is left to the service", () => {
  expect(linkRequest({ ...form, reusable: true, maxPayments: " " }, now)).toMatchObject({
    max_payments: null,
  });
  expect(linkRequest({ ...form, reusable: true, maxPayments: "ten" }, now)).toMatchObject({
    max_payments: "ten",
  });
  expect(linkRequest({ ...form, reusable: true, maxPayments: "1 000" }, now)).toMatchObject({
    max_payments: 1000,
  });
});

test("two presses within a minute ask for the same", () => {
  expect(linkRequest(form, now)).toEqual(linkRequest(form, new Date("2026-11-17T10:00:59Z")));
});
