import { isAllowed, refusedRefresh } from "../../../service/src/domains/billing/invoices/status.ts";
import type { Invoice } from "../dashboard/records.ts";

/** The actions on the page of an invoice. */
export type InvoiceAction =
  | "edit"
  | "issue"
  | "register"
  | "refreshParties"
  | "cancelRegistration"
  | "pay"
  | "link"
  | "send"
  | "pauseReminders"
  | "resumeReminders"
  | "credit"
  | "void"
  | "writeOff"
  | "delete";

type Subject = Pick<
  Invoice,
  | "id"
  | "number"
  | "status"
  | "fiscal_status"
  | "amount_due"
  | "amount_payable"
  | "amount_paid"
  | "amount_credited"
  | "credit_applied"
  | "total"
> & {
  /** Rows of lists don't have it. */
  reminders_paused?: boolean;
};

/** Whether the user's role and the company's plan allow it; see `useCan`. */
type Can = (scope: string, feature?: string) => boolean;

/** The actions that the user may take on an invoice in its current state, by the rules of the service. */
export function allowedActions(invoice: Subject, can: Can): ReadonlySet<InvoiceAction> {
  const writes = can("invoices:write", "invoicing");
  const takesMoney = can("payments:write", "payments");
  const registers = can("integrations", "einvoicing");
  const isDraft = invoice.status === "draft";
  const isTouched = invoice.amount_paid > 0 || invoice.amount_credited > 0 || invoice.credit_applied > 0;
  // The service would issue a draft by its first payment; on a page, issuing should be deliberate.
  const isPayable = !isDraft && isAllowed("pay", invoice) && invoice.amount_due > 0;
  const isOfficial = invoice.fiscal_status === "registered" || invoice.fiscal_status === "pending";
  const isActionAllowed: Record<InvoiceAction, boolean> = {
    edit: writes && isAllowed("change", invoice),
    issue: writes && isAllowed("issue", invoice),
    register: registers && isRegistrable(invoice),
    refreshParties: writes && refusedRefresh(invoice) === undefined,
    cancelRegistration: registers && invoice.fiscal_status === "registered" && !isTouched,
    pay: takesMoney && isPayable,
    link: takesMoney && isPayable && invoice.amount_payable > 0,
    send: writes && isAllowed("send", invoice),
    pauseReminders: writes && invoice.reminders_paused === false && isAllowed("pause_reminders", invoice),
    resumeReminders: writes && invoice.reminders_paused === true && isAllowed("resume_reminders", invoice),
    credit: writes && isAllowed("credit", invoice) && invoice.amount_credited < invoice.total,
    void: writes && !isDraft && isAllowed("void", invoice) && !isTouched && !isOfficial,
    writeOff: writes && isAllowed("write_off", invoice),
    delete: writes && isAllowed("delete", invoice),
  };
  const names = Object.keys(isActionAllowed) as InvoiceAction[];
  return new Set(names.filter((name) => isActionAllowed[name]));
}

function isRegistrable({ status, fiscal_status }: Subject): boolean {
  const counts = status !== "void" && status !== "uncollectible";
  return counts && (fiscal_status === "none" || fiscal_status === "rejected");
}
