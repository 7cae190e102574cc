import type { CanonicalDocument } from "../../canonical/canonical.ts";
import type { Fault, Rejected } from "../port.ts";
import type { IrpError } from "./envelope.ts";

/** Maps the portal's errors to fields of our invoice. */
export function rejectedFor(errors: readonly IrpError[], type?: CanonicalDocument["type"]): Rejected {
  return { kind: "rejected", faults: errors.map((error) => faultOf(error, type)), isDuplicate: false };
}

function faultOf({ code, message }: IrpError, type: CanonicalDocument["type"] = "invoice"): Fault {
  return { code, field: fieldOf(code, message, type), message: `The portal says (${code}): ${message}.` };
}

const path =
  /\b(TranDtls|DocDtls|SellerDtls|BuyerDtls|ItemList|ValDtls|RefDtls)(?:\[(\d{1,4})\])?(?:\.(\w{1,40}))?/;

/** The portal numbers its errors, and names the field only in the message, if at all. */
function fieldOf(code: string, message: string, type: CanonicalDocument["type"]): string | null {
  const [, group = "", index, member = ""] = path.exec(message) ?? [];
  if (group === "") return byCode.get(code) ?? null;
  if (group === "SellerDtls" || group === "BuyerDtls") {
    const party = group === "SellerDtls" ? "supplier" : "customer";
    const ours = partyMembers.get(member);
    return ours === undefined ? party : `${party}.${ours}`;
  }
  if (group === "ItemList") {
    if (index === undefined) return "lines";
    const ours = itemMembers.get(member);
    return ours === undefined ? `lines[${index}]` : `lines[${index}].${ours}`;
  }
  if (member === "Dt") return type === "invoice" ? "invoice_date" : "issued_at";
  return others.get(`${group}.${member}`) ?? byCode.get(code) ?? null;
}

const byCode = new Map(
  Object.entries({
    "2182": "subtotal",
    "2189": "total",
    "2305": "invoice_date",
    "3028": "customer.tax_id",
    "3029": "customer.tax_id",
  }),
);

const partyMembers = new Map(
  Object.entries({
    ...{
      Gstin: "tax_id",
      LglNm: "name",
      Addr1: "address.line1",
      Addr2: "address.line2",
      Loc: "address.city",
    },
    ...{ Pin: "address.postal_code", Stcd: "tax_id", Pos: "tax_id", Ph: "phone", Em: "email" },
  }),
);

const itemMembers = new Map(
  Object.entries({
    ...{ PrdDesc: "description", IsServc: "service_code", HsnCd: "hs_code", Qty: "quantity" },
    ...{ Unit: "unit_code", UnitPrice: "unit_price", TotAmt: "net_amount", AssAmt: "net_amount" },
    ...{ Discount: "discounts" },
    ...{ GstRt: "tax_rate", IgstAmt: "tax_rate", CgstAmt: "tax_rate", SgstAmt: "tax_rate" },
  }),
);

const others = new Map(
  Object.entries({
    "DocDtls.No": "number",
    "ValDtls.AssVal": "subtotal",
    "ValDtls.CgstVal": "tax_total",
    "ValDtls.SgstVal": "tax_total",
    "ValDtls.IgstVal": "tax_total",
    "ValDtls.TotInvVal": "total",
    "RefDtls.InvRm": "notes",
    "RefDtls.ContrDtls": "po_number",
    "RefDtls.PrecDocDtls": "invoice_id",
  }),
);
