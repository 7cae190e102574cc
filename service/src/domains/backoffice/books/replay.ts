import { hash } from "node:crypto";
import { documentTextNames } from "../../billing/lines/service.ts";

/**
 * What a company's records are according to its events. Every event carries the whole record, so the last one says what a
 * record is; what credit notes and payments do to invoices is added up from theirs, because not every change of a
 * balance has an event of the invoice. Pure, so that it knows nothing of the tables that it is compared with.
 */
export type ReplayedKind = ComparedKind | NumberedKind;
export type ComparedKind = "invoice" | "credit_note" | "payment";
/** Of these, only the numbers are replayed. */
export type NumberedKind = "sale" | "quote";

/** What a record adds to a balance of an invoice: the invoice, the name of the balance, the amount. */
type Part = [invoiceId: number, field: "amount_credited" | "amount_refunded" | Applied, amount: number];
type Applied = "credit_applied" | "credit_applied_elsewhere";

export type Replayed = {
  kind: ReplayedKind;
  id: number;
  sequence: number;
  /** Null once the record is deleted. */
  fields: Record<string, unknown> | null;
  parts: Part[];
  /** The SHA-256 of what else the event says of the record; null if an erasure has changed that. */
  detailsHash: Buffer | null;
};

type Line = { id: number } & Record<(typeof lineFields)[number], number>;
const lineFields = [
  "quantity",
  "unit_price",
  "tax_rate",
  "net_amount",
  "tax_amount",
  "total_amount",
] as const;
const lineDetails = [
  "description",
  "tax_category",
  "exemption_reason",
  "product_id",
  "unit_code",
  "hs_code",
  "service_code",
  "discounts",
  "charges",
  "gross_amount",
  "discount_amount",
  "charge_amount",
] as const;
const invoiceFields = [
  "number",
  "status",
  "customer_id",
  "invoice_date",
  "due_date",
  "currency",
  "subtotal",
  "tax_total",
  "total",
  "withholding_amount",
  "amount_paid",
] as const;
/**
 * What else of an invoice changes by its events alone, in the order in which the tables' owners have it. A draft shows
 * those of the second list as they are at the moment.
 */
const invoiceDetails = [
  "prices_include_tax",
  "discounts",
  "charges",
  "discount_total",
  "charge_total",
  "taxes",
  "withholding",
  ...documentTextNames,
  "metadata",
  "source",
  "sale_id",
  "recurring_invoice_id",
  "period_start",
  "period_end",
  "irn",
  "created_at",
  "issued_at",
  "paid_at",
  "voided_at",
] as const;
const issuedDetails = [
  "customer",
  "supplier",
  "accounting_currency",
  "exchange_rate",
  "tax_total_accounting",
  "total_accounting",
] as const;
const creditNoteFields = ["number", "invoice_id", "currency", "subtotal", "tax_total", "total"] as const;
const creditNoteDetails = [
  "prices_include_tax",
  "discounts",
  "charges",
  "discount_total",
  "charge_total",
  "taxes",
  "accounting_currency",
  "exchange_rate",
  "tax_total_accounting",
  "total_accounting",
  "reason",
  "metadata",
  "irn",
  "issued_at",
  "created_at",
] as const;
const paymentFields = [
  "amount",
  "currency",
  "invoice_id",
  "method",
  "unallocated_amount",
  "amount_refunded",
] as const;

const paymentDetails = [
  "reference",
  "certificate_number",
  "note",
  "metadata",
  "source",
  "quantity",
  "gateway",
  "gateway_reference",
  "refunds",
  "paid_at",
  "reversed_at",
  "reversal_reason",
  "created_at",
] as const;

/**
 * What else an event says of its record, as the tables have it; undefined for a field that events of older versions do not have.
 */
export function detailsOf(kind: ComparedKind, object: EventObject): Record<string, unknown> {
  if (kind === "payment") {
    const done = object.refunds?.filter(({ status }) => status === "done");
    return withTrimmed({ ...picked(object, paymentDetails), refunds: done });
  }
  const lines = object.lines?.map((line) => detailsOfLine(line));
  if (kind === "credit_note") return { ...withTrimmed(picked(object, creditNoteDetails)), lines };
  const details = withTrimmed(picked(object, invoiceDetails));
  const isDraft = object.status === "draft";
  for (const name of issuedDetails) details[name] = isDraft ? null : object[name];
  return { ...details, lines };
}

const detailsOfLine = (line: object) =>
  withTrimmed(picked(line as Record<string, unknown>, ["id", ...lineFields, ...lineDetails]));

const nested = ["discounts", "charges", "taxes", "withholding", "refunds"] as const;

/** The numbers that the database trims in these fields are trimmed in their texts as well, where these look like numbers. */
function withTrimmed(fields: Record<string, unknown>): Record<string, unknown> {
  for (const name of nested) {
    if (!isObject(fields[name])) continue;
    const text = JSON.stringify(fields[name]);
    if (/\.\d*0[\],}]/.test(text)) fields[name] = JSON.parse(trimmedNumbers(text));
  }
  return fields;
}

/** As the database does it for columns of the type jsonb. */
const trimmedNumbers = (text: string) =>
  text.replace(/\.0+([\],}])/g, "$1").replace(/(\.\d*[1-9])0+([\],}])/g, "$1$2");

/**
 * All details in one text, as the database makes it of the row, so that both can be compared by a hash. Something missing, or
 * a number that JavaScript writes in another way, gives another text, and then the values are compared one by one.
 */
function textOfDetails({ lines, ...details }: Record<string, unknown>): string {
  const values = Object.values(details).map(detailText);
  if (Array.isArray(lines)) {
    const known = lines as Record<string, unknown>[];
    values.push(known.map((line) => Object.values(line).map(detailText).join("|")).join(";"));
  }
  return values.join("|");
}

const detailText = (value: unknown): string =>
  value === null ? "" : value === undefined ? "?" : jsonbText(value);

/** As PostgreSQL writes a value of the type jsonb. */
function jsonbText(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(", ")}]`;
  const members = Object.entries(value).sort(
    ([one], [other]) => one.length - other.length || (one < other ? -1 : 1),
  );
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${jsonbText(member)}`).join(", ")}}`;
}

/** The lines of a document by their ids, with all that a line has. */
export function linesById(lines: readonly object[]): Record<string, unknown> {
  const known = lines as readonly ({ id: number } & Record<string, unknown>)[];
  return Object.fromEntries(known.map((line) => [line.id, picked(line, [...lineFields, ...lineDetails])]));
}

type Allocation = { invoice_id: number; amount: number };
export type EventObject = Record<string, unknown> & {
  id: number;
  lines?: Line[];
  allocations?: Allocation[];
  applications?: Allocation[];
  refunds?: Refund[];
};
type Refund = { amount: number; status: string };

/** The kind of record that an event changes; undefined for events of records that are not replayed. */
export function replayedKindOf(type: string): ReplayedKind | undefined {
  // A payment that failed was never recorded.
  if (type === "payment.failed") return undefined;
  const kind = type.slice(0, type.indexOf("."));
  return kinds.has(kind) ? (kind as ReplayedKind) : undefined;
}

const kinds: ReadonlySet<string> = new Set<ReplayedKind>([
  "invoice",
  "credit_note",
  "payment",
  "sale",
  "quote",
]);

/** The record that an event leaves behind. */
export function replayEvent(
  sequence: number,
  type: string,
  object: EventObject,
  isRedacted: boolean,
): Replayed | undefined {
  const kind = replayedKindOf(type);
  if (kind === undefined) return undefined;
  if (kind === "sale" || kind === "quote")
    return { kind, id: object.id, sequence, fields: { number: object.number }, parts: [], detailsHash: null };
  const detailsHash = isRedacted ? null : hash("sha256", textOfDetails(detailsOf(kind, object)), "buffer");
  const base = { kind, id: object.id, sequence, detailsHash };
  if (kind === "credit_note") return { ...base, ...creditNoteOf(object) };
  if (kind === "payment") return { ...base, ...paymentOf(type, object) };
  const fields = type === "invoice.deleted" ? null : documentOf(object, invoiceFields);
  return { ...base, fields, parts: [] };
}

/** Events of older versions do not have some fields, which are undefined and not compared then. */
function picked(object: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of names) fields[name] = object[name];
  return fields;
}

function documentOf(object: EventObject, names: readonly string[]) {
  const lines: Record<string, unknown> = {};
  for (const line of object.lines ?? []) lines[line.id] = picked(line, lineFields);
  return { ...picked(object, names), lines };
}

/**
 * All values of a record in one text, as the database makes it of the row. A field that is missing in the event makes it differ
 * from any row, so that the record is compared field by field.
 */
export function textOf(fields: Record<string, unknown>): string {
  return Object.values(fields)
    .map((value) => (isObject(value) ? byIdText(value) : value === undefined ? "?" : (value ?? "")))
    .join("|");
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const byIdText = (parts: object) =>
  Object.entries(parts)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([id, part]) => `${id}:${isObject(part) ? Object.values(part).join() : part}`)
    .join(";");

function creditNoteOf(object: EventObject): Pick<Replayed, "fields" | "parts"> {
  const own = object.invoice_id as number;
  const applications = object.applications ?? [];
  return {
    fields: { ...documentOf(object, creditNoteFields), applications: byInvoice(applications) },
    parts: [
      [own, "amount_credited", object.total as number],
      ...applications.flatMap(({ invoice_id, amount }): Part[] => [
        [own, "credit_applied_elsewhere", amount],
        [invoice_id, "credit_applied", amount],
      ]),
    ],
  };
}

function paymentOf(type: string, object: EventObject): Pick<Replayed, "fields" | "parts"> {
  const reversed = object.reversed_at != null;
  // Events after the reversal do not have what was unallocated before it; those of older versions do.
  const isUnknown = reversed && type !== "payment.reversed" && object.unallocated_amount === 0;
  const unallocated_amount = isUnknown ? undefined : object.unallocated_amount;
  const { allocations, refunds } = object;
  // The refunds say how much was given back; the amount is what follows from them.
  const amount_refunded = refunds === undefined ? object.amount_refunded : refundedOf(refunds);
  return {
    fields: {
      ...picked({ ...object, amount_refunded, unallocated_amount }, paymentFields),
      reversed,
      allocations: allocations && byInvoice(allocations),
    },
    parts: allocations === undefined ? [] : givenBackOf({ ...object, amount_refunded }, allocations),
  };
}

/** Money that pays no invoice is refunded first, then what each invoice was paid, in the order of the allocations. */
function givenBackOf(object: EventObject, allocations: readonly Allocation[]): Part[] {
  let rest = exact(object.amount_refunded) - exact(object.unallocated_amount);
  return allocations.flatMap(({ invoice_id, amount }): Part[] => {
    const part = rest < exact(amount) ? rest : exact(amount);
    rest -= part > 0n ? part : 0n;
    return part > 0n ? [[invoice_id, "amount_refunded", Number(part) / 10 ** decimals]] : [];
  });
}

function refundedOf(refunds: readonly Refund[]): number {
  const done = refunds.filter(({ status }) => status === "done");
  return Number(done.reduce((total, { amount }) => total + exact(amount), 0n)) / 10 ** decimals;
}

// No currency has more decimals; amounts have at most 15 digits, so dividing by a power of ten gives the same number again.
const decimals = 4;
function exact(amount: unknown): bigint {
  const [whole = "0", fraction = ""] = String(amount ?? 0).split(".");
  return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`);
}

/** A credit note may be applied to one invoice several times. */
function byInvoice(parts: readonly Allocation[]): Record<string, number> {
  const sums = new Map<number, bigint>();
  for (const { invoice_id, amount } of parts)
    sums.set(invoice_id, (sums.get(invoice_id) ?? 0n) + exact(amount));
  return Object.fromEntries([...sums].map(([id, sum]) => [id, Number(sum) / 10 ** decimals]));
}
