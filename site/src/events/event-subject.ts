import { texts } from "../texts/events.ts";

/** A readable name of the record that an event is about; a note if the role may not read the record. */
export function subjectOf(object: Record<string, unknown> | undefined): string {
  if (!object) return texts.withheld;
  const named = [object.number, object.name, object.reference, object.url].find(
    (value) => typeof value === "string" && value !== "",
  );
  if (typeof named === "string") return named;
  return typeof object.id === "number" || typeof object.id === "string" ? String(object.id) : "";
}
