import { expect, test } from "vitest";
import { productExample } from "../../../service/src/domains/catalog/products/schema.ts";
import type { Product } from "../dashboard/records.ts";
import { emptyProduct, fromProduct, toProductInput } from "./product-form.ts";

test("an unchanged product is sent as it was stored", () => {
  const {
    id: _id,
    metadata: _metadata,
    created_at: _created,
    updated_at: _updated,
    ...given
  } = productExample as Product;
  const sent = toProductInput(fromProduct(productExample as Product));
  expect({ ...sent, unit_price: Number(sent.unit_price), tax_rate: Number(sent.tax_rate) }).toEqual(given);
});

test("a product without a price is priced by its lines", () => {
  expect(toProductInput({ ...emptyProduct("NGN"), name: "Repair" }).unit_price).toBeNull();
  expect(toProductInput({ ...emptyProduct("NGN"), unitPrice: "1,500.50" }).unit_price).toBe("1500.50");
});
