import type { Option } from "../ui/inputs.tsx";
import type { Filters } from "./use-filters.ts";

/** A filter of a list: a parameter of its address, and how it is chosen. */
export type FilterField<Name extends string = string> = {
  name: Name;
  label: string;
} & ({ options: readonly Option[] } | { kind: "date" | "currency" | "customer" });

/** A tab of a list: the filters that it sets, and the name of its count. */
export type ListTab<Name extends string = string> = { count: string; label: string; filters: Filters<Name> };

/** The tab that shows exactly what the address asks for, if any. Parameters that no tab uses do not matter. */
export function tabOf<Name extends string>(
  tabs: readonly ListTab<Name>[],
  filters: Filters<Name>,
): ListTab<Name> | undefined {
  const names = tabNames(tabs);
  return tabs.find((tab) => names.every((name) => tab.filters[name] === filters[name]));
}

export function tabNames<Name extends string>(tabs: readonly ListTab<Name>[]): Name[] {
  return [...new Set(tabs.flatMap((tab) => Object.keys(tab.filters) as Name[]))];
}

/** The label of a value, or of each of several that are separated by commas. */
export function optionLabel(options: readonly Option[], value: string): string {
  const labelOf = (word: string) => options.find((option) => option.value === word)?.label ?? word;
  return value.split(",").map(labelOf).join(", ");
}
