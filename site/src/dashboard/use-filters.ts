import { useNavigate, useSearch } from "@tanstack/react-router";

export type Filters<Name extends string> = { readonly [name in Name]?: string };

/** The filters of a list, kept in the URL so that it can be shared and survives navigation. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = names.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []));
  const change = (changes: Filters<Name>) => {
    const next = { ...search, ...changes };
    const kept = Object.entries(next).filter(([, value]) => value !== undefined && value !== "");
    void navigate({ to: ".", search: Object.fromEntries(kept), replace: true });
  };
  return {
    filters: Object.fromEntries(given) as Filters<Name>,
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, ""])) as Filters<Name>),
  };
}
