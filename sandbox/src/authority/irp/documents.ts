import { isRecord } from "../../exchange.ts";
import { sha256 } from "../businesses.ts";
import type { Context } from "../context.ts";
import { type Document, invoiceOf } from "../documents.ts";
import type { Taken } from "../faults.ts";
import { corrupt, signToken } from "../keys.ts";
import { another } from "../receipt.ts";
import { isoDate } from "./invoice.ts";

/** The IRN, which callers can compute too: a hash of the seller, financial year, document type and number. */
export function irpIrn(gstin: string, type: unknown, number: unknown, date: unknown): string | undefined {
  const iso = isoDate(String(date));
  if (iso === undefined) return undefined;
  // The number is case-insensitive.
  return sha256(`${gstin}${financialYear(iso)}${type}${String(number).toUpperCase()}`);
}

/** The financial year from April to March, as `2022-23`. */
function financialYear(date: string): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < "04" ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}

/** The portal's response for a document, with the invoice and its QR code as signed tokens. */
export async function irpReceipt(context: Context, document: Document, faults: Taken): Promise<object> {
  const invoice = invoiceOf(document);
  const irn = faults.find("wrong_irn") ? another(document.irn) : document.irn;
  const ack = { AckNo: document.ack_no, AckDt: indianTime(document.accepted_at) };
  const { large } = await context.keys();
  const sign = async (data: object) => {
    const token = await signToken(large, { data: JSON.stringify(data), iss: "NIC" });
    return faults.find("bad_signature") ? corrupt(token) : token;
  };
  return {
    ...ack,
    Irn: irn,
    SignedInvoice: await sign({ ...ack, Irn: irn, ...invoice }),
    SignedQRCode: await sign(qrContent(invoice, irn, ack.AckDt)),
    Status: document.status === "cancelled" ? "CNL" : "ACT",
    EwbNo: null,
    EwbDt: null,
    EwbValidTill: null,
    Remarks: null,
  };
}

function qrContent(invoice: Record<string, unknown>, irn: string, at: string): object {
  const group = (name: string) => (isRecord(invoice[name]) ? invoice[name] : {});
  const items = Array.isArray(invoice.ItemList) ? invoice.ItemList : [];
  const { No, Typ, Dt } = group("DocDtls");
  return {
    SellerGstin: group("SellerDtls").Gstin,
    BuyerGstin: group("BuyerDtls").Gstin,
    DocNo: No,
    DocTyp: Typ,
    DocDt: Dt,
    TotInvVal: group("ValDtls").TotInvVal,
    ItemCnt: items.length,
    MainHsnCode: isRecord(items[0]) ? items[0].HsnCd : undefined,
    Irn: irn,
    IrnDt: at,
  };
}

/** The portal's time format: Indian time without a time zone. */
export function indianTime(moment: string | number): string {
  const shifted = new Date(new Date(moment).getTime() + 5.5 * 3_600_000);
  return shifted.toISOString().slice(0, 19).replace("T", " ");
}
