import { latestDate } from "../clock.ts";
import { accept, cancel, cancelUntil, type Document, findDocument, hide } from "../documents.ts";
import type { Answer } from "../exchange.ts";
import type { Taken } from "../faults.ts";
import { acceptDuplicate, requestedDuplicate } from "../simulated-faults.ts";
import { type Denial, denial, denied, granted, type Info } from "./answers.ts";
import type { IrpAsked } from "./api.ts";
import { indianTime, irpReceipt } from "./documents.ts";
import { encryptJson } from "./envelope.ts";
import { irpIssuesOf } from "./invoice.ts";

/** This is the commit point. */
export async function generateIrn(asked: IrpAsked): Promise<Answer> {
  const { context, business, session, irn, sent, faults } = asked;
  if (!sent) return denied([denial("1013")]);
  const errors = simulatedErrors(faults) ?? errorsOf(asked, sent);
  if (errors.length > 0 || irn === undefined) return denied(errors);
  if (faults.find("ok_without_irn")) return granted(encryptJson(session.sek, { Status: "ACT" }));
  const accepting = { business, protocol: "irp", irn, invoice: sent } as const;
  const duplicateKind = requestedDuplicate(faults);
  const known =
    context.ledger.documents.get(irn) ??
    (duplicateKind && acceptDuplicate(context, accepting, duplicateKind));
  if (known) return duplicate(known);
  const document = accept(context, { ...accepting, hiddenMs: faults.find("confirm_404_lag")?.number });
  const receipt = await irpReceipt(context, document, faults);
  const reported = faults.find("ok_without_irn_after") ? { ...receipt, Irn: undefined } : receipt;
  return granted(encryptJson(session.sek, reported), faults.find("warn_accept") ? [warning] : null);
}

const warning: Info = { InfCd: "ADDNLNFO", Desc: "The buyer could not be verified; accepted all the same" };

function errorsOf({ context, business }: IrpAsked, sent: Record<string, unknown>): Denial[] {
  const issues = irpIssuesOf(sent, business.irp.gstin, latestDate(context.clock));
  return issues.map(({ code, field, message }) => ({ ErrorCode: code, ErrorMessage: `${field} ${message}` }));
}

const simulatedFields = ["BuyerDtls.Gstin", "ItemList[0].HsnCd", "ValDtls.TotInvVal", "BuyerDtls.Pin"];

function simulatedErrors(faults: Taken): Denial[] | undefined {
  const fault = faults.find("reject_fields");
  if (!fault) return undefined;
  return Array.from({ length: Math.max(fault.number ?? 1, 1) }, (_, index) => ({
    ErrorCode: "2140",
    ErrorMessage: `${simulatedFields[index % simulatedFields.length]} was refused because a test wanted it so`,
  }));
}

/** The caller has to compare the content: the portal only says which document has the number. */
function duplicate(known: Document): Answer {
  if (known.status === "cancelled") return denied([denial("2278")]);
  const { irn: Irn, ack_no: AckNo, accepted_at } = known;
  // Another note comes first, because callers must select by code and not by position.
  const note: Info = { InfCd: "ADDNLNFO", Desc: "See the details of the duplicate" };
  return denied(
    [denial("2150")],
    [note, { InfCd: "DUPIRN", Desc: { AckNo, AckDt: indianTime(accepted_at), Irn } }],
  );
}

const shownMs = 2 * 24 * 3_600_000;

export async function showIrn(asked: IrpAsked, unknown: "2148" | "2154"): Promise<Answer> {
  const { context, business, session, irn, faults } = asked;
  const lag = faults.find("confirm_404_lag")?.number;
  if (lag && irn !== undefined) hide(context, irn, lag);
  const document = irn === undefined ? undefined : findDocument(context, business, irn);
  if (!document) return denied([denial(unknown)]);
  if (context.clock.now().getTime() - Date.parse(document.accepted_at) > shownMs)
    return denied([denial("2283")]);
  const receipt = await irpReceipt(context, document, faults);
  const isWithout = faults.find("ok_without_irn") ?? faults.find("ok_without_irn_after");
  return granted(encryptJson(session.sek, isWithout ? { ...receipt, Irn: undefined } : receipt));
}

export function cancelIrn({ context, business, session, irn, sent, faults }: IrpAsked): Answer {
  if (!sent) return denied([denial("1013")]);
  const document = irn === undefined ? undefined : findDocument(context, business, irn);
  if (!document) return denied([denial("2148")]);
  if (!/^[1-4]$/.test(String(sent.CnlRsn))) return denied([denial("2140", "CnlRsn must be 1, 2, 3 or 4")]);
  if (typeof sent.CnlRem !== "string" || sent.CnlRem === "")
    return denied([denial("2140", "CnlRem is required")]);
  const isTwice = faults.find("cancel_twice") !== undefined;
  const reference = `${sent.CnlRsn} ${sent.CnlRem}`;
  if (document.status === "cancelled") return denied([denial("9999")]);
  const isLate = context.clock.now().toISOString() > cancelUntil(context, document);
  if (isLate || faults.find("cancel_late")) return denied([denial("2270")]);
  const cancelled = cancel(context, document, "CANCELED", reference);
  if (isTwice) return denied([denial("9999")]);
  return granted(
    encryptJson(session.sek, { Irn: cancelled.irn, CancelDate: indianTime(String(cancelled.cancelled_at)) }),
  );
}
