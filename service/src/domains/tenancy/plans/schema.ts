import { featureNames } from "../../../contract/access.ts";
import { nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

const Metered = Type.Object({
  used: Type.Integer({ minimum: 0 }),
  limit: nullable(Type.Integer({ minimum: 0, description: "null: unlimited." })),
});

export const Usage = Type.Object(
  {
    month: Type.String({
      description: "The calendar month in the company's time zone.",
      examples: ["2026-11"],
    }),
    invoices: Metered,
    payment_links: Metered,
    resets_at: Timestamp,
    features: Type.Array(
      Type.Object({ name: words(featureNames), title: Type.String(), enabled: Type.Boolean() }),
    ),
    post_rate: Type.Number({ description: "POST requests per second for each key." }),
    company_post_rate: Type.Number({
      description: "POST requests per second for all keys and users together; 0: unlimited.",
    }),
    read_rate: Type.Number({
      description:
        "Cost units per second for everything except POST, for all keys and users together; 0: unlimited.",
    }),
  },
  { title: "Usage" },
);

export const usageExample = {
  month: "2026-11",
  invoices: { used: 12, limit: 100 },
  payment_links: { used: 3, limit: null },
  resets_at: "2026-11-30T23:00:00.000Z",
  features: [{ name: "invoicing", title: "Invoices", enabled: true }],
  post_rate: 25,
  company_post_rate: 100,
  read_rate: 200,
};
