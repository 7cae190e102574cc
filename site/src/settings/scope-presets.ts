import { scopeNames } from "../../../service/src/contract/access.ts";

/** Common sets of scopes, so that nobody has to know all of them to create a first key. */
export type PresetName = "sell" | "read" | "all" | "custom";

const selling: readonly string[] = [
  "invoices:read",
  "invoices:write",
  "integrations",
  "customers:read",
  "customers:write",
  "products:read",
  "products:write",
  "sales:read",
  "sales:write",
  "payments:read",
  "payments:write",
  "portal:embed",
  "webhooks:read",
];

/** The scopes of a preset that the person may grant. */
export function scopesOf(
  preset: Exclude<PresetName, "custom">,
  mayGrant: (scope: string) => boolean,
): string[] {
  const wanted = {
    sell: (scope: string) => selling.includes(scope),
    read: (scope: string) => scope.endsWith(":read"),
    all: () => true,
  }[preset];
  return scopeNames.filter((scope) => wanted(scope) && mayGrant(scope));
}
