/**
 * A document as it is sent to an authority or written as UBL: frozen, complete, every number as decimal text. Adapters
 * and writers see nothing else, and its hash tells whether two documents are the same.
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
  subtotal: string;
  tax_total: string;
  total: string;
  notes: string | null;
  /** What a credit note corrects. */
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
  unit_price: string;
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
