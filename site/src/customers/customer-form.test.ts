import { expect, test } from "vitest";
import { customerExample } from "../../../service/src/domains/catalog/customers/schema.ts";
import type { Customer } from "../dashboard/records.ts";
import { emptyCustomer, fromCustomer, toCustomerInput } from "./customer-form.ts";

test("an unchanged customer is sent as it was stored", () => {
  const {
    id: _id,
    metadata: _metadata,
    created_at: _created,
    updated_at: _updated,
    balance: _balance,
    ...given
  } = customerExample as Customer;
  expect(toCustomerInput(fromCustomer(customerExample as Customer))).toEqual(given);
});

test("the preselected country alone is not an address", () => {
  expect(toCustomerInput({ ...emptyCustomer("NG"), name: "Acme" }).address).toBeNull();
  expect(toCustomerInput({ ...emptyCustomer("NG"), name: "Acme", city: "Lagos" }).address).toEqual({
    city: "Lagos",
    country: "NG",
  });
});

test("empty fields are null, except the name, which the service reports", () => {
  expect(toCustomerInput(emptyCustomer(null))).toMatchObject({ name: "", email: null, external_id: null });
});
