import type { Json } from "../../../platform/db/sql.ts";
import {
  erasedText,
  eraseInJson,
  type JsonFields,
  type JsonValue,
} from "../../../platform/values/erased-text.ts";

/** The values that say who a customer is, and what replaces them. */
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
 * another customer, who may have the same name. An event can be redacted only once, because the event of the erasure has
 * the hash of its new body. So one that is not of this customer alone, and may name others, has no free texts afterwards.
 * Amounts, numbers and dates stay, so that the books can still be replayed.
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
  const withoutTexts = (texts: RegExp): Json => {
    const data = Object.entries(event.data).map(([name, record]) => [
      name,
      eraseInJson(record, isCustomer ? "customer" : name, texts, without),
    ]);
    return JSON.stringify({ ...event, data: Object.fromEntries(data) });
  };
  const redacted = withoutTexts(pattern ?? nothing);
  if (owners.length > 0 && owners.every((owner) => owner === customerId)) return redacted;
  return redacted === JSON.stringify(event) ? undefined : withoutTexts(anything);
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

const nothing = /(?!)/g;
const anything = /^.+$/gs;
