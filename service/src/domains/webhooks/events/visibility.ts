import type { Principal, Scope, SiteScope } from "../../../contract/access.ts";
import { forbidden } from "../../../contract/errors.ts";
import { type EventType, eventTypes } from "../../../contract/event-types.ts";
import type { Json } from "../../../platform/db/sql.ts";

type Noun = EventType extends `${infer First}.${string}` ? First : never;

/** The scope that reads an event's record by itself, by the first word of the event's type. */
const recordScopes: Readonly<Record<Noun, Scope>> = {
  invoice: "invoices:read",
  recurring_invoice: "invoices:read",
  credit_note: "invoices:read",
  payment: "payments:read",
  payment_link: "payments:read",
  sale: "sales:read",
  quote: "sales:read",
  customer: "customers:read",
  product: "products:read",
  mail: "invoices:read",
  webhook: "webhooks:read",
};

/** Who reads, subscribes or replays. Operators, on the command line, see everything. */
export type Reader = Principal | "operator";

/** A type that is not in the list, because an older or newer version wrote it, has no scope, and nobody reads it. */
export const recordScopeOf = (type: string): Scope | undefined =>
  (recordScopes as Readonly<Record<string, Scope>>)[type.split(".", 1)[0]!];

export function mayReadRecord(reader: Reader, type: string): boolean {
  if (reader === "operator") return true;
  const scope = recordScopeOf(type);
  if (scope === undefined) return false;
  const held: ReadonlySet<Scope | SiteScope> = reader.scopes;
  // Endpoints are read with webhooks:write as well.
  return held.has(scope) || (scope === "webhooks:read" && held.has("webhooks:write"));
}

export const readsEveryRecord = (reader: Reader) => eventTypes.every((type) => mayReadRecord(reader, type));

/**
 * The event as the reader may see it: `data` only with the scope that reads its record. The text is cut and not parsed,
 * so that what is shown stays what was delivered, byte for byte.
 */
export function shownTo(reader: Reader, event: Json): Json {
  if (mayReadRecord(reader, typeOf(event))) return event;
  const end = event.indexOf(dataStart);
  if (end < 0) throw new Error("an event is stored without its data");
  return `${event.slice(0, end)},"data_withheld":true}`;
}

/** As the feed shows it. The hashes are not part of the body, because they are made of it. */
export function shownWithHashes(
  reader: Reader,
  event: { body: Json; body_hash: string | null; hash: string | null },
): Json {
  const hashes = JSON.stringify({ body_hash: event.body_hash, hash: event.hash });
  return `${shownTo(reader, event.body).slice(0, -1)},${hashes.slice(1)}`;
}

const dataStart = ',"data":{"object":';

/** The type is at the start of the stored text, right after the id. */
const typeOf = (event: Json): string => /^\{"id":"\w{1,50}","type":"([\w.]{1,50})"/.exec(event)?.[1] ?? "";

/** Throws 403 where the reader may not read the records of all these types; null stands for every type. */
export function requireReadable(reader: Reader, types: readonly string[] | null, action: string): void {
  const hidden = (types ?? eventTypes).filter((type) => !mayReadRecord(reader, type));
  if (hidden.length === 0 || reader === "operator") return;
  const scopes = [...new Set(hidden.map((type) => recordScopeOf(type)))];
  const who = reader.kind === "user" ? `Your role, ${reader.role},` : "This key";
  const cure =
    reader.kind === "user"
      ? "Ask an owner of the company."
      : "Enable it for the key in the company's settings, or choose event types whose records it may read.";
  throw forbidden(
    "scope_missing",
    `${who} does not have ${scopes.join(", ")}, which is needed to read the records of ${briefly(hidden)}, so it can't ${action}. ${cure}`,
    { scope: scopes[0], scopes },
  );
}

const namedMax = 3;

function briefly(types: readonly string[]): string {
  const named = [...new Set(types)];
  const more = named.length - namedMax;
  return more > 0 ? `${named.slice(0, namedMax).join(", ")} and ${more} more types` : named.join(", ");
}
