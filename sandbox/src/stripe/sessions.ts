import { checkAmount } from "./currencies.ts";
import {
  allowOnly,
  type Form,
  integer,
  metadata,
  optionalInteger,
  optionalPart,
  optionalText,
  part,
  text,
} from "./form.ts";
import { page } from "./lists.ts";
import { invalidRequest, missing } from "./refusal.ts";
import { makeId, type SessionRecord, type Store, unixSeconds } from "./store.ts";

const params = [
  "mode",
  "line_items",
  "client_reference_id",
  "metadata",
  "payment_intent_data",
  "customer_email",
  "success_url",
  "cancel_url",
  "expires_at",
];

/** `POST /v1/checkout/sessions`: one item, paid once. */
export function createSession(books: Store, owner: string, form: Form): object {
  allowOnly(form, params);
  if (text(form, "mode", 20) !== "payment") throw invalidRequest("Invalid mode: must be payment", "mode");
  const item = readItem(form);
  const intentData = optionalPart(form, "payment_intent_data");
  allowOnly(intentData, ["metadata", "description"], "payment_intent_data");
  optionalText(intentData, "description", 1000, "payment_intent_data");
  const created = unixSeconds(books.now());
  const id = makeId("cs_test");
  const record: SessionRecord = {
    owner,
    product: item.name,
    intentMetadata: metadata(intentData, "payment_intent_data"),
    intent: undefined,
    session: {
      id,
      object: "checkout.session",
      amount_subtotal: item.amount,
      amount_total: item.amount,
      cancel_url: form.cancel_url === undefined ? null : readUrl(form, "cancel_url"),
      client_reference_id: readReference(form),
      created,
      currency: item.currency,
      customer_email: readEmail(form),
      expires_at: readEnd(form, created),
      livemode: false,
      metadata: metadata(form),
      mode: "payment",
      payment_intent: null,
      payment_method_types: ["card"],
      payment_status: "unpaid",
      status: "open",
      success_url: readUrl(form, "success_url"),
      url: `${books.url}/c/pay/${id}`,
    },
  };
  books.sessions.set(id, record);
  return showSession(record);
}

function readItem(form: Form): { amount: number; currency: string; name: string } {
  const items = part(form, "line_items");
  if (Object.keys(items).length !== 1) {
    throw invalidRequest("This simulator takes exactly one line item.", "line_items");
  }
  const item = part(items, "0", "line_items");
  allowOnly(item, ["quantity", "price_data"], "line_items[0]");
  const quantity = integer(item, "quantity", "line_items[0]");
  if (quantity < 1) throw invalidRequest("Quantity must be at least 1.", "line_items[0][quantity]");
  const within = "line_items[0][price_data]";
  const price = part(item, "price_data", "line_items[0]");
  allowOnly(price, ["currency", "unit_amount", "product_data"], within);
  const currency = text(price, "currency", 3, within).toLowerCase();
  const unit = integer(price, "unit_amount", within);
  checkAmount(unit, currency, `${within}[unit_amount]`);
  const product = part(price, "product_data", within);
  allowOnly(product, ["name"], `${within}[product_data]`);
  return { amount: unit * quantity, currency, name: text(product, "name", 250, `${within}[product_data]`) };
}

function readUrl(form: Form, name: string): string {
  const url = text(form, name, 5000);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw invalidRequest("Not a valid URL", name, "url_invalid");
  }
  return url;
}

function readReference(form: Form): string | null {
  const reference = optionalText(form, "client_reference_id", 200);
  if (reference === null || /^[\w-]+$/.test(reference)) return reference;
  const message = "Invalid client_reference_id: use letters, digits, dashes and underscores.";
  throw invalidRequest(message, "client_reference_id");
}

function readEmail(form: Form): string | null {
  const email = optionalText(form, "customer_email", 800);
  if (email === null || /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email)) return email;
  throw invalidRequest(`Invalid email address: ${email}`, "customer_email", "email_invalid");
}

const hour = 3600;

function readEnd(form: Form, created: number): number {
  const end = optionalInteger(form, "expires_at") ?? created + 24 * hour;
  if (end < created + hour / 2) {
    const message = "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.";
    throw invalidRequest(message, "expires_at");
  }
  if (end > created + 24 * hour) {
    const message = "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.";
    throw invalidRequest(message, "expires_at");
  }
  return end;
}

/** `GET /v1/checkout/sessions/:id` */
export function retrieveSession(books: Store, owner: string, id: string, query: Form): object {
  allowOnly(query, ["expand"]);
  const record = books.sessions.get(id);
  if (record?.owner !== owner) throw missing("checkout.session", id, "session");
  return showSession(record, Object.values(optionalPart(query, "expand")).map(String));
}

/** `GET /v1/checkout/sessions`, newest first. */
export function listSessions(books: Store, owner: string, query: Form): object {
  const own = [...books.sessions.values()].filter((record) => record.owner === owner);
  return page(
    "/v1/checkout/sessions",
    own.reverse().map((record) => showSession(record)),
    query,
  );
}

export function showSession({ session, intent }: SessionRecord, expand: string[] = []): { id: string } {
  const outsider = expand.find((path) => !/^payment_intent(\.latest_charge)?$/.test(path));
  if (outsider) throw invalidRequest(`This property cannot be expanded (${outsider}).`, "expand");
  if (!intent || expand.length === 0) return session;
  const { charge, ...shown } = intent;
  const latest_charge = expand.includes("payment_intent.latest_charge") ? charge : intent.latest_charge;
  return { ...session, payment_intent: { ...shown, latest_charge: latest_charge ?? null } } as { id: string };
}
