import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { fromInvoices } from "../../billing/invoices/fragments.ts";
import { markPaymentReported } from "../../billing/invoices/service.ts";
import type { Exchange, Failed, Outcome } from "../authorities/port.ts";
import { insertExchanges } from "./calls.ts";
import { requireIntegration } from "./integration.ts";
import { callsMaxMs } from "./registrar.ts";
import { nextRetry } from "./registration-result.ts";

type DueReport = Pick<Tables["fiscal_documents"], "company_id" | "id" | "account" | "report_failures"> & {
  invoice_id: NonNullable<Tables["fiscal_documents"]["invoice_id"]>;
  irn: NonNullable<Tables["fiscal_documents"]["irn"]>;
};

// The claim moves `report_after` forward, which hides the row from other workers; if this process dies, the row is due
// again then.
const claim = statement(
  "fiscal_claim_unreported",
  `with due as (
     select f.company_id, f.id ${fromInvoices("r")}
     join fiscal_documents f on f.company_id = r.company_id and f.invoice_id = r.id
     where r.payment_unreported and r.fiscal_status = 'registered' and f.state = 'accepted' and f.environment = $4
       and (f.report_after is null or f.report_after <= $1)
     order by f.report_after nulls first limit $3 for no key update of f skip locked
   )
   update fiscal_documents f set report_after = $2
   from due d where f.company_id = d.company_id and f.id = d.id
   returning f.company_id, f.id, f.invoice_id, f.irn, f.account, f.report_failures`,
);

const atOnce = 8;
const claimMs = 60_000;

/** Reports payments to authorities that ask for them. Returns the number of handled reports. */
export async function reportPayments(context: Context): Promise<number> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + claimMs);
  const due = await context.db.query<DueReport>(claim, [now, until, atOnce, context.config.environment]);
  await Promise.all(due.map((one) => report(context, one)));
  return due.length;
}

async function report(context: Context, due: DueReport): Promise<void> {
  const { db, clock, log } = context;
  const exchanges: Exchange[] = [];
  const outcome = await reportToAuthority(context, due, exchanges).catch(failureOf);
  await insertExchanges(db, due, clock.now(), exchanges);
  const { company_id: company, invoice_id: invoice } = due;
  if (outcome.kind === "failed") {
    const { failures, next_action_at } = nextRetry({ failures: due.report_failures }, outcome, clock.now());
    log.warn({ company, invoice, reason: outcome.message }, "payment report failed");
    return postpone(db, due, failures, next_action_at);
  }
  if (outcome.kind === "rejected") {
    const reason = outcome.faults[0]?.message;
    log.warn({ company, invoice, reason }, "payment report rejected by the authority");
  }
  await markReported(db, due);
}

type ReportOutcome = Outcome | { kind: "not_supported" };

async function reportToAuthority(
  context: Context,
  { company_id, irn, account: name }: DueReport,
  exchanges: Exchange[],
): Promise<ReportOutcome> {
  const { adapter, account, accountName } = await requireIntegration(context, company_id);
  if (!adapter.reportPayment || accountName !== name) return { kind: "not_supported" };
  const waitMs = context.breaker.enter(account.baseUrl, context.clock.now());
  if (waitMs > 0) return unavailable("it has not been responding", waitMs);
  const startedAt = performance.now();
  const call = {
    outbound: context.outbound,
    account,
    now: context.clock.now(),
    timeLeftMs: () => callsMaxMs - (performance.now() - startedAt),
    record: (exchange: Exchange) => exchanges.push(exchange),
  };
  const outcome = await adapter.reportPayment(call, irn, "paid", null);
  const { httpStatus = 0 } = exchanges.at(-1) ?? {};
  context.breaker.record(account.baseUrl, context.clock.now(), httpStatus !== null && httpStatus < 500);
  return outcome;
}

function failureOf(error: unknown): Failed {
  if (!(error instanceof ApiError)) throw error;
  return unavailable(error.message, null);
}

const unavailable = (message: string, retryAfterMs: number | null): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted: false,
  retryAfterMs,
  message,
});

const markReported = (db: Queryable, { company_id, invoice_id }: DueReport) =>
  markPaymentReported(db, company_id, invoice_id);

const later = statement(
  "fiscal_payment_report_later",
  "update fiscal_documents set report_failures = $3, report_after = $4 where company_id = $1 and id = $2",
);

async function postpone(
  db: Queryable,
  { company_id, id }: DueReport,
  failures: number,
  until: Date,
): Promise<void> {
  await db.query(later, [company_id, id, failures, until]);
}
