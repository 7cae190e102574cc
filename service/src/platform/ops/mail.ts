import type { Language } from "../../contract/languages.ts";
import type { MailKind, RecordMailKind } from "../../contract/mail-kinds.ts";
import type { Queryable } from "../db/database.ts";

/** A mail as it is written: `html` is the same text for readers that show pages. */
export type Mail = {
  kind: MailKind;
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  /** Others who get it, and whom everybody sees. */
  cc?: readonly string[];
  /** Where answers go; without it, to the sender. */
  replyTo?: string | undefined;
  /** The name that it comes from, before the address of the service. */
  fromName?: string;
  attachments?: readonly MailAttachment[];
  /** Where its reader, or the mail program for them, unsubscribes with one POST and without signing in (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** How long the link in it works, if it has one: later the mail is not sent any more. */
  linkHours?: number;
  /** How long it is tried, if not for two days. */
  triedHours?: number;
};

/** A document that is made when the mail is sent, so that a mail that waits shows what is true then. */
export type MailAttachment = DocumentAttachment | StatementAttachment | { document: "logo"; sha256: string };

type DocumentAttachment = {
  document: RecordMailKind;
  id: number;
  /** The mail waits until the authority has registered the document, so that the buyer gets the registered one. */
  onceRegistered?: boolean;
};

export type StatementAttachment = {
  document: "statement";
  /** Of the customer. */
  id: number;
  /** Days, both included. */
  from: string;
  to: string;
  /** Null for all of them. */
  currency: string | null;
};

/** Whom a mail concerns: only a mail that concerns a company is shown to its users. */
export type MailSubject = {
  companyId?: number;
  /** The record that it is about, such as `invitation/12`. */
  about?: string;
  /** When it was written, if not now: the company may have a clock that is ahead. */
  at?: Date | null;
};

/** The outbox: `domains/sending/mails` implements it, and its worker sends what is stored. */
export type Mailer = {
  /** Whether mail can be sent or kept. */
  isReady(): boolean;
  /** Throws 503 if it can't. */
  requireReady(): void;
  /**
   * Stores a mail in the transaction of the change that causes it. No request waits for the mail server, and a mail of
   * a committed change survives a crash. Returns its Message-ID.
   */
  queue(tx: Queryable, mail: Mail, subject?: MailSubject): Promise<string>;
};
