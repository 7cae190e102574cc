import type { Company } from "../../access.ts";
import type { Change, Context } from "../../context.ts";
import { dateIn } from "../../foundation/clock.ts";
import { inTransaction } from "../../foundation/database.ts";
import { ApiError, integrationUnavailable, notFound, wrongState } from "../../foundation/errors.ts";
import { systemChange } from "../companies/service.ts";
import { getInvoice, invoiceExists, issueInvoice, lockInvoiceRow } from "../invoices/service.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import type { CanonicalDocument } from "./canonical.ts";
import { canonicalInvoice, freeze, type IssuedInvoice } from "./canonical-of.ts";
import { answerOf, type Registered, saveOutcome } from "./outcome.ts";
import type { Adapter, Calling, Exchange, Failed, Fault, Outcome } from "./port.ts";
import {
  type FiscalRow,
  findFiscal,
  insertExchanges,
  leaseFiscal,
  lockFiscal,
  markInvoiceFiscal,
  noteCall,
  storeIntent,
} from "./queries.ts";
import { asTestBusiness } from "./sandbox-business.ts";
import { type Integration, requireIntegration, usesSandbox } from "./settings.ts";
import { noteRefusal } from "./settings-queries.ts";
import { waitUntil } from "./wait.ts";

/**
 * Registers invoices with the revenue authority, each exactly once. What is told is frozen and stored before the first
 * call; whoever finds that a call may have been heard looks it up before anything is sent again.
 */
export type Registrar = {
  register(maker: Maker, invoiceId: number): Promise<Registered>;
  /** Goes on where somebody stopped: for the pass. */
  resume(companyId: number, invoiceId: number): Promise<void>;
};

/** Who asks. */
export type Maker = { company: Company; actor: Change["actor"]; requestId: string | null };

// Longer than all calls of one registration together.
const leaseMs = 60_000;
const waitMaxMs = 20_000;
const registrable = ["draft", "open", "partially_paid", "paid"];

export function createRegistrar(context: Context): Registrar {
  const breaker = createBreaker();
  const running = new Map<string, Promise<Registered>>();

  return {
    // However many ask this process for the same invoice, one of them works.
    register: (maker, invoiceId) => {
      const name = `${maker.company.id}:${invoiceId}`;
      const earlier = running.get(name);
      if (earlier) return earlier;
      const mine = register(context, breaker, maker, invoiceId).finally(() => running.delete(name));
      running.set(name, mine);
      return mine;
    },
    resume: async (companyId, invoiceId) => {
      const integration = await requireIntegration(context, companyId);
      const row = await findFiscal(context.db, companyId, invoiceId);
      const change: ChangeIn = (tx) => systemChange(tx, companyId, context.clock.now());
      if (row) await advance(context, breaker, integration, row, change).catch(expectRefusal);
    },
  };
}

async function register(
  context: Context,
  breaker: Breaker,
  maker: Maker,
  invoiceId: number,
): Promise<Registered> {
  if (!(await invoiceExists(context.db, maker.company.id, invoiceId))) throw notFound("The invoice");
  const integration = await requireIntegration(context, maker.company.id);
  const begun = await begin(context, breaker, integration, maker, invoiceId);
  if (begun.is === "done") return begun.registered;
  if (begun.is === "refused") throw begun.error;
  if (begun.is === "busy") return waitForOther(context, maker, invoiceId);
  const change: ChangeIn = async (tx) => ({ tx, ...maker, now: context.clock.now() });
  return advance(context, breaker, integration, begun.row, change);
}

type Begun =
  | { is: "done"; registered: Registered }
  | { is: "busy" }
  | { is: "refused"; error: ApiError }
  | { is: "ours"; row: FiscalRow };

/** One transaction that ends with the intent stored, or with nothing changed at all. */
function begin(
  context: Context,
  breaker: Breaker,
  integration: Integration,
  maker: Maker,
  invoiceId: number,
): Promise<Begun> {
  const now = context.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return inTransaction(context.db, async (tx): Promise<Begun> => {
    const change: Change = { tx, ...maker, now };
    await lockInvoiceRow(change, invoiceId);
    const row = await lockFiscal(tx, maker.company.id, invoiceId);
    if (row?.state === "accepted") return { is: "done", registered: await answerOf(change, invoiceId) };
    if (row?.state === "cancelled") {
      throw wrongState(
        "This invoice's registration was cancelled, so it can't be registered again. Make a new one.",
      );
    }
    if (row?.lease_until && row.lease_until > now) return { is: "busy" };
    requireClosed(breaker, integration, now);
    if (row && row.state !== "rejected") {
      await leaseFiscal(tx, row, leaseUntil);
      return { is: "ours", row };
    }
    return intend(context, change, integration, invoiceId, leaseUntil);
  });
}

function requireClosed(breaker: Breaker, { adapter, account }: Integration, now: Date): void {
  const waitMs = breaker.waitMs(account.baseUrl, now);
  if (waitMs > 0) {
    throw integrationUnavailable(adapter.title, "it has not been answering", Math.ceil(waitMs / 1000));
  }
}

async function intend(
  { config }: Context,
  change: Change,
  { adapter, account }: Integration,
  invoiceId: number,
  leaseUntil: Date,
): Promise<Begun> {
  const { tx, company, now } = change;
  const today = dateIn(company.timeZone, now);
  const { status } = JSON.parse(await getInvoice(tx, company.id, today, invoiceId)) as { status: string };
  if (!registrable.includes(status)) {
    throw wrongState(`This invoice is ${status}, so it can't be registered with the revenue authority.`);
  }
  if (status === "draft") await issueInvoice(change, invoiceId);
  const invoice = JSON.parse(await getInvoice(tx, company.id, today, invoiceId)) as IssuedInvoice;
  const told = canonicalInvoice(invoice);
  const document = usesSandbox(adapter) ? asTestBusiness(told) : told;
  const faults = adapter.faults(document, account);
  // A draft stays a draft. What is issued is rejected for certain, and so can be mended and registered again.
  if (faults.length > 0 && status === "draft") throw incomplete(adapter, faults);
  const { text, hash } = freeze(document);
  const row = await storeIntent(tx, company.id, invoiceId, now, leaseUntil, {
    environment: config.environment,
    adapter: adapter.name,
    document_key: adapter.documentKey(document, account),
    document: text,
    hash,
  });
  if (faults.length > 0) {
    await saveOutcome(change, adapter, row, { kind: "rejected", faults, isDuplicate: false });
    return { is: "refused", error: incomplete(adapter, faults) };
  }
  await markInvoiceFiscal(tx, company.id, invoiceId, now, { status: "pending", irn: null, fiscal: null });
  return { is: "ours", row };
}

/** What the authority would refuse for certain is told before it hears of anything. */
const incomplete = ({ title }: Adapter, faults: readonly Fault[]) =>
  new ApiError(422, "fiscal_incomplete", `${title} would not take this invoice: ${faults[0]!.message}`, {
    errors: faults.map(({ field, message }) => ({ field: field ?? "invoice", message })),
  });

type ChangeIn = (tx: Change["tx"]) => Promise<Change>;

/** For the pass an authority that refuses or is silent is an ordinary outcome, and stored as such. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

/** Calls the authority as the state asks for it, and saves what comes of it. */
async function advance(
  context: Context,
  breaker: Breaker,
  { adapter, account }: Integration,
  row: FiscalRow,
  changeIn: ChangeIn,
): Promise<Registered> {
  const exchanges: Exchange[] = [];
  const call: Calling = {
    outbound: context.outbound,
    account,
    now: context.clock.now(),
    record: (exchange) => exchanges.push(exchange),
  };
  const outcome = await ask(context, adapter, call, row);
  await insertExchanges(context.db, row, call.now, exchanges);
  await noteCredentials(context, row, outcome);
  breaker.note(account.baseUrl, context.clock.now(), !isSilence(outcome));
  const saved = await inTransaction(context.db, async (tx) =>
    saveOutcome(await changeIn(tx), adapter, row, outcome),
  );
  if (saved instanceof ApiError) throw saved;
  return saved;
}

/** The company's settings show whether the authority takes its credentials. */
async function noteCredentials({ db, config, clock }: Context, { company_id }: FiscalRow, outcome: Outcome) {
  if (outcome.kind === "failed" && outcome.cause !== "auth") return;
  const refusal = outcome.kind === "failed" ? outcome.message : null;
  await noteRefusal(db, company_id, config.environment, clock.now(), refusal);
}

const isSilence = (outcome: Outcome) => outcome.kind === "failed" && outcome.cause === "unavailable";

async function ask(context: Context, adapter: Adapter, call: Calling, row: FiscalRow): Promise<Outcome> {
  const document = JSON.parse(row.document) as CanonicalDocument;
  if (row.state === "pending" && adapter.poll) return adapter.poll(call, row.handle!, row.document_key);
  // Whoever held the lease before us may have been heard: only a fresh intent or one that was never sent is not looked up.
  const mayBeThere = row.state === "unknown" || (row.state === "submitting" && row.last_call_at !== null);
  if (mayBeThere && adapter.lookUp) {
    const seen = await adapter.lookUp(call, document, row.document_key);
    if (seen.kind !== "absent") return seen;
    if (isTooEarly(adapter, row, call.now)) return stillUnknown(adapter);
  }
  await noteCall(context.db, row, call.now);
  return adapter.submit(call, document, row.document_key);
}

/** An authority may need a moment before its look-up knows what it took. */
function isTooEarly(adapter: Adapter, { last_call_at }: FiscalRow, now: Date): boolean {
  return last_call_at !== null && now.getTime() - last_call_at.getTime() < adapter.lookUpLagMs;
}

const stillUnknown = ({ title, lookUpLagMs }: Adapter): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted: true,
  retryAfterMs: lookUpLagMs,
  message: `${title} does not know the document yet, though it may have taken it`,
});

/** Another process is at it: its outcome is ours. */
async function waitForOther(context: Context, maker: Maker, invoiceId: number): Promise<Registered> {
  const settled = await waitUntil(waitMaxMs, async () => {
    const row = await findFiscal(context.db, maker.company.id, invoiceId);
    return row !== undefined && row.lease_until === null ? row : undefined;
  });
  if (!settled)
    throw integrationUnavailable("The revenue authority", "an earlier call is still under way", 5);
  return inTransaction(context.db, (tx) => answerOf({ tx, ...maker, now: context.clock.now() }, invoiceId));
}
