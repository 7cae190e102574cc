import { isRecord } from "../exchange.ts";
import type { Context } from "./context.ts";
import { type Accepting, accept, type Document } from "./documents.ts";
import type { Taken } from "./faults.ts";
import type { Issue } from "./field-checks.ts";

// Outcomes that the authority invents because a test requests them.

/** Whether an invented earlier document has the same content or another. */
export type DuplicateKind = "same" | "other";

export function requestedDuplicate(faults: Taken): DuplicateKind | undefined {
  if (faults.find("duplicate_same")) return "same";
  return faults.find("duplicate_other") ? "other" : undefined;
}

/** Stores a duplicate, as if it had been submitted earlier. */
export function acceptDuplicate(context: Context, accepting: Accepting, duplicate: DuplicateKind): Document {
  if (duplicate === "same") return accept(context, accepting);
  return accept(context, { ...accepting, invoice: { ...accepting.invoice, ...otherContent(accepting) } });
}

/** The buyer and the total both differ, so any comparison finds a difference. */
function otherContent({ protocol, invoice }: Accepting): Record<string, unknown> {
  if (protocol === "irp") {
    return {
      BuyerDtls: { ...membersOf(invoice.BuyerDtls), Gstin: "29ZZZZZ9999Z1Z9", LglNm: "Somebody Else" },
      ValDtls: { ...membersOf(invoice.ValDtls), TotInvVal: 1 },
    };
  }
  const buyer = { party_name: "Somebody Else Limited", tin: "00000000-0001" };
  const totals = membersOf(invoice.legal_monetary_total);
  return {
    accounting_customer_party: { ...membersOf(invoice.accounting_customer_party), ...buyer },
    legal_monetary_total: { ...totals, tax_inclusive_amount: 1, payable_amount: 1 },
  };
}

const membersOf = (value: unknown) => (isRecord(value) ? value : {});

/** Invented field errors, as many as the fault specifies. */
export function simulatedIssues(faults: Taken): Issue[] | undefined {
  const fault = faults.find("reject_fields");
  if (!fault) return undefined;
  const length = Math.max(fault.number ?? 1, 1);
  return Array.from({ length }, (_, index) =>
    simulatedIssue(simulatedFields[index % simulatedFields.length] as string, fault.code),
  );
}

export function simulatedIssue(field: string, code = "rejected"): Issue {
  return { field, code, message: "was refused because a test wanted it so" };
}

const simulatedFields = [
  "accounting_customer_party.tin",
  "invoice_line[0].line_extension_amount",
  "accounting_customer_party.postal_address.country",
  "due_date",
  "legal_monetary_total.payable_amount",
  "tax_total[0].tax_subtotal[0].tax_category.id",
  "invoice_line[0].hsn_code",
];

export const simulatedWarning: Issue = {
  field: "accounting_customer_party.email",
  code: "unverified",
  message: "could not be verified; the document was accepted all the same",
};
