import { integrationNotConfigured } from "../../../contract/errors.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";

/**
 * A revenue authority, as the service sees it: it takes a document, returns a fiscal reference, and can be asked later
 * what it has. When a call ends without an answer, `mayHaveCommitted` says whether the authority may have taken the
 * document all the same; then it is looked up before anything is sent again.
 */
export type Adapter = {
  name: string;
  /** The authority's name, as people know it. */
  title: string;
  /** The settings that it requires. */
  settings: readonly SettingName[];
  /** How long after a call the look-up may not yet know what the authority accepted. */
  lookUpLagMs: number;
  /** The authority's key for the document, fixed before the first call: the IRN itself, or what finds it. */
  documentKey(document: CanonicalDocument, account: FiscalAccount): string;
  /** Faults that the authority would certainly find, in the fields of our own invoice. Pure: no call is made. */
  faults(document: CanonicalDocument, account: FiscalAccount): Fault[];
  /** Changes nothing, and throws one of the `integration…` errors of errors.ts when the settings are not accepted. */
  check(call: AuthorityCall): Promise<void>;
  submit(call: AuthorityCall, document: CanonicalDocument, key: string): Promise<Outcome>;
  /** For `pending` at an authority that decides later: asks by the handle that it gave. */
  poll?(call: AuthorityCall, handle: string, key: string): Promise<Outcome>;
  lookUp?(
    call: AuthorityCall,
    document: CanonicalDocument,
    key: string,
  ): Promise<Outcome | { kind: "absent" }>;
  /** Cancels a registration, where the authority allows it. */
  cancel?(call: AuthorityCall, irn: string, reason: string): Promise<Outcome>;
  /** Where the authority wants to know that an invoice was paid. */
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
  /** Verifies the authority's signatures, where that takes a different key. */
  | "signing_key"
  | "username"
  | "password";

/** A company's account with an authority, in the clear. */
export type FiscalAccount = { baseUrl: string } & Partial<Record<Exclude<SettingName, "base_url">, string>>;

/** What a call needs. `record` stores every exchange, with the secrets masked. */
export type AuthorityCall = {
  outbound: Outbound;
  account: FiscalAccount;
  now: Date;
  /** What is left of the time budget for all calls about one document. */
  timeLeftMs: () => number;
  record: (exchange: Exchange) => void;
};

export type Operation = "check" | "validate" | "submit" | "poll" | "lookup" | "cancel" | "payment";

export type Exchange = {
  operation: Operation;
  durationMs: number;
  /** Null where there was no answer. */
  httpStatus: number | null;
  /** The authority's error code, where it has one. */
  code: string | null;
  request: string;
  response: string;
};

/** One thing wrong with a document. `field` is a path in our invoice: `customer.tax_id`, `lines[0].quantity`. */
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
  /** The authority's own signed form of it, to be kept. */
  signed: { format: "jwt" | "xml" | "json"; value: string } | null;
  cancelUntil: Date | null;
  warnings: Fault[];
};

export type Pending = { kind: "pending"; handle: string; pollAfterMs: number };

export type Rejected = {
  kind: "rejected";
  faults: Fault[];
  /** The authority has another document under this key, with other content. */
  isDuplicate: boolean;
};

export type Failed = {
  kind: "failed";
  cause: "auth" | "busy" | "unavailable" | "protocol";
  mayHaveCommitted: boolean;
  retryAfterMs: number | null;
  message: string;
};

/** A setting that the adapter requires, so it must have been given when the account was set up. */
export function settingOf(account: FiscalAccount, name: Exclude<SettingName, "base_url">): string {
  const value = account[name];
  if (value) return value;
  throw integrationNotConfigured(
    `The setting ${name} of e-invoicing`,
    "Set e-invoicing up again; then try again.",
  );
}
