import { type Element, group, text } from "../ubl/xml.ts";

/** A day as CII has it: 102 is the form YYYYMMDD in UNTDID 2379. */
export function dateOf(name: string, day: string | null, holder = "udt:DateTimeString"): Element | undefined {
  return group(name, text(holder, day?.replaceAll("-", "") ?? null, { format: "102" }));
}
