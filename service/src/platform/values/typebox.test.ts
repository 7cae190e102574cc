import * as TypeBox from "typebox";
import { expect, test } from "vitest";
import * as Type from "./typebox.ts";

const named = { title: "Named", description: "As told." };

type Builders = Pick<typeof TypeBox, keyof typeof Type>;

/** The same schemas, made by different builders. */
function schemasBy(by: Builders): Record<string, object[]> {
  const fields = {
    id: by.Integer({ minimum: 1 }),
    name: by.Optional(by.String({ maxLength: 5 })),
    paid: by.Boolean(),
  };
  const record = by.Object(fields, named);
  // A schema that is spread is a new schema, and is required again.
  const nullable = by.Unsafe({ ...fields.name, type: ["string", "null"] });
  return {
    plain: [by.String(), by.Integer(), by.Number(), by.Boolean()],
    described: [by.String(named), by.Integer(named), by.Number(named), by.Boolean(named)],
    literals: [by.Literal("v1"), by.Literal(true), by.Literal(7, named)],
    lists: [by.Array(by.String()), by.Array(record, { maxItems: 3, ...named })],
    maps: [by.Record(by.String(), by.Number()), by.Record(by.String(), nullable, named)],
    objects: [by.Object({}), by.Object(fields), by.Object({ name: fields.name }), record],
    nested: [by.Object({ inner: by.Optional(record), list: by.Array(record), nullable }, named)],
    partial: [by.Partial(record), by.Partial(record, { title: "Patch" }), by.Partial(by.Object({}))],
    unchanged: [record],
  };
}

test("every builder creates the same JSON Schema as TypeBox's own, including the order of members", () => {
  const written = (schemas: object) => JSON.stringify(schemas, null, 2);
  expect(written(schemasBy(Type))).toBe(written(schemasBy(TypeBox)));
});
