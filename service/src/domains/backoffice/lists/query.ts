import type { Company } from "../../../contract/access.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Currency, Day, Id, PageQuery, Search, text } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** The parameters of every list of the dashboard; they are also those of its page's address. */
export const tableQuery = {
  limit: PageQuery.limit,
  cursor: Type.Optional(text(1200)),
  sort: Type.Optional(
    Type.String({
      pattern: "^-?[a-z_]+$",
      maxLength: 40,
      description: "A column; with a leading - in descending order.",
    }),
  ),
  q: Search,
};

export const currencyFilter = { currency: Type.Optional(Currency) };
export const customerFilter = { customer_id: Type.Optional(Id) };

/** Several words of a list, separated by commas. */
export const severalOf = (words: readonly string[]) =>
  Type.Optional(
    Type.String({
      pattern: `^(${words.join("|")})(,(${words.join("|")}))*$`,
      maxLength: 200,
      examples: [words.slice(0, 2).join(",")],
    }),
  );

/** `from` and `to` are days, both included. */
export const daysFilter = <const Name extends string>(name: Name) =>
  ({
    [`${name}_from`]: Type.Optional(Day),
    [`${name}_to`]: Type.Optional(Day),
  }) as Record<`${Name}_from` | `${Name}_to`, Type.TOptional<typeof Day>>;

const idsMax = 500;

/** The records of a selection. */
export const selectionFilter = {
  ids: Type.Optional(
    Type.String({
      pattern: `^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,${idsMax - 1}}$`,
      maxLength: 17 * idsMax,
      examples: ["1042,1043"],
    }),
  ),
};

export const listOf = (text: string | undefined) => text?.split(",");

/** A range of days of the company as a range of moments, the end excluded. */
export function momentsOf(company: Company, from: string | undefined, to: string | undefined) {
  const { created_from, created_to } = createdRange(company.timeZone, {
    created_from: from,
    created_to: to,
  });
  return { from: created_from, to: created_to };
}
