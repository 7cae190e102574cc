import { allowOnly, type Form, optionalInteger, optionalText } from "./form.ts";
import { invalidRequest, missing } from "./refusal.ts";

/** A page of a list, newest first. */
export function page<T extends { id: string }>(
  url: string,
  all: T[],
  query: Form,
  filters: readonly string[] = [],
): object {
  allowOnly(query, ["limit", "starting_after", ...filters]);
  const limit = optionalInteger(query, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalidRequest("The limit must be between 1 and 100.", "limit");
  const after = optionalText(query, "starting_after", 255);
  const before = all.findIndex(({ id }) => id === after);
  if (after !== null && before < 0) throw missing("object", after, "starting_after");
  const data = all.slice(before + 1, before + 1 + limit);
  return { object: "list", url, has_more: before + 1 + limit < all.length, data };
}
