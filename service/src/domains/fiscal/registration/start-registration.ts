import { type Change, type Context, realTimeOf } from "../../../context.ts";
import { type ApiError, wrongState } from "../../../contract/errors.ts";
import { freeze } from "../canonical/canonical.ts";
import { type FiscalSubject, subjectOperations } from "./fiscal-subject.ts";
import { incomplete } from "./incomplete.ts";
import { type Integration, usesSandbox } from "./integration.ts";
import { withdraw } from "./outcome.ts";
import { type FiscalRow, leaseFiscal, lockFiscal, markFiscal, storeFiscalDocument } from "./queries.ts";
import { type RegistrationResult, resultOf } from "./registration-result.ts";
import { asTestBusiness } from "./sandbox-business.ts";
import { shareLockAccount } from "./settings-queries.ts";

/** The outcome of starting a registration. */
export type StartResult =
  | { is: "done"; registered: RegistrationResult }
  /** Another process holds the lease. */
  | { is: "busy" }
  /** The company's account has changed since it was read. */
  | { is: "moved" }
  /** The document will not be sent, and a queued registration is withdrawn. */
  | { is: "refused"; error: ApiError }
  /** `fresh`: nothing can have been sent yet. */
  | { is: "ours"; row: FiscalRow; fresh: boolean };

/** The options for starting a registration or its cancellation. */
export type StartOptions = {
  environment: Context["config"]["environment"];
  integration: Integration;
  /** Throws while the authority's circuit breaker is open. */
  requireClosed: () => void;
  leaseUntil: Date;
  /** The lease that the caller already holds; any other lease means busy. */
  heldLease?: Date | null;
};

/** Stores the document to register, or changes nothing. */
export async function startRegistration(
  change: Change,
  subject: FiscalSubject,
  options: StartOptions,
): Promise<StartResult> {
  const { kind, id } = subject;
  // The account is locked first, as by every change of it, so that no document is started for an account that was just
  // replaced.
  const [accountName, record, row] = await Promise.all([
    shareLockAccount(change.tx, change.company.id, options.environment),
    subjectOperations[kind].lock(change, id),
    lockFiscal(change.tx, change.company.id, subject),
  ]);
  if (accountName !== options.integration.accountName) return { is: "moved" };
  if (row?.state === "accepted" || row?.state === "cancelling") {
    return { is: "done", registered: resultOf(record) };
  }
  if (row?.state === "cancelled") {
    throw wrongState(
      "This invoice's registration was cancelled, so it can't be registered again. Create a new invoice.",
    );
  }
  if (isTaken(row, realTimeOf(change), options.heldLease)) return { is: "busy" };
  options.requireClosed();
  if (!row || isOver(row) || isQueuedForOtherAccount(row, options.integration)) {
    return freezeAndStore(change, subject, record, row, options);
  }
  requireSameAccount(row, options.integration);
  return { is: "ours", row: await leaseFiscal(change.tx, row, options.leaseUntil), fresh: false };
}

/** No authority has the document or is about to get it, so it is frozen and sent as if for the first time. */
const isOver = ({ state }: FiscalRow) => state === "rejected" || state === "withdrawn";

function isTaken(row: FiscalRow | undefined, now: Date, held: Date | null | undefined): boolean {
  if (!row?.lease_until || row.lease_until <= now) return false;
  return row.lease_until.getTime() !== held?.getTime();
}

/** The company has switched accounts, and nothing was sent through the previous one. */
export const isQueuedForOtherAccount = ({ state, account }: FiscalRow, { accountName }: Integration) =>
  state === "queued" && account !== accountName;

/** A document that was sent through one account cannot be looked up through another. */
export function requireSameAccount({ adapter, account }: FiscalRow, { accountName }: Integration): void {
  if (account === accountName) return;
  throw wrongState(
    `This document was sent through another account (${adapter}), which may have accepted it. Restore that integration until the registration is complete.`,
  );
}

async function freezeAndStore(
  change: Change,
  subject: FiscalSubject,
  record: string,
  row: FiscalRow | undefined,
  { environment, integration: { adapter, account, accountName }, leaseUntil }: StartOptions,
): Promise<StartResult> {
  const { tx, company, now } = change;
  const { document: original, wasDraft } = await subjectOperations[subject.kind].prepare(
    change,
    subject.id,
    record,
  );
  const document = usesSandbox(adapter) ? asTestBusiness(original) : original;
  const faults = adapter.faults(document, account);
  if (faults.length > 0) {
    const error = incomplete(adapter, subject, faults, { wasDraft, document: original, row });
    // Only the authority rejects documents: an incomplete one stays as it was, and a draft stays a draft. A
    // registration queued for a replaced account would wait forever, so it is withdrawn.
    if (row?.state !== "queued") throw error;
    await withdraw(change, row, record);
    return { is: "refused", error };
  }
  const { text, hash } = freeze(document);
  const document_key = adapter.documentKey(document, account);
  const about = { environment, adapter: adapter.name, account: accountName };
  const frozen = { ...about, document_key, document: text, hash };
  const [stored] = await Promise.all([
    storeFiscalDocument(tx, company.id, subject, realTimeOf(change), leaseUntil, frozen),
    markFiscal(tx, company.id, subject, now, { status: "pending", irn: null, fiscal: null }),
  ]);
  return { is: "ours", row: stored, fresh: true };
}
