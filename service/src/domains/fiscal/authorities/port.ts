import { integrationNotConfigured } from "../../../contract/errors.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";

/**
 * The interface to a revenue authority: it accepts a document, returns a fiscal reference, and can be queried later. If
 * a call ends without a response, `mayHaveCommitted` says whether the authority may have accepted the document; it is
 * then looked up before anything is sent again.
 */
export type Adapter = {
  name: string;
  /** The display name. */
  title: string;
  /** The required settings. */
  settings: readonly SettingName[];
  /** How long after a call the look-up may not find an accepted document. */
  lookUpLagMs: number;
  /** The document's key, fixed before the first call: the IRN itself, or what the authority finds it by. */
  documentKey(document: CanonicalDocument, account: FiscalAccount): string;
  /** Errors that the authority would certainly report, in the fields of our invoice. Pure: no call is made. */
  faults(document: CanonicalDocument, account: FiscalAccount): Fault[];
  /** Has no effect; throws one of the `integration…` errors of errors.ts if the settings are rejected. */
  check(call: AuthorityCall): Promise<void>;
  submit(call: AuthorityCall, document: CanonicalDocument, key: string): Promise<Outcome>;
  /** Polls a `pending` document by its handle, at an authority that decides later. */
  poll?(call: AuthorityCall, handle: string, key: string): Promise<Outcome>;
  lookUp?(
    call: AuthorityCall,
    document: CanonicalDocument,
    key: string,
  ): Promise<Outcome | { kind: "absent" }>;
  /** Cancels a registration, if the authority supports it. */
  cancel?(call: AuthorityCall, irn: string, reason: string): Promise<Outcome>;
  /** Reports that an invoice was paid, if the authority asks for it. */
  reportPayment?(
    call: AuthorityCall,
    irn: string,
    status: "paid" | "pending",
    reference: string | null,
  ): Promise<Outcome>;
};

export type SettingName =
  | "base_url"
  | "business_id"
  | "service_id"
  | "api_key"
  | "api_secret"
  | "public_key"
  | "certificate"
  /** Verifies the authority's signatures, if that takes a different key. */
  | "signing_key"
  | "username"
  | "password";

/** A company's account with an authority, decrypted. */
export type FiscalAccount = { baseUrl: string } & Partial<Record<Exclude<SettingName, "base_url">, string>>;

/** What a call needs. `record` stores every exchange, with its secrets masked. */
export type AuthorityCall = {
  outbound: Outbound;
  account: FiscalAccount;
  now: Date;
  /** The rest of the time budget for all calls about one document. */
  timeLeftMs: () => number;
  record: (exchange: Exchange) => void;
  /** By how much the company's test clock is ahead, for the sandbox authority, which takes dates up to then. */
  sandboxClockOffsetMs?: number | undefined;
  /** What the sandbox authority shall do wrong when the document is submitted. */
  sandboxFault?: { name: string | undefined; code: string | null } | undefined;
};

export type Operation = "check" | "validate" | "submit" | "poll" | "lookup" | "cancel" | "payment";

export type Exchange = {
  operation: Operation;
  durationMs: number;
  /** Null if there was no response. */
  httpStatus: number | null;
  /** The authority's error code, if any. */
  code: string | null;
  request: string;
  response: string;
};

/** One error of a document. `field` is a path in our invoice: `customer.tax_id`, `lines[0].quantity`. */
export type Fault = { code: string; field: string | null; message: string };

export type Outcome = Accepted | Pending | Rejected | Failed;

export type Accepted = {
  kind: "accepted";
  irn: string;
  acceptedAt: Date;
  /** Other references that the authority returned. */
  references: Record<string, string>;
  /** The content of the QR code on the document. */
  qr: string | null;
  /** The document signed by the authority, to be stored. */
  signed: { format: "jwt" | "xml" | "json"; value: string } | null;
  cancelUntil: Date | null;
  warnings: Fault[];
};

export type Pending = { kind: "pending"; handle: string; pollAfterMs: number };

export type Rejected = {
  kind: "rejected";
  faults: Fault[];
  /** The authority has a different document under this key. */
  isDuplicate: boolean;
};

export type Failed = {
  kind: "failed";
  cause: "auth" | "busy" | "unavailable" | "protocol";
  mayHaveCommitted: boolean;
  retryAfterMs: number | null;
  message: string;
};

/** A required setting, which must have been given when the integration was configured. */
export function settingOf(account: FiscalAccount, name: Exclude<SettingName, "base_url">): string {
  const value = account[name];
  if (value) return value;
  throw integrationNotConfigured(
    `The setting ${name} of e-invoicing`,
    "Configure e-invoicing again, then retry.",
  );
}
