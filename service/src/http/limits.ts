import type { TSchema } from "typebox";

type Limited = {
  properties?: Record<string, Limited>;
  items?: Limited;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
};

/**
 * The value, with each text, list and object that exceeds its schema's limit cut to just beyond that limit. The
 * validator goes on after the first fault, to report all of them at once: without this, it would hold every pattern
 * against a text of a mebibyte, and examine the hundred thousand entries of a list or an object that may have ten.
 */
export function cutToLimits(schema: TSchema, value: unknown): unknown {
  return cut(schema as Limited, value);
}

function cut(schema: Limited, value: unknown): unknown {
  if (typeof value === "string") {
    // The limit counts characters, and one may be two units long: half as many characters are left for certain.
    const unitsMax = schema.maxLength === undefined ? Number.POSITIVE_INFINITY : 2 * schema.maxLength + 1;
    return value.length > unitsMax ? value.slice(0, unitsMax) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? cutList(schema, value) : cutMembers(schema, value as Record<string, unknown>);
}

function cutList({ items, maxItems = Number.POSITIVE_INFINITY }: Limited, list: unknown[]): unknown[] {
  const kept = list.length > maxItems ? list.slice(0, maxItems + 1) : list;
  if (!items) return kept;
  const cutItems = kept.map((item) => cut(items, item));
  return cutItems.some((item, index) => item !== kept[index]) ? cutItems : kept;
}

function cutMembers(
  { properties, maxProperties }: Limited,
  record: Record<string, unknown>,
): Record<string, unknown> {
  if (maxProperties !== undefined) {
    const names = Object.keys(record);
    if (names.length > maxProperties)
      return Object.fromEntries(names.slice(0, maxProperties + 1).map((name) => [name, record[name]]));
  }
  if (!properties) return record;
  let changed = record;
  for (const name in properties) {
    if (!Object.hasOwn(record, name)) continue;
    const value = cut(properties[name]!, record[name]);
    if (value === record[name]) continue;
    if (changed === record) changed = { ...record };
    changed[name] = value;
  }
  return changed;
}
