import { idMax } from "../../platform/values/schema.ts";

type Schema = Record<string, unknown>;

/**
 * Schemas with a title become components; the rest stay where they are. Integers that need more than 32 bits say so, because
 * clients in Java or C# would have no room for them.
 */
export function hoist(schema: unknown, components: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => hoist(entry, components));
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, hoist(value, components)]),
  );
  // A number below one is refused because it names no record, together with whatever else is wrong.
  if (inner.minimum === -idMax) inner.minimum = 1;
  if (inner.maximum === idMax) inner.format = "int64";
  // An example or a property may itself be called "title"; only a schema's own title is text.
  if (typeof inner.title !== "string" || !("type" in inner)) return inner;
  components[inner.title] ??= inner;
  return { $ref: `#/components/schemas/${inner.title}` };
}

/**
 * For what is sent to callers: later versions may add values to an enumeration, so clients must accept values that they do
 * not know. Tools that read `x-extensible-enum` make such clients.
 */
export function openEnums(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openEnums);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner: Schema = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, openEnums(value)]),
  );
  const { enum: values } = inner;
  if (!Array.isArray(values) || !values.some((value) => typeof value === "string")) return inner;
  return { ...inner, "x-extensible-enum": values.filter((value) => value !== null) };
}
