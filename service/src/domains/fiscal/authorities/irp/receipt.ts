import type { KeyObject } from "node:crypto";
import { parseObject } from "../../../../platform/outbound/response-parsing.ts";
import type { Accepted, FiscalAccount } from "../port.ts";
import { amountOf, groupOf, textOf } from "../response-fields.ts";
import { claimsOf, publicKeyOf } from "../signed-token.ts";
import { indianMoment } from "./session.ts";

/** The portal's record of a document, with both signatures verified. */
export type IrpReceipt = {
  irn: string;
  isCancelled: boolean;
  /** The whole signed document. */
  invoice: Record<string, unknown>;
  invoiceToken: string;
  qrToken: string;
  ackNumber: string | undefined;
  ackAt: Date | undefined;
};

/** Returns undefined if it is about another document, or has no valid signature of the portal. */
export function irpReceiptOf(
  data: Record<string, unknown>,
  irn: string,
  key: KeyObject,
): IrpReceipt | undefined {
  const { Irn, SignedInvoice, SignedQRCode, AckNo, AckDt, Status } = data;
  const [invoice, qr] = [signedData(SignedInvoice, key), signedData(SignedQRCode, key)];
  if (!invoice || !qr || [Irn, invoice.Irn, qr.Irn].some((received) => received !== irn)) return undefined;
  return {
    irn,
    isCancelled: Status === "CNL",
    invoice,
    invoiceToken: String(SignedInvoice),
    qrToken: String(SignedQRCode),
    ackNumber: /^\d{1,30}$/.test(String(AckNo)) ? String(AckNo) : undefined,
    ackAt: indianMoment(AckDt),
  };
}

const cancelMs = 24 * 3_600_000;

export function irpAccepted(receipt: IrpReceipt, warnings: readonly string[], now: Date): Accepted {
  const { irn, invoiceToken, qrToken, ackNumber, ackAt } = receipt;
  return {
    kind: "accepted",
    irn,
    acceptedAt: ackAt ?? now,
    references: ackNumber === undefined ? {} : { ack_number: ackNumber },
    qr: qrToken,
    signed: { format: "jwt", value: invoiceToken },
    cancelUntil: ackAt ? new Date(ackAt.getTime() + cancelMs) : null,
    warnings: warnings.map((message) => ({
      code: "warning",
      field: null,
      message: `The portal says: ${message}.`,
    })),
  };
}

/** Whether this is the document that we would send; only identifying fields are compared. */
export function isSameInvoice(ours: object, signed: Record<string, unknown>): boolean {
  return identifyingFields(ours as Record<string, unknown>) === identifyingFields(signed);
}

function identifyingFields(invoice: Record<string, unknown>): string {
  const [document, seller, buyer, sums] = [
    invoice.DocDtls,
    invoice.SellerDtls,
    invoice.BuyerDtls,
    invoice.ValDtls,
  ].map(groupOf) as [Members, Members, Members, Members];
  const items = Array.isArray(invoice.ItemList) ? invoice.ItemList : [];
  return JSON.stringify([
    ...[document.Typ, textOf(document.No)?.toUpperCase(), document.Dt],
    ...[seller.Gstin, buyer.Gstin, wordsIn(buyer.LglNm)],
    ...[amountOf(sums.AssVal), amountOf(sums.TotInvVal)],
    items.map(groupOf).map(({ PrdDesc, Qty, AssAmt }) => [wordsIn(PrdDesc), amountOf(Qty), amountOf(AssAmt)]),
  ]);
}

/** Ignores how the portal may have normalised the text. */
const wordsIn = (text: unknown) => textOf(text)?.replace(/\s+/g, " ").trim().toUpperCase();

type Members = Record<string, unknown>;

/** The claims of a token whose signature is valid; undefined for any other. */
export function signedData(token: unknown, key: KeyObject): Record<string, unknown> | undefined {
  const data = claimsOf(token, key)?.data;
  return typeof data === "string" ? parseObject(data) : undefined;
}

/** The login may use a different key than document signatures. */
export const verificationKey = ({ signing_key, public_key }: FiscalAccount) =>
  publicKeyOf(signing_key ?? public_key);
