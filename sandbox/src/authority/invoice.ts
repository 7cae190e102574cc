import { correctingTypes, currencies, invoiceTypes, paymentMeans } from "./codes.ts";
import {
  at,
  entries,
  type FieldValue,
  type Issue,
  isPresent,
  readCode,
  readDate,
  readText,
  report,
  required,
  requiredGroup,
} from "./field-checks.ts";
import { checkIrn } from "./irn.ts";
import { checkLine } from "./lines.ts";
import { checkCustomer, checkSupplier } from "./parties.ts";
import { checkTotals } from "./totals.ts";

/** The external data that an invoice is validated against. */
export type Rules = {
  business: { business_id: string; service_id: string; tin: string | null };
  /** The latest allowed issue date. */
  latestDate: string;
  /** Whether this business has registered a document with this IRN. */
  isKnown(irn: string): boolean;
  /** False if the authority assigns the number. */
  hasIrn: boolean;
};

const linesMax = 1000;
const kinds = new Set(["B2B", "B2C", "B2G"]);
const firstPaymentStatuses = new Set(["PENDING", "PAID"]);

/** All issues of an invoice. */
export function issuesOf(invoice: unknown, rules: Rules): Issue[] {
  const place: FieldValue = { value: invoice, field: "", issues: [] };
  checkHead(place, rules);
  checkReferences(place, rules);
  const kind = readCode(at(place, "invoice_kind"), kinds, [...kinds].join(", "));
  checkSupplier(at(place, "accounting_supplier_party"), rules.business.tin);
  checkCustomer(at(place, "accounting_customer_party"), kind === "B2C");
  const currency = readCode(
    required(at(place, "document_currency_code")),
    currencies,
    "the codes at resources/currencies",
  );
  readCode(required(at(place, "tax_currency_code")), currencies, "the codes at resources/currencies");
  const digits = currency === undefined ? undefined : currencies.get(currency);
  const lines = checkLines(at(place, "invoice_line"), digits);
  checkTotals(place, lines, digits);
  return place.issues;
}

function checkLines(list: FieldValue, digits: number | undefined) {
  const lines = entries(list);
  if (lines.length > linesMax) report(list, "too_long", `must have at most ${linesMax} lines`);
  if (lines.length > 0) return lines.map((line) => checkLine(line, digits));
  if (!isPresent(list) || Array.isArray(list.value)) report(list, "required", "must have at least one line");
  // One unknown line prevents further errors about the sum.
  return [undefined];
}

function checkHead(invoice: FieldValue, { business, latestDate, hasIrn }: Rules): void {
  const businessId = at(invoice, "business_id");
  const given = readText(required(businessId));
  if (given !== undefined && given !== business.business_id) {
    report(businessId, "unknown_business", "must be the business_id to which these credentials belong");
  }
  const issueDate = readDate(required(at(invoice, "issue_date")));
  if (issueDate !== undefined && issueDate > latestDate) {
    report(at(invoice, "issue_date"), "in_future", "must not be in the future");
  }
  if (hasIrn) checkIrn(at(invoice, "irn"), { serviceId: business.service_id, issueDate });
  const dueDate = readDate(at(invoice, "due_date"));
  if (dueDate !== undefined && issueDate !== undefined && dueDate < issueDate) {
    report(at(invoice, "due_date"), "before_issue_date", "must not be before issue_date");
  }
  readText(at(invoice, "issue_time"), {
    pattern: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
    says: "must be a time written HH:MM:SS",
  });
  readCode(required(at(invoice, "invoice_type_code")), invoiceTypes, "the codes at resources/invoice-types");
  readCode(at(invoice, "payment_status"), firstPaymentStatuses, [...firstPaymentStatuses].join(", "));
  for (const name of [
    "note",
    "buyer_reference",
    "order_reference",
    "payment_terms_note",
    "accounting_cost",
  ]) {
    readText(at(invoice, name));
  }
  for (const name of ["tax_point_date", "actual_delivery_date"]) readDate(at(invoice, name));
}

function checkReferences(invoice: FieldValue, { isKnown }: Rules): void {
  const references = at(invoice, "billing_reference");
  const type = String(at(invoice, "invoice_type_code").value);
  if (correctingTypes.has(type) && !isPresent(references)) {
    report(references, "required", "must name the document that this one corrects");
  }
  for (const reference of entries(references)) {
    if (!requiredGroup(reference)) continue;
    const irn = readText(required(at(reference, "irn")));
    readDate(required(at(reference, "issue_date")));
    if (irn !== undefined && !isKnown(irn)) {
      report(at(reference, "irn"), "unknown_reference", "must be the IRN of a document of this business");
    }
  }
  for (const means of entries(at(invoice, "payment_means"))) {
    readCode(required(at(means, "payment_means_code")), paymentMeans, "the codes at resources/payment-means");
    readDate(at(means, "payment_due_date"));
  }
  const period = at(invoice, "invoice_delivery_period");
  if (!isPresent(period) || !requiredGroup(period)) return;
  const start = readDate(required(at(period, "start_date")));
  const end = readDate(required(at(period, "end_date")));
  if (start !== undefined && end !== undefined && end < start) {
    report(at(period, "end_date"), "before_start_date", "must not be before start_date");
  }
}
