import type { Change, Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { ApiError, integrationUnavailable, notFound } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import type { Adapter, Calling, Exchange, Outcome } from "../authorities/port.ts";
import { insertExchanges } from "./calls.ts";
import { beginCancelling } from "./cancellation.ts";
import { mayCallIn, noteAnswers, refuseEarly, requireClosed, spared, waitFor } from "./circuit-breaker.ts";
import { kinds, type Subject } from "./fiscal-subject.ts";
import { type Integration, requireIntegration } from "./integration.ts";
import { ask } from "./next-call.ts";
import { saveOutcome } from "./outcome.ts";
import { type FiscalRow, findFiscal, subjectOf } from "./queries.ts";
import { postponeFiscal } from "./reconciler-queries.ts";
import { outcomeOf, type Registered, rejection } from "./registration-result.ts";
import { noteRefusal } from "./settings-queries.ts";
import { begin, isToldElsewhere, requireSameAccount } from "./start-registration.ts";
import { waitUntil } from "./wait.ts";

/**
 * Registers invoices and credit notes with the revenue authority, each exactly once. The document is frozen and stored
 * before the first call; after a call that may have been heard, it is looked up before anything is sent again.
 */
export type Registrar = {
  register(maker: Maker, subject: Subject): Promise<Registered>;
  /** Cancels a registration, where the authority allows it. */
  cancel(maker: Maker, subject: Subject, reason: string): Promise<Registered>;
  /** Continues where somebody stopped: for the pass, which holds the lease. */
  resume(row: FiscalRow): Promise<void>;
};

/** The caller. */
export type Maker = { company: Company; actor: Change["actor"]; requestId: string | null };

/** Longer than all calls for one document together, plus the commit after them. */
export const leaseMs = 60_000;
export const callsMaxMs = 15_000;
const waitMaxMs = 20_000;

export function createRegistrar(context: Context): Registrar {
  const running = new Map<string, Promise<Registered>>();
  // Concurrent requests of this process for the same document share one run.
  const once = (name: string, work: () => Promise<Registered>) => {
    const earlier = running.get(name);
    if (earlier) return earlier;
    const mine = work().finally(() => running.delete(name));
    running.set(name, mine);
    return mine;
  };
  const nameOf = ({ company }: Maker, { kind, id }: Subject) => `${company.id}:${kind}:${id}`;

  return {
    register: (maker, subject) => once(nameOf(maker, subject), () => register(context, maker, subject)),
    cancel: (maker, subject, reason) =>
      once(`cancel:${nameOf(maker, subject)}`, () => cancel(context, maker, subject, reason)),
    resume: (row) => resume(context, row),
  };
}

async function register(context: Context, maker: Maker, subject: Subject): Promise<Registered> {
  const change = changeOf(context, maker);
  for (let tries = 1; ; tries += 1) {
    const integration = await requireRegistrable(context, maker, subject);
    await refuseEarly(context, integration, maker.company.id, subject);
    const begun = await beginIn(context, integration, change, subject);
    if (begun.is === "done") return begun.registered;
    if (begun.is === "refused") throw begun.error;
    if (begun.is === "busy") return waitForOther(context, integration, maker, subject);
    if (begun.is === "ours") return advance(context, integration, begun, change);
    if (tries === movesMax) throw integrationUnavailable(integration.adapter.title, moved, 1);
  }
}

const movesMax = 3;
const moved = "the company's integration is being changed";

const beginIn = (
  context: Context,
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
      requireClosed: () => requireClosed(context, integration, change.now),
      leaseUntil: leaseFrom(change.now),
      heldLease,
    });
  });

async function cancel(context: Context, maker: Maker, subject: Subject, reason: string): Promise<Registered> {
  const integration = await requireRegistrable(context, maker, subject);
  const change = changeOf(context, maker);
  const begun = await inTransaction(context.db, async (tx) => {
    const made = await change(tx);
    return beginCancelling(made, subject, reason, {
      environment: context.config.environment,
      integration,
      requireClosed: () => requireClosed(context, integration, made.now),
      leaseUntil: leaseFrom(made.now),
    });
  });
  if (begun.is === "done") return begun.registered;
  if (begun.is === "busy") return waitForOther(context, integration, maker, subject, "cancelled");
  return advance(context, integration, begun, change);
}

async function requireRegistrable(context: Context, { company }: Maker, { kind, id }: Subject) {
  const { exists, noun } = kinds[kind];
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
  ({ clock }: Context, maker: Maker): ChangeIn =>
  async (tx) => ({ tx, ...maker, now: clock.now() });

/** For the pass, an authority that refuses or is silent is an ordinary outcome, and has been stored as such. */
async function resume(context: Context, row: FiscalRow): Promise<void> {
  const integration = await requireIntegration(context, row.company_id);
  const waitMs = waitFor(context, integration, context.clock.now());
  // The authority was not asked, which is no failure: the pause does not grow.
  if (waitMs > 0) return postponeFiscal(context.db, row, later(context, row, waitMs));
  const change: ChangeIn = (tx) => systemChange(tx, row.company_id, context.clock.now());
  const begun = isToldElsewhere(row, integration)
    ? await beginIn(context, integration, change, subjectOf(row), row.lease_until)
    : { is: "ours" as const, row, fresh: false };
  if (begun.is !== "ours") return;
  requireSameAccount(begun.row, integration);
  await advance(context, integration, begun, change).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Makes the call that the state requires, and saves the outcome. */
async function advance(
  context: Context,
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
  const waitMs = mayCallIn(context, integration, call.now);
  const outcome = waitMs > 0 ? spared(row, fresh, waitMs) : await ask(context, adapter, call, row, fresh);
  noteAnswers(context, integration, outcome, exchanges);
  const saved = await inTransaction(context.db, async (tx) => {
    const change = await changeIn(tx);
    const wasSent = exchanges.some(({ operation }) => operation === "submit");
    // The integration is locked before the document, as everywhere.
    const [, , registered] = await Promise.all([
      insertExchanges(tx, row, call.now, exchanges),
      noteCredentials(context, change, integration, outcome),
      saveOutcome(change, adapter, row, outcome, wasSent),
    ]);
    return registered;
  });
  if (saved instanceof ApiError) throw saved;
  return saved;
}

/** Records whether the authority accepts the credentials; the company's settings show it. */
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

/** Another process is working on it: its outcome is our answer. */
async function waitForOther(
  context: Context,
  { adapter }: Integration,
  maker: Maker,
  subject: Subject,
  wanted: "registered" | "cancelled" = "registered",
): Promise<Registered> {
  const row = await waitUntil(waitMaxMs, async () => {
    const found = await findFiscal(context.db, maker.company.id, subject);
    return found !== undefined && found.lease_until === null ? found : undefined;
  });
  if (!row) throw integrationUnavailable(adapter.title, "an earlier call is still under way", 5);
  if (wanted === "cancelled" && row.state !== "cancelled") throw notCancelled(adapter, row);
  const answered = await inTransaction(context.db, async (tx) => {
    const change = { tx, ...maker, now: context.clock.now() };
    return outcomeOf(adapter, row, await kinds[subject.kind].show(change, subject.id));
  });
  if (answered instanceof ApiError) throw answered;
  return answered;
}

const notCancelled = (adapter: Adapter, { state }: FiscalRow) =>
  state === "cancelling"
    ? integrationUnavailable(adapter.title, "the cancellation is not finished", 5)
    : rejection(adapter, "did not cancel the registration", []);
