/** The subject of an event, by the name that people know. */
export function aboutOf(object: Record<string, unknown>): string {
  const named = [object.number, object.name, object.reference, object.url].find(
    (value) => typeof value === "string" && value !== "",
  );
  if (typeof named === "string") return named;
  return typeof object.id === "number" || typeof object.id === "string" ? String(object.id) : "";
}
