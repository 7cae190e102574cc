import type { Outbound } from "../../foundation/outbound/outbound.ts";
import type { CanonicalDocument } from "./canonical.ts";

/**
 * What a revenue authority is to us: it takes a document, gives it a fiscal reference, and can be asked later what it
 * has. The one thing that matters: when a call ends without an answer, `mayHaveCommitted` says whether the authority
 * may have taken the document all the same. Then it is looked up before anything is sent again.
 */
export type Adapter = {
  name: string;
  /** As people know the authority. */
  title: string;
  /** What must be known before it can be used. */
  settings: readonly SettingName[];
  can: {
    /** Is it told when an invoice is paid? */
    reportPayment: boolean;
    cancel: boolean;
  };
  /** How long after a call the look-up may not know yet what the authority took. */
  lookUpLagMs: number;
  /** The authority's own name for the document, fixed before the first call: the IRN itself, or what finds it. */
  documentKey(document: CanonicalDocument, account: FiscalAccount): string;
  /** What the authority would refuse for certain, in the fields of our own invoice. Pure: no call is made. */
  faults(document: CanonicalDocument, account: FiscalAccount): Fault[];
  /** Has no effect but to tell whether the settings are taken. Throws as `integration…` of errors.ts. */
  check(call: Calling): Promise<void>;
  submit(call: Calling, document: CanonicalDocument, key: string): Promise<Outcome>;
  /** `pending` of an authority that decides later is asked for by the handle that it gave. */
  poll?(call: Calling, handle: string, key: string): Promise<Outcome>;
  lookUp?(call: Calling, document: CanonicalDocument, key: string): Promise<Outcome | { kind: "absent" }>;
  cancel?(call: Calling, irn: string, reason: string): Promise<Outcome>;
  reportPayment?(
    call: Calling,
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
  /** Verifies what the authority signs, where that is another key. */
  | "signing_key"
  | "username"
  | "password";

/** A company's account with an authority, in the clear. */
export type FiscalAccount = { baseUrl: string } & Partial<Record<Exclude<SettingName, "base_url">, string>>;

/** What a call is made with. `record` keeps every exchange, with the secrets masked. */
export type Calling = {
  outbound: Outbound;
  account: FiscalAccount;
  now: Date;
  /** Of the time that all calls for one document may take together. */
  timeLeftMs: () => number;
  record: (exchange: Exchange) => void;
};

export type Operation = "check" | "validate" | "submit" | "poll" | "lookup" | "cancel" | "payment";

export type Exchange = {
  operation: Operation;
  durationMs: number;
  /** Null where there was no answer. */
  httpStatus: number | null;
  /** The authority's own word for what went wrong, where it has one. */
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
  /** What else the authority gave to refer to it by. */
  references: Record<string, string>;
  /** What the QR code on the document must hold. */
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
