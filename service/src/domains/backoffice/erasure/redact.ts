import type { Json } from "../../../platform/db/sql.ts";
import {
  erasedText,
  eraseInJson,
  type JsonFields,
  type JsonValue,
} from "../../../platform/values/erased-text.ts";

/** What says who a customer is, and what stands there afterwards. */
const personal: JsonFields = {
  name: erasedText,
  email: null,
  phone: null,
  tax_id: null,
  registration_number: null,
  address: null,
  external_id: null,
  metadata: {},
};

/**
 * Makes a function that gives the body of an event without the values of a customer; undefined if it is an event of
 * another customer, who may have the same name. Where an event shows two customers, it names neither afterwards, because
 * it can be redacted only once. Amounts, numbers and dates stay, so that the books can still be replayed.
 */
export function redactionOf(
  customerId: number,
  pattern: RegExp | undefined,
): (body: Json) => Json | undefined {
  return (body) => redactEvent(body, customerId, pattern);
}

function redactEvent(body: Json, customerId: number, pattern: RegExp | undefined): Json | undefined {
  const event = JSON.parse(body) as { type: string; data: JsonFields };
  if (event.type === "customer.erased") return undefined;
  const isCustomer = event.type.startsWith("customer.");
  // A document can go from one customer to another, and then shows both.
  const owners = [event.data.object, event.data.previous].flatMap((record) => ownerOf(record, isCustomer));
  if (owners.length > 0 && !owners.includes(customerId)) return undefined;
  const without = (record: JsonFields, name: string) =>
    name === "customer" ? withoutPerson(record) : record;
  const data = Object.entries(event.data).map(([name, record]) => [
    name,
    eraseInJson(record, isCustomer ? "customer" : name, pattern ?? nothing, without),
  ]);
  return JSON.stringify({ ...event, data: Object.fromEntries(data) });
}

function ownerOf(record: JsonValue | undefined, isCustomer: boolean): number[] {
  if (record === null || typeof record !== "object" || Array.isArray(record)) return [];
  const owner = isCustomer ? record.id : record.customer_id;
  return typeof owner === "number" ? [owner] : [];
}

function withoutPerson(customer: JsonFields): JsonFields {
  const present = Object.entries(personal).filter(([name]) => name in customer);
  return { ...customer, ...Object.fromEntries(present) };
}

/** Matches no text. */
const nothing = /(?!)/g;
