import { expect, test } from "vitest";
import { customerExample } from "../../../service/src/domains/catalog/customers/schema.ts";
import type { Customer } from "../dashboard/records.ts";
import { emptyCustomer, fromCustomer, toCustomerInput } from "./customer-form.ts";

test("a customer that nobody touched is sent as it was stored", () => {
  const {
    id: _id,
    metadata: _metadata,
    created_at: _created,
    updated_at: _updated,
    ...given
  } = customerExample as Customer;
  expect(toCustomerInput(fromCustomer(customerExample as Customer))).toEqual(given);
});

test("the country that the form began with makes no address by itself", () => {
  expect(toCustomerInput({ ...emptyCustomer("NG"), name: "Acme" }).address).toBeNull();
  expect(toCustomerInput({ ...emptyCustomer("NG"), name: "Acme", city: "Lagos" }).address).toEqual({
    city: "Lagos",
    country: "NG",
  });
});

test("what is empty is null, but the name, which the service should ask for", () => {
  expect(toCustomerInput(emptyCustomer(null))).toMatchObject({ name: "", email: null, external_id: null });
});
