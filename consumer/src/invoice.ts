import { createHash } from "node:crypto";

/** The part of an API invoice that the consumer uses. */
export type Invoice = {
  id: number;
  number: string | null;
  status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
  customer_id: number;
  customer: Party & { kind: string | null };
  supplier: Party;
  invoice_date: string;
  due_date: string;
  currency: string;
  total: number;
  notes: string | null;
  irn: string | null;
  fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
  fiscal: { errors?: { field: string | null; message: string }[] } | null;
  lines?: Line[];
};

export type Party = {
  name: string;
  tax_id: string | null;
  registration_number: string | null;
  address: { line1?: string | null; city?: string | null; country?: string | null } | null;
};

export type Line = TaxCodes & { description: string; product_id: number | null };

/** The fields that lines and products have in common. */
export type TaxCodes = {
  tax_rate: number;
  tax_category: string;
  exemption_reason: string | null;
  hs_code: string | null;
  service_code: string | null;
};

/** The invoice's name in messages. */
export const nameOf = ({ number, id }: Pick<Invoice, "number" | "id">) => number ?? `draft ${id}`;

/**
 * A hash that changes when a relevant field is corrected, but not when the invoice is paid or falls due. An invoice
 * refused with this content would be refused again.
 */
export function contentOf(invoice: Invoice): string {
  const { number, customer, supplier, invoice_date, due_date, currency, total, notes, lines } = invoice;
  const reported = [number, customer, supplier, invoice_date, due_date, currency, total, notes, lines];
  return createHash("sha256").update(JSON.stringify(reported)).digest("hex").slice(0, 32);
}
