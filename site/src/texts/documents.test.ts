import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentTexts } from "./documents.ts";

type Contract = {
  components: { schemas: Record<string, { properties: Record<string, { maxLength?: number }> }> };
};

test.each(["SaleCreate", "QuoteCreate", "InvoiceCreate", "RecurringInvoiceCreate"])(
  "the texts of documents may be as long in the dashboard as in %s of the API",
  (name) => {
    const contract = JSON.parse(
      readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8"),
    ) as Contract;
    const { properties } = contract.components.schemas[name]!;
    const lengths = Object.entries(documentTexts).map(([field, { maxLength }]) => [field, maxLength]);
    expect(lengths).toEqual(lengths.map(([field]) => [field, properties[field!]?.maxLength]));
  },
);
