type Node = unknown;

/**
 * openapi.json as OpenAPI 3.0, for generators that do not know 3.1: null is a property of a schema instead of a type, and
 * what 3.0 cannot say is left out. A schema of several types has none.
 */
export function olderContract(document: object): object {
  return { ...(older(document) as object), openapi: "3.0.3" };
}

/** Values rather than schemas: left as they are. */
const values = new Set(["example", "default", "value"]);
const unknownTo30 = new Set(["patternProperties", "propertyNames"]);

function older(node: Node): Node {
  if (Array.isArray(node)) return node.map(older);
  if (typeof node !== "object" || node === null) return node;
  const changed: Record<string, Node> = {};
  for (const [name, value] of Object.entries(node)) Object.assign(changed, olderMember(name, value));
  if (changed.nullable && !changed.type && isTexts(changed.enum)) changed.type = "string";
  return changed;
}

function olderMember(name: string, value: Node): object {
  if (unknownTo30.has(name) || (name === "examples" && Array.isArray(value))) return {};
  if (name === "properties") {
    const members = Object.entries(value as object).map(([member, schema]) => [member, older(schema)]);
    return { properties: Object.fromEntries(members) };
  }
  // The generator writes a boolean of an enum as no language does.
  if (name === "const") return typeof value === "boolean" ? { type: "boolean" } : { enum: [value] };
  if (name === "type" && Array.isArray(value)) {
    const types = value.filter((type) => type !== "null");
    return {
      ...(value.includes("null") && { nullable: true }),
      ...(types.length === 1 && { type: types[0] }),
    };
  }
  if (name === "enum" && Array.isArray(value))
    return { ...(value.includes(null) && { nullable: true }), enum: value.filter((each) => each !== null) };
  return { [name]: values.has(name) ? value : older(value) };
}

const isTexts = (words: Node) => Array.isArray(words) && words.every((word) => typeof word === "string");
