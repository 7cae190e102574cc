import type { Company } from "../../access.ts";
import type { Change, Context } from "../../context.ts";
import { inTransaction } from "../../foundation/database.ts";
import { ApiError, integrationUnavailable, notFound } from "../../foundation/errors.ts";
import { systemChange } from "../companies/service.ts";
import { ask } from "./asking.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { insertExchanges } from "./calls.ts";
import { beginCancelling } from "./cancellation.ts";
import { type Integration, requireIntegration } from "./integration.ts";
import { begin, isToldElsewhere, requireSameAdapter } from "./intent.ts";
import { saveOutcome } from "./outcome.ts";
import type { Calling, Exchange, Failed, Outcome } from "./port.ts";
import { type FiscalRow, findFiscal, subjectOf } from "./queries.ts";
import { noteRefusal } from "./settings-queries.ts";
import { answerOf, type Registered } from "./standing.ts";
import { kinds, type Subject } from "./subjects.ts";
import { waitUntil } from "./wait.ts";

/**
 * Registers invoices and credit notes with the revenue authority, each exactly once. What is told is frozen and stored
 * before the first call; whoever finds that a call may have been heard looks it up before anything is sent again.
 */
export type Registrar = {
  register(maker: Maker, subject: Subject): Promise<Registered>;
  /** Takes a registration back, where the authority allows it. */
  cancel(maker: Maker, subject: Subject, reason: string): Promise<Registered>;
  /** Goes on where somebody stopped: for the pass, which holds the lease. */
  resume(row: FiscalRow): Promise<void>;
};

/** Who asks. */
export type Maker = { company: Company; actor: Change["actor"]; requestId: string | null };

/** Longer than all calls for one document together, and the commit after them. */
export const leaseMs = 60_000;
export const callsMaxMs = 15_000;
const waitMaxMs = 20_000;

export function createRegistrar(context: Context): Registrar {
  const breaker = createBreaker();
  const running = new Map<string, Promise<Registered>>();
  // However many ask this process for the same document, one of them works.
  const once = (name: string, work: () => Promise<Registered>) => {
    const earlier = running.get(name);
    if (earlier) return earlier;
    const mine = work().finally(() => running.delete(name));
    running.set(name, mine);
    return mine;
  };
  const nameOf = ({ company }: Maker, { kind, id }: Subject) => `${company.id}:${kind}:${id}`;

  return {
    register: (maker, subject) =>
      once(nameOf(maker, subject), () => register(context, breaker, maker, subject)),
    cancel: (maker, subject, reason) =>
      once(`cancel:${nameOf(maker, subject)}`, () => cancel(context, breaker, maker, subject, reason)),
    resume: (row) => resume(context, breaker, row),
  };
}

async function register(
  context: Context,
  breaker: Breaker,
  maker: Maker,
  subject: Subject,
): Promise<Registered> {
  const integration = await requireRegistrable(context, maker, subject);
  const begun = await beginIn(context, breaker, integration, changeOf(context, maker), subject);
  if (begun.is === "done") return begun.registered;
  if (begun.is === "refused") throw begun.error;
  if (begun.is === "busy") return waitForOther(context, maker, subject);
  return advance(context, breaker, integration, begun, changeOf(context, maker));
}

const beginIn = (
  context: Context,
  breaker: Breaker,
  integration: Integration,
  changeIn: ChangeIn,
  subject: Subject,
  heldLease: Date | null = null,
) =>
  inTransaction(context.db, async (tx) => {
    const change = await changeIn(tx);
    return begin(change, subject, {
      environment: context.config.environment,
      integration,
      requireClosed: () => requireClosed(breaker, integration, change.now),
      leaseUntil: leaseFrom(change.now),
      heldLease,
    });
  });

async function cancel(
  context: Context,
  breaker: Breaker,
  maker: Maker,
  subject: Subject,
  reason: string,
): Promise<Registered> {
  const integration = await requireRegistrable(context, maker, subject);
  const begun = await inTransaction(context.db, (tx) => {
    const now = context.clock.now();
    requireClosed(breaker, integration, now);
    return beginCancelling({ tx, ...maker, now }, integration.adapter, subject, leaseFrom(now), reason);
  });
  if (begun.is === "done") return begun.registered;
  if (begun.is === "busy") return waitForOther(context, maker, subject);
  return advance(context, breaker, integration, begun, changeOf(context, maker));
}

async function requireRegistrable(context: Context, { company }: Maker, { kind, id }: Subject) {
  const { exists, noun } = kinds[kind];
  if (!(await exists(context.db, company.id, id))) throw notFound(`The ${noun}`);
  return requireIntegration(context, company.id);
}

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

function requireClosed(breaker: Breaker, { adapter, account }: Integration, now: Date): void {
  const waitMs = breaker.waitMs(account.baseUrl, now);
  if (waitMs > 0) {
    throw integrationUnavailable(adapter.title, "it has not been answering", Math.ceil(waitMs / 1000));
  }
}

type ChangeIn = (tx: Change["tx"]) => Promise<Change>;

const changeOf =
  ({ clock }: Context, maker: Maker): ChangeIn =>
  async (tx) => ({ tx, ...maker, now: clock.now() });

/** For the pass an authority that refuses or is silent is an ordinary outcome, and stored as such. */
async function resume(context: Context, breaker: Breaker, row: FiscalRow): Promise<void> {
  const integration = await requireIntegration(context, row.company_id);
  const change: ChangeIn = (tx) => systemChange(tx, row.company_id, context.clock.now());
  const begun = isToldElsewhere(row, integration.adapter)
    ? await beginIn(context, breaker, integration, change, subjectOf(row), row.lease_until)
    : { is: "ours" as const, row, fresh: false };
  if (begun.is !== "ours") return;
  requireSameAdapter(begun.row, integration.adapter);
  await advance(context, breaker, integration, begun, change).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Calls the authority as the state asks for it, and saves what comes of it. */
async function advance(
  context: Context,
  breaker: Breaker,
  integration: Integration,
  { row, fresh }: { row: FiscalRow; fresh: boolean },
  changeIn: ChangeIn,
): Promise<Registered> {
  const { adapter, account } = integration;
  const exchanges: Exchange[] = [];
  const startedAt = performance.now();
  const call: Calling = {
    outbound: context.outbound,
    account,
    now: context.clock.now(),
    timeLeftMs: () => callsMaxMs - (performance.now() - startedAt),
    record: (exchange) => exchanges.push(exchange),
  };
  const waitMs = breaker.enter(account.baseUrl, call.now);
  const outcome = waitMs > 0 ? spared(row, fresh, waitMs) : await ask(context, adapter, call, row, fresh);
  if (waitMs === 0) breaker.note(account.baseUrl, context.clock.now(), !isSilence(outcome));
  observe(context.metrics, adapter.name, outcome, exchanges);
  const saved = await inTransaction(context.db, async (tx) => {
    const change = await changeIn(tx);
    await insertExchanges(tx, row, call.now, exchanges);
    await noteCredentials(context, change, integration, outcome);
    return saveOutcome(change, adapter, row, outcome);
  });
  if (saved instanceof ApiError) throw saved;
  return saved;
}

function observe(
  metrics: Context["metrics"],
  adapter: string,
  outcome: Outcome,
  exchanges: readonly Exchange[],
) {
  metrics.registrations.inc({ adapter, outcome: outcome.kind === "failed" ? outcome.cause : outcome.kind });
  for (const { operation, durationMs } of exchanges) {
    metrics.authorityCalls.observe({ adapter, operation }, durationMs / 1000);
  }
}

/** Nothing is sent while the authority is to be spared. */
const spared = ({ state }: FiscalRow, fresh: boolean, waitMs: number): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted: !fresh && state !== "queued",
  retryAfterMs: waitMs,
  message: "it has not been answering",
});

const isSilence = (outcome: Outcome) => outcome.kind === "failed" && outcome.cause === "unavailable";

/** The company's settings show whether the authority takes its credentials. */
async function noteCredentials(
  { config }: Context,
  { tx, company, now }: Change,
  { refusal: known }: Integration,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === "failed" && outcome.cause !== "auth") return;
  const refusal = outcome.kind === "failed" ? outcome.message : null;
  if (refusal !== known) await noteRefusal(tx, company.id, config.environment, now, refusal);
}

/** Another process is at it: its outcome is ours. */
async function waitForOther(context: Context, maker: Maker, subject: Subject): Promise<Registered> {
  const settled = await waitUntil(waitMaxMs, async () => {
    const row = await findFiscal(context.db, maker.company.id, subject);
    return row !== undefined && row.lease_until === null ? row : undefined;
  });
  if (!settled) {
    throw integrationUnavailable("The revenue authority", "an earlier call is still under way", 5);
  }
  return inTransaction(context.db, async (tx) => {
    const change = { tx, ...maker, now: context.clock.now() };
    return answerOf(await kinds[subject.kind].show(change, subject.id));
  });
}
