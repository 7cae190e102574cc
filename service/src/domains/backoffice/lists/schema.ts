import { Amount, Currency } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

const Count = Type.Integer({ minimum: 0 });

/** How many rows each tab has; one more than the bound where it has more. */
export const countsOf = (tabs: readonly string[]) =>
  Type.Object(Object.fromEntries(["all", ...tabs].map((tab) => [tab, Count])));

/** What the rows of one currency add up to. */
export const totalsOf = (sums: readonly string[]) =>
  Type.Array(
    Type.Object({
      currency: Currency,
      count: Count,
      ...Object.fromEntries(sums.map((name) => [name, Amount])),
    }),
  );
