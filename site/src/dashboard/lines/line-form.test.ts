import { describe, expect, test } from "vitest";
import { lineExample } from "../../../../service/src/domains/billing/lines/schema.ts";
import { productExample } from "../../../../service/src/domains/catalog/products/schema.ts";
import type { Line, Product } from "../records.ts";
import { emptyAdjustment } from "./adjustment-form.ts";
import { changeLine, emptyLine, fromRecord, takeProduct, toInput } from "./line-form.ts";

const product = productExample as Product;
const line = lineExample as Line;

describe("a line that takes a product", () => {
  test("takes description, price, rate and codes", () => {
    expect(toInput(takeProduct(emptyLine(), product, "NGN"))).toMatchObject({
      product_id: 31,
      description: "Consulting hour",
      unit_price: "45000",
      tax_rate: "7.5",
      tax_category: "S",
      unit_code: "HUR",
      service_code: "998311",
    });
  });

  test("leaves the price empty if that of the product is in another currency", () => {
    expect(toInput(takeProduct(emptyLine(), product, "EUR")).unit_price).toBeNull();
  });
});

test("typing a rate resets the tax category, and a chosen category stays", () => {
  const taken = takeProduct(emptyLine(), product, "NGN");
  expect(changeLine(taken, { taxRate: "0" }).taxCategory).toBe("");
  expect(changeLine(taken, { taxCategory: "E" }).taxCategory).toBe("E");
  expect(changeLine(taken, { quantity: "4" }).taxCategory).toBe("S");
});

test("an unchanged line is sent as it was stored", () => {
  const computed = ["gross", "discount", "charge", "net", "tax", "total"].map((name) => `${name}_amount`);
  const given = Object.fromEntries(
    Object.entries(line).filter(([name]) => name !== "id" && !computed.includes(name)),
  );
  const sent = toInput(fromRecord(line));
  expect({
    ...sent,
    quantity: Number(sent.quantity),
    unit_price: Number(sent.unit_price),
    tax_rate: Number(sent.tax_rate),
  }).toEqual(given);
});

test("discounts and charges are sent as they were stored, and rows in which nothing was entered are not", () => {
  const stored = {
    ...line,
    discounts: [{ percent: 5, reason: "Agreed" }, { amount: 2 }],
    charges: [{ amount: 10 }],
  };
  const form = fromRecord(stored);
  const sent = toInput({ ...form, adjustments: [emptyAdjustment("discount"), ...form.adjustments] });
  expect(sent.discounts).toEqual([
    { percent: "5", reason: "Agreed" },
    { amount: "2", reason: null },
  ]);
  expect(sent.charges).toEqual([{ amount: "10", reason: null }]);
});

test("a product brings its discount", () => {
  const discounted = { ...product, default_discount_percent: 7.5 };
  expect(toInput(takeProduct(emptyLine(), discounted, "NGN")).discounts).toEqual([
    { percent: "7.5", reason: null },
  ]);
});

test("small numbers are written without an exponent", () => {
  expect(fromRecord({ ...line, quantity: 0.000001 }).quantity).toBe("0.000001");
});

test("empty fields are null, for the service to fill in or report", () => {
  expect(toInput({ ...emptyLine(), quantity: "1,500" })).toEqual({
    product_id: null,
    description: null,
    quantity: "1500",
    unit_price: null,
    tax_rate: null,
    tax_category: null,
    exemption_reason: null,
    unit_code: null,
    hs_code: null,
    discounts: [],
    charges: [],
    service_code: null,
  });
});
