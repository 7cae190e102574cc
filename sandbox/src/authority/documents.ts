import { isRecord } from "../exchange.ts";
import { type Business, sha256 } from "./businesses.ts";
import type { Context } from "./context.ts";
import type { Protocol } from "./fault-kinds.ts";
import type { Issue } from "./field-checks.ts";
import type { Ledger } from "./ledger.ts";

/** An accepted document. A change replaces the object; an IRN never has two documents. */
export type Document = {
  irn: string;
  protocol: Protocol;
  business_id: string;
  /** The caller's key for it: the IRN itself, if the caller creates that. */
  document_key: string;
  status: "accepted" | "cancelled";
  payment_status: PaymentStatus;
  payment_reference: string | null;
  accepted_at: string;
  cancelled_at: string | null;
  /** Look-ups do not find the stored document until then. */
  hidden_until: string | null;
  /** Consecutive across all businesses. */
  ack_no: number;
  /** JSON with sorted keys; kept as text to save memory. */
  content: string;
  content_sha256: string;
  warnings: Issue[];
};

export type PaymentStatus = "PENDING" | "PAID" | "REJECTED" | "CANCELED";

/** A document as tests see it. */
export type DocumentView = Omit<Document, "content" | "hidden_until"> & {
  /** How often it was submitted, whatever the outcome. */
  submissions: number;
  invoice: Record<string, unknown>;
};

export type Accepting = {
  business: Business;
  protocol: Protocol;
  irn: string;
  documentKey?: string;
  invoice: Record<string, unknown>;
  warnings?: Issue[];
  /** For how long look-ups do not find it. */
  hiddenMs?: number | null | undefined;
};

const firstAckNo = 112_000_000_000_001;

/** Stores a document; it is registered from here on, even if the response is lost. */
export function accept({ ledger, clock }: Context, accepting: Accepting): Document {
  const { irn, protocol, business, documentKey = irn, invoice, warnings = [], hiddenMs } = accepting;
  if (ledger.documents.has(irn)) throw new Error(`there is a document with the IRN ${irn}`);
  const now = clock.now();
  const content = contentOf(invoice);
  const document: Document = {
    ...{ irn, protocol, business_id: business.business_id, document_key: documentKey },
    status: "accepted",
    payment_status: invoice.payment_status === "PAID" ? "PAID" : "PENDING",
    payment_reference: null,
    accepted_at: now.toISOString(),
    cancelled_at: null,
    hidden_until: hiddenMs ? new Date(now.getTime() + hiddenMs).toISOString() : null,
    ack_no: firstAckNo + ledger.documents.size,
    content,
    content_sha256: sha256(content),
    warnings,
  };
  ledger.keep({ document });
  return document;
}

/** The content that distinguishes documents: everything except the payment status, which changes later. */
export function contentOf({ payment_status: _, ...invoice }: Record<string, unknown>): string {
  return JSON.stringify(sorted(invoice));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}

export function invoiceOf({ content }: Pick<Document, "content">): Record<string, unknown> {
  return JSON.parse(content) as Record<string, unknown>;
}

/** The business's document, if it exists and is already visible. */
export function findDocument(
  { ledger, clock }: Context,
  business: Business,
  irn: string,
): Document | undefined {
  const document = ledger.documents.get(irn);
  if (document?.business_id !== business.business_id) return undefined;
  const isHidden = document.hidden_until !== null && document.hidden_until > clock.now().toISOString();
  return isHidden ? undefined : document;
}

/** Hides the document from look-ups for this long. */
export function hide({ ledger, clock }: Context, irn: string, ms: number): void {
  const document = ledger.documents.get(irn);
  if (!document) return;
  const hidden_until = new Date(clock.now().getTime() + ms).toISOString();
  ledger.keep({ document: { ...document, hidden_until } });
}

export function cancelUntil({ settings }: Context, { accepted_at }: Document): string {
  return new Date(Date.parse(accepted_at) + settings.cancelHours * 3_600_000).toISOString();
}

/** A cancelled document is not deleted and keeps its number for good. */
export function cancel(
  { ledger, clock }: Context,
  document: Document,
  as: PaymentStatus,
  reference: string | null,
) {
  const cancelled_at = clock.now().toISOString();
  const cancelled: Document = {
    ...document,
    ...{ status: "cancelled", payment_status: as, payment_reference: reference, cancelled_at },
  };
  ledger.keep({ document: cancelled });
  return cancelled;
}

/** How often a business submitted the document with this key. */
export function timesSubmitted({ handedIn }: Ledger, businessId: string, documentKey: string): number {
  return handedIn.get(`${businessId} ${documentKey}`) ?? 0;
}

export function documentViews(
  { ledger }: Context,
  { business_id, irn }: { business_id?: string | undefined; irn?: string | undefined } = {},
): DocumentView[] {
  return [...ledger.documents.values()]
    .filter((document) => business_id === undefined || document.business_id === business_id)
    .filter((document) => irn === undefined || document.irn === irn)
    .map(({ content, hidden_until: _, ...document }) => ({
      ...document,
      submissions: timesSubmitted(ledger, document.business_id, document.document_key),
      invoice: invoiceOf({ content }),
    }));
}
