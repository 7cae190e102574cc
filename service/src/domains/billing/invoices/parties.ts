import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../../context.ts";
import { wrongState } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { audit } from "../../tenancy/audit/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { findCurrentParties, type Parties, type Party, replaceParties } from "./queries.ts";
import { getInvoice, type InvoiceRecord, lockInvoiceRow } from "./record.ts";
import { refusedRefresh } from "./status.ts";

/**
 * Completes the parties' data of an issued invoice, which is all that can change in it. Before any registration only
 * empty fields are filled. What the authority has rejected is read again, because a wrong tax number is what it rejects
 * most; it was not taken there, so nobody holds another version of it.
 */
export async function refreshParties(change: Change, id: number): Promise<Json> {
  const { tx, company, now } = change;
  const before = await lockInvoiceRow(change, id);
  const invoice = JSON.parse(before) as InvoiceRecord & Parties;
  const refusal = refusedRefresh(invoice);
  if (refusal) throw wrongState(refusal);
  const current = await findCurrentParties(tx, company.id, id);
  const refresh = invoice.fiscal_status === "rejected" ? replaced : filled;
  const parties = {
    customer: refresh(invoice.customer, current.customer),
    supplier: refresh(invoice.supplier, current.supplier),
  };
  const changed = changedFields(invoice, parties);
  if (changed.length === 0) return before;
  await replaceParties(tx, company.id, id, now, parties);
  const after = await getInvoice(tx, company.id, dateIn(company.timeZone, now), id);
  audit(change, company.id, "invoice.parties_refreshed", `invoice/${id}`, {
    number: invoice.number,
    changed,
  });
  await emit(change, "invoice.parties_refreshed", after, before);
  return after;
}

/** Beside the address. A customer's kind is not among them: it decides which rules of tax hold, as the lines do. */
const texts = ["name", "tax_id", "registration_number", "email", "phone"] as const;

function replaced(frozen: Party, current: Party): Party {
  const party = { ...frozen, address: current.address };
  for (const field of texts) party[field] = current[field];
  return party;
}

function filled(frozen: Party, current: Party): Party {
  const party = { ...frozen, address: filledAddress(frozen.address, current.address) };
  for (const field of texts) if (isEmpty(frozen[field])) party[field] = current[field] ?? frozen[field];
  return party;
}

function filledAddress(frozen: Party["address"], current: Party["address"]): Party["address"] {
  if (frozen === null || current === null) return frozen ?? current;
  const missing = Object.entries(current).filter(([part, value]) => isEmpty(frozen[part]) && !isEmpty(value));
  return { ...frozen, ...Object.fromEntries(missing) };
}

/** As the database's own guard counts it: `only_fills` in the migrations. */
const isEmpty = (value: string | null | undefined) => !/[^ \t\r\n]/.test(value ?? "");

/** By their names in the invoice: `customer.tax_id`. */
function changedFields(before: Parties, after: Parties): string[] {
  return (["customer", "supplier"] as const).flatMap((name) =>
    [...texts, "address" as const]
      .filter((field) => !isDeepStrictEqual(before[name][field], after[name][field]))
      .map((field) => `${name}.${field}`),
  );
}
