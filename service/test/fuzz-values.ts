import fc from "fast-check";
import { oddReceivedHeaders, oddUrls, oddValues } from "./fuzz-oddities.ts";
import { contract, type Schema } from "./operations.ts";
import { idsFor, type Records } from "./records.ts";

/** Values made from the contract's schemas: valid and unexpected ones. */
export type Values = (schema: Schema, name?: string) => fc.Arbitrary<unknown>;

export const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 1, arbitrary: fc.double() },
);

const dayIn = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
const day = dayIn("1999-01-01", "2040-01-01");

const formats: Record<string, fc.Arbitrary<string>> = {
  date: day,
  moment: fc.oneof(
    day,
    day.map((text) => `${text}T09:30:00.000Z`),
    day.map((text) => `${text}T09:30+01:00`),
  ),
  email: fc.emailAddress(),
  currency: fc.constantFrom("NGN", "USD", "JPY", "KWD", "EUR"),
  country: fc.constantFrom("NG", "DE", "US"),
  "international-phone": fc.constantFrom("+2348030000000", "+49 30-123 4567", "+1234567", "+123456789012345"),
};

const digits = (max: number, fraction: number) =>
  fc
    .tuple(fc.nat(max), fc.nat(10 ** fraction - 1))
    .map(([whole, part]) => `${whole}.${String(part).padStart(fraction, "0")}`);

function decimals(rule: { fraction: number; above?: number; to?: number }): fc.Arbitrary<unknown> {
  const least = rule.above === undefined ? 0 : 1;
  return fc.oneof(
    fc.integer({ min: least, max: rule.to ?? 1_000_000 }),
    fc.integer({ min: least, max: 99 }).map((number) => number + 0.25),
    digits(rule.to === undefined ? 99_999 : 99, Math.min(rule.fraction, 6)),
    fc.constantFrom(least, 100, "7.5", 0.5),
  );
}

// Members that a schema does not require, but that most successful requests need.
const usual = new Set(["description", "unit_price"]);

/** Headers that a receiver may have got, in the spellings of various frameworks. */
const receivedHeaders = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      "X-Pay-Signature",
      "x-pay-signature",
      "webhook-id",
      "Webhook-Timestamp",
      "webhook-signature",
    ),
    fc.string({ maxLength: 12 }),
  ),
  fc.oneof(fc.constantFrom(...oddReceivedHeaders), fc.string({ maxLength: 60 })),
  { maxKeys: 6 },
);

/** References in the contract get the ids of the company's own records. */
export function valuesOf(records: Records): Values {
  const known: Record<string, fc.Arbitrary<unknown>> = {
    idempotency_key: fc.constant("order-4711"),
    customer_id: fc.constantFrom(...idsFor(records, "/customers/{id}")),
    product_id: fc.constantFrom(...idsFor(records, "/products/{id}")),
    invoice_id: fc.constantFrom(...idsFor(records, "/invoices/{id}")),
    // A link is valid for 15 minutes to 30 days, which a random moment would hardly match.
    expires_at: fc.oneof(
      dayIn("2026-11-16", "2026-12-14"),
      fc.constantFrom("2026-11-15T11:15:00Z", "2026-12-15T12:00:00+01:00", "2026-11-15T11:14:59.999Z", null),
    ),
    // Pages of an origin that the company has not allowed are refused, and so is a least amount above the most.
    return_url: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.constantFrom("https://shop.example/paid", ...oddUrls),
    ),
    cancel_url: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.constantFrom("https://shop.example/cart", ...oddUrls),
    ),
    min_amount: fc.constantFrom(null, null, "0.01", 1, "1e400", -1),
    // Mostly a link that is paid once: the others refuse what most fields of a link say.
    reusable: fc.constantFrom(null, false, false, true),
    max_payments: fc.constantFrom(null, null, null, 1, 0),
    min_quantity: fc.constantFrom(null, null, null, 1, 3),
    max_quantity: fc.constantFrom(null, null, null, 2, 10_001),
    due_date: dayIn("2041-01-01", "2100-01-01"),
    // Random ones would mostly be more than the line or the document, which is refused.
    discounts: fc.constantFrom(
      [],
      [],
      [{ percent: 10 }],
      [{ percent: "0.5", reason: "Loyal" }],
      [{ amount: 1 }],
      [{}],
    ),
    charges: fc.constantFrom(
      [],
      [],
      [{ percent: 5 }],
      [{ amount: "2.50", reason: "Freight" }],
      [{ amount: -1 }],
    ),
    tax_category: fc.constantFrom("S", "S", "S", "L", "E"),
    endpoint_id: fc.constantFrom(...idsFor(records, "/webhooks/endpoints/{id}")),
    event_id: fc.constantFrom(...idsFor(records, "/events/{id}")),
    url: fc.oneof(
      fc.constant("https://hooks.example/fuzz"),
      fc.constantFrom(...oddUrls),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    ),
    headers: receivedHeaders,
    // Longer waits are allowed, but take too much time here.
    wait: fc.constantFrom(0, 1),
  };
  const values: Values = (schema, name = "") => {
    if (typeof schema.$ref === "string")
      return values(contract.components.schemas[schema.$ref.split("/").pop()!], name);
    if (known[name]) return known[name];
    if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
    if (schema["x-decimal"]) return decimals(schema["x-decimal"] as never);
    const types = [schema.type].flat() as string[];
    return fc.oneof(
      ...types.map((type) => ({ weight: type === "null" ? 1 : 6, arbitrary: ofType(type, schema) })),
    );
  };
  const ofType = (type: string, schema: Schema): fc.Arbitrary<unknown> => {
    const {
      minLength = 0,
      maxLength = 40,
      minimum = 0,
      maximum = 100_000,
      minItems = 0,
      maxItems = 3,
    } = schema as Record<string, number>;
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.integer({ min: minimum, max: maximum });
      case "number":
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case "array":
        return fc.array(values(schema.items as Schema), {
          minLength: minItems,
          maxLength: Math.min(maxItems, minItems + 3),
        });
      case "object": {
        const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
        if (members.length === 0)
          return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
        const required = (schema.required ?? []) as string[];
        const asUsual = members
          .map(([name]) => name)
          .filter((name) => usual.has(name) || required.includes(name));
        const model = Object.fromEntries(members.map(([name, member]) => [name, values(member, name)]));
        const recordWith = (requiredKeys: string[]) => fc.record(model, { requiredKeys });
        return fc.oneof(
          { weight: 4, arbitrary: recordWith(asUsual) },
          { weight: 1, arbitrary: recordWith(required) },
        );
      }
      default:
        if (typeof schema.format === "string" && formats[schema.format]) return formats[schema.format]!;
        if (typeof schema.pattern === "string")
          return fc.stringMatching(new RegExp(schema.pattern), { maxLength: 60 });
        return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 20) });
    }
  };
  return values;
}

/** A valid value with one change: a member replaced, removed, added or wrapped. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.nat(), fc.constantFrom("replace", "replace", "replace", "remove", "add", "wrap"), odd)
    .map(([original, place, action, oddity]) => {
      const root = { root: structuredClone(original) };
      const places = placesIn(root);
      const [holder, key] = places[place % places.length]!;
      if (action === "remove" && holder !== root)
        Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
      else if (action === "add" && typeof holder[key] === "object" && holder[key] !== null)
        Object.assign(holder[key], { pirce: oddity });
      else holder[key] = action === "wrap" ? [holder[key]] : oddity;
      return root.root;
    });
}

type Holder = Record<string, unknown>;

function placesIn(node: Holder): [Holder, string][] {
  return Object.entries(node).flatMap(([key, value]) => [
    [node, key] as [Holder, string],
    ...(typeof value === "object" && value !== null ? placesIn(value as Holder) : []),
  ]);
}
