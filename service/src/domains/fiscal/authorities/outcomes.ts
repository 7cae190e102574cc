import type { Accepted, Rejected } from "./port.ts";

/** Done, and nothing more is said about it. */
export const acceptedAt = (irn: string, at: Date): Accepted => ({
  kind: "accepted",
  irn,
  acceptedAt: at,
  references: {},
  qr: null,
  signed: null,
  cancelUntil: null,
  warnings: [],
});

/** The number is taken by another document. */
export function takenByOther(irn: string, what = "It has another document under this number"): Rejected {
  const message = `${what} (${irn}). Make a new invoice, or look the document up at the authority.`;
  return { kind: "rejected", isDuplicate: true, faults: [{ code: "duplicate", field: "number", message }] };
}

export const cancelledThere = (irn: string) =>
  takenByOther(irn, "The document was cancelled there, so its number is used up");
