import { invalid, malformed, refusal, success } from "./answers.ts";
import { type Business, sha256 } from "./businesses.ts";
import { latestDate } from "./clock.ts";
import type { Context } from "./context.ts";
import { accept, contentOf, type Document } from "./documents.ts";
import type { Answer } from "./exchange.ts";
import { at, type FieldValue, readText, report, required } from "./field-checks.ts";
import type { Asked } from "./firs.ts";
import { issuesOf, type Rules } from "./invoice.ts";
import { checkIrn, strip } from "./irn.ts";
import { receipt } from "./receipt.ts";
import {
  acceptDuplicate,
  requestedDuplicate,
  simulatedIssues,
  simulatedWarning,
} from "./simulated-faults.ts";

/** Validates an IRN against the business's template; the date only has to exist. */
export function validateIrn({ business, fields }: Asked): Answer {
  if (!fields) return malformed("irn_validate");
  const place: FieldValue = { value: fields, field: "", issues: [] };
  const number = readText(required(at(place, "invoice_reference")));
  const businessId = readText(required(at(place, "business_id")));
  if (businessId !== undefined && businessId !== business.business_id) {
    report(at(place, "business_id"), "unknown_business", "must be the business_id of these credentials");
  }
  const serviceId = business.service_id;
  const irn = checkIrn(at(place, "irn"), {
    serviceId,
    number: number === undefined ? number : strip(number),
  });
  if (irn && !existsDay(irn.day)) report(at(place, "irn"), "irn_date", "must end in a day that exists");
  return place.issues.length > 0 ? invalid("irn_validate", place.issues) : success(200, {});
}

function existsDay(day: string): boolean {
  const date = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10).replaceAll("-", "") === day;
}

/** Validates without storing anything. */
export function validate({ context, business, fields, faults, aheadMs }: Asked): Answer {
  if (!fields) return malformed("invoice_validate");
  const issues =
    simulatedIssues(faults) ?? issuesOf(fields, rulesFor(context, business, { hasIrn: true, aheadMs }));
  return issues.length > 0 ? invalid("invoice_validate", issues) : success(200, {});
}

/** This is the commit point. */
export async function sign({ context, business, fields, faults, aheadMs }: Asked): Promise<Answer> {
  if (!fields) return malformed("invoice_sign");
  const issues =
    simulatedIssues(faults) ?? issuesOf(fields, rulesFor(context, business, { hasIrn: true, aheadMs }));
  if (issues.length > 0) return invalid("invoice_sign", issues);
  if (faults.find("ok_without_irn")) return success(201, {});
  const irn = String(fields.irn);
  const accepting = { business, protocol: "firs", irn, invoice: fields } as const;
  const duplicateKind = requestedDuplicate(faults);
  const known =
    context.ledger.documents.get(irn) ??
    (duplicateKind && acceptDuplicate(context, accepting, duplicateKind));
  if (known) return duplicate(known, fields);
  const document = accept(context, {
    ...accepting,
    warnings: faults.find("warn_accept") ? [simulatedWarning] : [],
    hiddenMs: faults.find("confirm_404_lag")?.number,
  });
  if (faults.find("ok_without_irn_after")) return success(201, {});
  return success(201, await receipt(context, document, faults));
}

export function rulesFor(
  context: Context,
  business: Business,
  { hasIrn, aheadMs }: { hasIrn: boolean; aheadMs: number },
): Rules {
  const isKnown = (irn: string) => context.ledger.documents.get(irn)?.business_id === business.business_id;
  return { business, latestDate: latestDate(context.clock, aheadMs), isKnown, hasIrn };
}

function duplicate(known: Document, fields: Record<string, unknown>): Answer {
  const isSame = sha256(contentOf(fields)) === known.content_sha256;
  const code = isSame ? "duplicate_same" : "duplicate_other";
  const message = isSame ? "was signed before, with this content" : "was signed before, with other content";
  return refusal(409, "invoice_sign", `The IRN ${known.irn} ${message}.`, [{ field: "irn", code, message }]);
}
