import { erasedText } from "../../../platform/db/erasure.ts";
import type { Json } from "../../../platform/db/sql.ts";

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };
type Fields = { [name: string]: Value };

/** What says who a customer is, and what stands there afterwards. */
const personal: Fields = {
  name: erasedText,
  email: null,
  phone: null,
  tax_id: null,
  registration_number: null,
  address: null,
  external_id: null,
  metadata: {},
};

/** Words of the contract, numbers and times: a customer whose name is one of these does not change them. */
const isKept = (name: string) =>
  /^(?:id|type|status|fiscal_status|currency|accounting_currency|number|kind|method|source|gateway|unit_code|tax_category|api_version|role|sha256|\w+_at|\w+_date)$/.test(
    name,
  );

/**
 * Makes a function that gives the body of an event without the values of a customer; undefined if it is an event of
 * another customer, who may have the same name. Where an event shows two customers, it names neither afterwards, because
 * it can be redacted only once. Amounts, numbers and dates stay, so that the books can still be replayed.
 */
export function redactionOf(customerId: number, values: readonly string[]): (body: Json) => Json | undefined {
  const pattern = patternOf(values);
  return (body) => redactEvent(body, customerId, pattern);
}

function redactEvent(body: Json, customerId: number, pattern: RegExp | undefined): Json | undefined {
  const event = JSON.parse(body) as { type: string; data: Fields };
  if (event.type === "customer.erased") return undefined;
  const isCustomer = event.type.startsWith("customer.");
  // A document can go from one customer to another, and then shows both.
  const owners = [event.data.object, event.data.previous].flatMap((record) => ownerOf(record, isCustomer));
  if (owners.length > 0 && !owners.includes(customerId)) return undefined;
  const erase = (value: Value, name: string): Value => {
    if (typeof value === "string")
      return pattern && !isKept(name) ? value.replace(pattern, erasedText) : value;
    if (Array.isArray(value)) return value.map((entry) => erase(entry, name));
    if (value === null || typeof value !== "object") return value;
    const fields = Object.entries(value).map(([key, entry]) => [key, erase(entry, key)]);
    return name === "customer" ? withoutPerson(Object.fromEntries(fields)) : Object.fromEntries(fields);
  };
  const data = Object.entries(event.data).map(([name, record]) => [
    name,
    erase(record, isCustomer ? "customer" : name),
  ]);
  return JSON.stringify({ ...event, data: Object.fromEntries(data) });
}

function ownerOf(record: Value | undefined, isCustomer: boolean): number[] {
  if (record === null || typeof record !== "object" || Array.isArray(record)) return [];
  const owner = isCustomer ? record.id : record.customer_id;
  return typeof owner === "number" ? [owner] : [];
}

function withoutPerson(customer: Fields): Fields {
  const present = Object.entries(personal).filter(([name]) => name in customer);
  return { ...customer, ...Object.fromEntries(present) };
}

function patternOf(values: readonly string[]): RegExp | undefined {
  if (values.length === 0) return undefined;
  const escaped = values.map((value) => value.replace(/[$()*+.?[\\\]^{|}/-]/g, "\\$&"));
  return new RegExp(escaped.join("|"), "gi");
}
