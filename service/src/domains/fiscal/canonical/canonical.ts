import { createHash } from "node:crypto";
import { Big } from "big.js";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import {
  type AdjustedDocument,
  type Allowances,
  allowancesOf,
  type DocumentAllowance,
  isAdjusted,
  type LineAllowance,
} from "./allowances.ts";

/**
 * A document as it is sent to an authority or written as UBL: frozen, complete, with every number as decimal text.
 * Adapters and writers see nothing else; two documents are the same if their hashes are equal.
 */
export type CanonicalDocument = {
  type: "invoice" | "credit_note";
  number: string;
  /** YYYY-MM-DD */
  issue_date: string;
  due_date: string | null;
  currency: string;
  supplier: CanonicalParty;
  customer: CanonicalParty;
  lines: CanonicalLine[];
  /** One entry for each category and rate. */
  taxes: CanonicalTax[];
  /** Discounts and charges on the document; left out where there are none, so that older documents keep their hash. */
  allowances?: DocumentAllowance[];
  /** The sum of the lines, before the allowances. */
  subtotal: string;
  /** What the allowances take off and add. */
  discount_total?: string;
  charge_total?: string;
  tax_total: string;
  total: string;
  /** The tax in the supplier's own currency; left out where that is the document's, or where no rate is known. */
  accounting?: { currency: string; exchange_rate: string; tax_total: string };
  notes: string | null;
  /** The buyer's purchase order; left out where there is none, so that older documents keep their hash. */
  order_reference?: string;
  /** The days that an invoice of a schedule is for; left out of all others, and of credit notes, which may be for less. */
  period?: { start: string; end: string };
  /** The invoice that a credit note corrects. */
  preceding: { number: string; issue_date: string; irn: string | null } | null;
};

export type CanonicalParty = {
  name: string;
  kind: "business" | "consumer" | "government";
  tax_id: string | null;
  registration_number: string | null;
  email: string | null;
  phone: string | null;
  address: CanonicalAddress;
};

export type CanonicalAddress = {
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  /** ISO 3166-1, two letters. */
  country: string | null;
};

export type CanonicalLine = {
  /** Up to 1,000 characters, perhaps several lines of text. */
  description: string;
  quantity: string;
  unit_code: string;
  /** Without tax. */
  unit_price: string;
  /** The quantity that the price is for, unless it is one. */
  price_quantity?: string;
  /** Discounts and charges of the line; left out where there are none. */
  allowances?: LineAllowance[];
  net_amount: string;
  tax_category: string;
  tax_rate: string;
  exemption_reason: string | null;
  hs_code: string | null;
  service_code: string | null;
};

export type CanonicalTax = {
  category: string;
  rate: string;
  taxable_amount: string;
  tax_amount: string;
  exemption_reason: string | null;
};

/** An issued invoice in canonical form, as authorities and UBL need it. */
export type IssuedInvoice = {
  number: string;
  invoice_date: string;
  due_date: string;
  currency: string;
  customer: Party & { kind: CanonicalParty["kind"] | null };
  supplier: Party;
  lines: Line[];
  taxes: { category: string; rate: number; taxable_amount: number; tax_amount: number }[];
  subtotal: number;
  tax_total: number;
  total: number;
  notes: string | null;
  po_number?: string | null;
  period_start?: string | null;
  period_end?: string | null;
} & AdjustedDocument &
  Accounting;

type Accounting = {
  accounting_currency?: string;
  exchange_rate?: number | null;
  tax_total_accounting?: number | null;
};

type Party = {
  name: string;
  tax_id: string | null;
  registration_number: string | null;
  email: string | null;
  phone: string | null;
  address: Partial<CanonicalParty["address"]> | null;
};

type Line = {
  description: string;
  quantity: number;
  unit_code: string;
  unit_price: number;
  net_amount: number;
  tax_category: string;
  tax_rate: number;
  exemption_reason: string | null;
  hs_code: string | null;
  service_code: string | null;
};

export function canonicalInvoice(invoice: IssuedInvoice): CanonicalDocument {
  const { period_start: start, period_end: end } = invoice;
  const allowances = isAdjusted(invoice) ? allowancesOf(invoice) : undefined;
  return {
    type: "invoice",
    number: invoice.number,
    issue_date: invoice.invoice_date,
    due_date: invoice.due_date,
    currency: invoice.currency,
    supplier: partyOf(invoice.supplier, "business"),
    customer: partyOf(invoice.customer, invoice.customer.kind ?? "business"),
    lines: invoice.lines.map((line, index) => lineOf(line, allowances?.lines[index])),
    taxes: taxesOf(invoice),
    ...(allowances && allowances.document.length > 0 && { allowances: allowances.document }),
    subtotal: String(invoice.subtotal),
    ...(invoice.discount_total && { discount_total: String(invoice.discount_total) }),
    ...(invoice.charge_total && { charge_total: String(invoice.charge_total) }),
    tax_total: String(invoice.tax_total),
    total: String(invoice.total),
    ...accountingOf(invoice),
    notes: invoice.notes,
    ...(invoice.po_number && { order_reference: invoice.po_number }),
    ...(start && end && { period: { start, end } }),
    preceding: null,
  };
}

/** The document without its tax (BT-109). */
export function taxExclusive({
  subtotal,
  discount_total = "0",
  charge_total = "0",
}: CanonicalDocument): string {
  return toPlain(new Big(subtotal).minus(discount_total).plus(charge_total));
}

export type IssuedCreditNote = Pick<
  IssuedInvoice,
  | "number"
  | "currency"
  | "lines"
  | "taxes"
  | "subtotal"
  | "tax_total"
  | "total"
  | keyof AdjustedDocument
  | keyof Accounting
> & { reason: string | null };

/** Between the same parties as the invoice that it corrects. */
export function canonicalCreditNote(
  creditNote: IssuedCreditNote,
  issueDate: string,
  invoice: IssuedInvoice & { irn: string | null },
): CanonicalDocument {
  return {
    ...canonicalInvoice({ ...invoice, ...creditNote, notes: creditNote.reason, period_start: null }),
    type: "credit_note",
    issue_date: issueDate,
    due_date: null,
    preceding: { number: invoice.number, issue_date: invoice.invoice_date, irn: invoice.irn },
  };
}

const lineOf = (line: Line, allowances: Allowances["lines"][number] | undefined): CanonicalLine => ({
  description: line.description,
  quantity: String(line.quantity),
  unit_code: line.unit_code,
  unit_price: String(line.unit_price),
  ...allowances,
  net_amount: String(line.net_amount),
  tax_category: line.tax_category,
  tax_rate: String(line.tax_rate),
  exemption_reason: line.exemption_reason,
  hs_code: line.hs_code,
  service_code: line.service_code,
});

function accountingOf({
  currency,
  accounting_currency: own,
  exchange_rate: rate,
  tax_total_accounting: tax,
}: IssuedInvoice): Pick<CanonicalDocument, "accounting"> {
  if (own === undefined || own === currency || rate == null || tax == null) return {};
  const exchange_rate = toPlain(parseDecimal(rate)!);
  return { accounting: { currency: own, exchange_rate, tax_total: String(tax) } };
}

/** The exemption reasons of a group's lines belong to the group: that is where documents show them. */
function taxesOf({ taxes, lines }: Pick<IssuedInvoice, "taxes" | "lines">) {
  return taxes.map(({ category, rate, taxable_amount, tax_amount }) => {
    const group = lines.filter((line) => line.tax_category === category && line.tax_rate === rate);
    const reasons = new Set(
      group.map(({ exemption_reason: reason }) => reason).filter((reason) => reason !== null),
    );
    return {
      category,
      rate: String(rate),
      taxable_amount: String(taxable_amount),
      tax_amount: String(tax_amount),
      exemption_reason: reasons.size > 0 ? [...reasons].join("; ") : null,
    };
  });
}

function partyOf(party: Party, kind: CanonicalParty["kind"]): CanonicalParty {
  const { line1, line2, city, region, postal_code, country } = party.address ?? {};
  return {
    name: party.name,
    kind,
    tax_id: party.tax_id,
    registration_number: party.registration_number,
    email: party.email,
    phone: party.phone,
    address: {
      line1: line1 ?? null,
      line2: line2 ?? null,
      city: city ?? null,
      region: region ?? null,
      postal_code: postal_code ?? null,
      country: country ?? null,
    },
  };
}

/** The document as it is stored and compared: always the same members in the same order, so the same text. */
export function freeze(document: CanonicalDocument): { text: string; hash: string } {
  const text = JSON.stringify(document);
  return { text, hash: createHash("sha256").update(text).digest("hex") };
}
