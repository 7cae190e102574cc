type Schema = Record<string, unknown>;

/** Schemas with a title become components; the rest stay where they are. */
export function hoist(schema: unknown, components: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => hoist(entry, components));
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, hoist(value, components)]),
  );
  // An example or a property may itself be called "title"; only a schema's own title is text.
  if (typeof inner.title !== "string" || !("type" in inner)) return inner;
  components[inner.title] ??= inner;
  return { $ref: `#/components/schemas/${inner.title}` };
}
