import { setTimeout as sleep } from "node:timers/promises";
import { type Change, type Context, realTimeOf } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { ApiError, integrationUnavailable, notFound } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { isTemporaryFailure } from "../../../platform/db/failures.ts";
import { clockAhead } from "../../../platform/values/clock.ts";
import { findCompanyOf, systemChange } from "../../tenancy/companies/service.ts";
import { takeFault } from "../../tenancy/sandbox-faults/service.ts";
import type { Adapter, AuthorityCall, Exchange, Outcome } from "../authorities/port.ts";
import { insertExchanges } from "./calls.ts";
import { startCancellation } from "./cancellation.ts";
import {
  breakerDelayMs,
  enterBreaker,
  recordResponses,
  rejectEarlyIfOpen,
  requireBreakerClosed,
  skippedByBreaker,
} from "./circuit-breaker.ts";
import { type FiscalSubject, subjectOperations } from "./fiscal-subject.ts";
import { type Integration, requireIntegration, usesSandbox } from "./integration.ts";
import { makeNextCall } from "./next-call.ts";
import { saveOutcome } from "./outcome.ts";
import { type FiscalRow, findFiscal, postponeFiscal, subjectOf } from "./queries.ts";
import { outcomeOf, type RegistrationResult, rejection } from "./registration-result.ts";
import { saveLater } from "./save-later.ts";
import { recordRefusal } from "./settings-queries.ts";
import { isQueuedForOtherAccount, requireSameAccount, startRegistration } from "./start-registration.ts";

/**
 * Registers invoices and credit notes with the revenue authority, each exactly once. The document is frozen and stored
 * before the first call; after a call that may have been accepted, it is looked up before it is sent again.
 */
export type Registrar = {
  register(caller: RegistrationCaller, subject: FiscalSubject): Promise<RegistrationResult>;
  /** Cancels a registration, if the authority supports it. */
  cancel(caller: RegistrationCaller, subject: FiscalSubject, reason: string): Promise<RegistrationResult>;
  /** Continues an unfinished registration; for the background pass, which holds the lease. */
  resume(row: FiscalRow): Promise<void>;
};

export type RegistrationCaller = { company: Company; actor: Change["actor"]; requestId: string | null };

/** Longer than all calls for one document together, plus the commit after them. */
export const leaseMs = 60_000;
export const callsMaxMs = 15_000;
const waitMaxMs = 20_000;

export function createRegistrar(context: Context): Registrar {
  const running = new Map<string, Promise<RegistrationResult>>();
  // Concurrent requests of this process for the same document share one run.
  const once = (name: string, work: () => Promise<RegistrationResult>) => {
    const earlier = running.get(name);
    if (earlier) return earlier;
    const mine = work().finally(() => running.delete(name));
    running.set(name, mine);
    return mine;
  };
  const contextFor = (companyId: number) => ({ ...context, db: context.db.forCompany(companyId) });
  const nameOf = ({ company }: RegistrationCaller, { kind, id }: FiscalSubject) =>
    `${company.id}:${kind}:${id}`;

  return {
    register: (caller, subject) =>
      once(nameOf(caller, subject), () => register(contextFor(caller.company.id), caller, subject)),
    cancel: (caller, subject, reason) =>
      once(`cancel:${nameOf(caller, subject)}`, () =>
        cancel(contextFor(caller.company.id), caller, subject, reason),
      ),
    resume: (row) => resume(contextFor(row.company_id), row),
  };
}

async function register(
  context: Context,
  caller: RegistrationCaller,
  subject: FiscalSubject,
): Promise<RegistrationResult> {
  const change = changeOf(context, caller);
  for (let tries = 1; ; tries += 1) {
    const integration = await requireRegistrable(context, caller, subject);
    await rejectEarlyIfOpen(context, integration, caller.company.id, subject);
    const started = await startInTransaction(context, integration, change, subject);
    if (started.is === "done") return started.registered;
    if (started.is === "refused") throw started.error;
    if (started.is === "busy") return waitForOther(context, integration, caller, subject);
    if (started.is === "ours") return advance(context, integration, started, change);
    if (tries === restartsMax) throw integrationUnavailable(integration.adapter.title, accountChanging, 1);
  }
}

const restartsMax = 3;
const accountChanging = "the company's integration is being changed";

const startInTransaction = (
  context: Context,
  integration: Integration,
  changeIn: ChangeIn,
  subject: FiscalSubject,
  heldLease: Date | null = null,
) =>
  inTransaction(context.db, async (tx) => {
    const change = await changeIn(tx);
    return startRegistration(change, subject, {
      environment: context.config.environment,
      integration,
      requireClosed: () => requireBreakerClosed(context, integration, realTimeOf(change)),
      leaseUntil: leaseFrom(realTimeOf(change)),
      heldLease,
    });
  });

async function cancel(
  context: Context,
  caller: RegistrationCaller,
  subject: FiscalSubject,
  reason: string,
): Promise<RegistrationResult> {
  const integration = await requireRegistrable(context, caller, subject);
  const change = changeOf(context, caller);
  const started = await inTransaction(context.db, async (tx) => {
    const made = await change(tx);
    return startCancellation(made, subject, reason, {
      environment: context.config.environment,
      integration,
      requireClosed: () => requireBreakerClosed(context, integration, realTimeOf(made)),
      leaseUntil: leaseFrom(realTimeOf(made)),
    });
  });
  if (started.is === "done") return started.registered;
  if (started.is === "busy") return waitForOther(context, integration, caller, subject, "cancelled");
  return advance(context, integration, started, change);
}

async function requireRegistrable(
  context: Context,
  { company }: RegistrationCaller,
  { kind, id }: FiscalSubject,
) {
  const { exists, noun } = subjectOperations[kind];
  if (!(await exists(context.reads, company.id, id))) throw notFound(`The ${noun}`);
  return requireIntegration(context, company.id);
}

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

const later = ({ clock }: Context, { failures }: FiscalRow, waitMs: number) => ({
  failures,
  next_action_at: new Date(clock.now().getTime() + waitMs),
});

type ChangeIn = (tx: Change["tx"]) => Promise<Change>;

const changeOf =
  ({ clock }: Context, caller: RegistrationCaller): ChangeIn =>
  async (tx) => ({ tx, ...caller, now: clockAhead(clock, caller.company.clockOffsetMs).now() });

/** For the background pass, a rejection or timeout is an ordinary outcome that is already stored. */
async function resume(context: Context, row: FiscalRow): Promise<void> {
  const integration = await requireIntegration(context, row.company_id);
  const waitMs = breakerDelayMs(context, integration, context.clock.now());
  // The authority was not called, which is no failure: the delay does not grow.
  if (waitMs > 0) return postponeFiscal(context.db, row, later(context, row, waitMs));
  const change: ChangeIn = (tx) => systemChange(tx, row.company_id, context.clock);
  const started = isQueuedForOtherAccount(row, integration)
    ? await startInTransaction(context, integration, change, subjectOf(row), row.lease_until)
    : { is: "ours" as const, row, fresh: false };
  if (started.is !== "ours") return;
  requireSameAccount(started.row, integration);
  await advance(context, integration, started, change).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** What the sandbox authority calls the faults that a company can ask for. */
const simulatedAs: Readonly<Record<string, string>> = {
  reject: "reject_fields:1",
  timeout: "timeout_before",
  lost_answer: "reset_after",
  error: "http_500",
  slow: "slow:3000",
  pending: "pending:2",
};

/** Makes the call that the state requires, and saves the outcome. */
async function advance(
  context: Context,
  integration: Integration,
  { row, fresh }: { row: FiscalRow; fresh: boolean },
  changeIn: ChangeIn,
): Promise<RegistrationResult> {
  const { adapter, account } = integration;
  const exchanges: Exchange[] = [];
  const isToSubmit = fresh ? row.state !== "cancelling" : row.state === "queued";
  const { fault, clockOffsetMs } = usesSandbox(adapter)
    ? await prepareSandbox(context, row, isToSubmit)
    : { fault: undefined, clockOffsetMs: undefined };
  const startedAt = performance.now();
  const call: AuthorityCall = {
    outbound: context.outbound,
    account,
    now: context.clock.now(),
    timeLeftMs: () => callsMaxMs - (performance.now() - startedAt),
    record: (exchange) => exchanges.push(exchange),
    sandboxClockOffsetMs: clockOffsetMs,
    sandboxFault: fault && { name: simulatedAs[fault.fault], code: fault.code },
  };
  const waitMs = enterBreaker(context, integration, call.now);
  const outcome =
    waitMs > 0
      ? skippedByBreaker(row, fresh, waitMs)
      : await makeNextCall(context, adapter, call, row, fresh);
  // A fault that one company asked for says nothing about the authority.
  if (fault === undefined) recordResponses(context, integration, outcome, exchanges);
  const save = () =>
    inTransaction(context.db, async (tx) => {
      const change = await changeIn(tx);
      const wasSent = exchanges.some(({ operation }) => operation === "submit");
      // The integration is locked before the document, as everywhere.
      const [, , registered] = await Promise.all([
        insertExchanges(tx, row, call.now, exchanges),
        recordCredentials(context, change, integration, outcome),
        saveOutcome(change, adapter, row, outcome, wasSent),
      ]);
      return registered;
    });
  const saved = await save().catch((error: unknown) => {
    if (isTemporaryFailure(error)) void saveLater(context, row, leaseMs - callsMaxMs, save);
    throw error;
  });
  if (saved instanceof ApiError) throw saved;
  return saved;
}

/** The sandbox authority has the company's clock, and the fault that the company asked for. */
async function prepareSandbox(context: Context, { company_id }: FiscalRow, isToSubmit: boolean) {
  const fault = isToSubmit ? await takeFault(context, context.db, company_id, "authority") : undefined;
  const { clockOffsetMs } = await findCompanyOf(context.db, company_id);
  return { fault, clockOffsetMs };
}

/** Records whether the authority accepts the credentials; the company's settings show it. */
async function recordCredentials(
  { config }: Context,
  { tx, company, now }: Change,
  { refusal: known }: Integration,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === "failed" && outcome.cause !== "auth") return;
  const refusal = outcome.kind === "failed" ? outcome.message : null;
  if (refusal !== known) await recordRefusal(tx, company.id, config.environment, now, refusal);
}

/** Another process is registering the document: waits for its outcome. */
async function waitForOther(
  context: Context,
  { adapter }: Integration,
  caller: RegistrationCaller,
  subject: FiscalSubject,
  wanted: "registered" | "cancelled" = "registered",
): Promise<RegistrationResult> {
  const row = await waitUntil(waitMaxMs, async () => {
    const found = await findFiscal(context.db, caller.company.id, subject);
    return found !== undefined && found.lease_until === null ? found : undefined;
  });
  if (!row) throw integrationUnavailable(adapter.title, "an earlier call is still in progress", 5);
  if (wanted === "cancelled" && row.state !== "cancelled") throw notCancelled(adapter, row);
  const answered = await inTransaction(context.db, async (tx) => {
    const change = await changeOf(context, caller)(tx);
    return outcomeOf(adapter, row, await subjectOperations[subject.kind].show(change, subject.id));
  });
  if (answered instanceof ApiError) throw answered;
  return answered;
}

const notCancelled = (adapter: Adapter, { state }: FiscalRow) =>
  state === "cancelling"
    ? integrationUnavailable(adapter.title, "the cancellation is not complete", 5)
    : rejection(adapter, "did not cancel the registration", []);

const pollMs = 100;

/** Polls the database for the result of another process. */
export async function waitUntil<T>(
  maxMs: number,
  poll: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = performance.now() + maxMs;
  for (;;) {
    const found = await poll();
    if (found !== undefined || performance.now() > deadline) return found;
    await sleep(pollMs);
  }
}
