import { measureRegistrations } from "../../domains/fiscal/registration/credentials-check.ts";
import { measurePaymentAttempts } from "../../domains/payments/payment-attempts/queries.ts";
import { measureRefunds } from "../../domains/payments/payments/queries.ts";
import { countLeasesBeyond, measureQueue } from "../../domains/webhooks/deliveries/queries.ts";
import { findCountersOff } from "../../domains/webhooks/events/queries.ts";
import type { ServiceNode } from "../../platform/db/listener.ts";
import { version } from "../../version.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { counted, type Finding, note, ok, problem, span } from "./finding.ts";

const minute = 60;
const day = 24 * 60 * minute;
// Every pass runs at least once a minute, so work that is due for longer than this is not being processed.
const lateSeconds = 2 * minute;
// A listener sends a heartbeat four times a second.
const silentSeconds = 5;

/** Reports pending background work, whether a worker processes it, and what waits for a person. */
export async function checkQueues(doctorContext: DatabaseDoctorContext): Promise<Finding[]> {
  const { db, clock } = doctorContext;
  const before = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000);
  const [deliveries, registrations, refunds, attempts, leases] = await Promise.all([
    measureQueue(db, clock.now()),
    measureRegistrations(doctorContext, db),
    measureRefunds(db, clock.now(), before(30 * day)),
    measurePaymentAttempts(db, clock.now(), before(day)),
    countLeasesBeyond(db, minute),
  ]);
  const overdue = {
    deliveries: deliveries.oldest_due_seconds,
    registrations: registrations.overdue_seconds ?? 0,
    refunds: refunds.overdue_seconds ?? 0,
    payments: attempts.overdue_seconds ?? 0,
  };
  return [
    ...workers(doctorContext, overdue),
    ...deliveriesOf(deliveries),
    ...registrationsOf(registrations),
    ...moneyOf(refunds, attempts),
    ...leasesOf(leases + registrations.stuck_leases),
  ];
}

type Overdue = Record<"deliveries" | "registrations" | "refunds" | "payments", number>;

/** A worker that listens is alive, but if work is late it is not processing it. */
function workers({ nodes, config }: DatabaseDoctorContext, overdue: Overdue): Finding[] {
  const late = Object.entries(overdue).filter(([, seconds]) => seconds > lateSeconds);
  const waits = late.map(([what, seconds]) => `${what} have been due for ${span(seconds)}`).join(", ");
  const silent = nodes.filter(({ silent_seconds }) => silent_seconds > silentSeconds);
  const atWork = nodes.filter((node) => node.roles.includes("worker") && !silent.includes(node));
  const hung = silent.map(({ address, silent_seconds, roles }) =>
    problem(
      "nodes",
      `the ${roles.join(" and ")} process at ${address} has been silent for ${span(silent_seconds)}`,
      "It hangs or is suspended. Look at its log, and start it again.",
    ),
  );
  if (nodes.length === 0) return [nobody(config.environment, waits)];
  if (atWork.length === 0) {
    const says = `nobody does the background work${waits ? `: ${waits}` : ""}`;
    const cure =
      "Start a process with BILLFOLD_ROLE=worker, or let one of those that serve the API do both (all).";
    return [...hung, problem("nodes", says, cure)];
  }
  if (waits) {
    const cure =
      "See the worker's log for what fails, and whether it has its own database connections and processor time.";
    return [...hung, problem("nodes", `a worker is there, but ${waits}`, cure)];
  }
  const found = [...hung, ...otherVersions(nodes)];
  return found.length > 0 ? found : [ok("nodes", namesOf(nodes))];
}

/** Two versions run during an upgrade; afterwards, an old process was not restarted. */
function otherVersions(nodes: readonly ServiceNode[]): Finding[] {
  const others = nodes.filter((node) => node.version !== undefined && node.version !== version);
  return others.map((node) =>
    note(
      "nodes",
      `the ${node.roles.join(" and ")} process at ${node.address} is version ${node.version}, and this is ${version}`,
      "Finish the upgrade: start it again with this version, or look with that one.",
    ),
  );
}

function nobody(environment: string, waits: string): Finding {
  const level = environment === "production" || waits ? problem : note;
  const says = `no service is running on this database${waits ? `, and ${waits}` : ""}`;
  return level("nodes", says, "Start it: billfold serve");
}

function namesOf(nodes: readonly ServiceNode[]): string {
  const names = nodes.slice(0, 4).map(({ address, roles }) => `${address} (${roles.join(", ")})`);
  const more = nodes.length > 4 ? ` and ${nodes.length - 4} more` : "";
  return `${nodes.length} running: ${names.join(", ")}${more}`;
}

function deliveriesOf(queue: Awaited<ReturnType<typeof measureQueue>>): Finding[] {
  const { pending, behind, failing, disabled } = queue;
  const found: Finding[] = [];
  if (disabled > 0) {
    const cure =
      "Their companies see why in their settings. Once they are enabled again, what they missed can be replayed.";
    found.push(
      note("deliveries", `${counted(disabled, "endpoint")} disabled: nothing is sent to them`, cure),
    );
  }
  if (failing > 0) {
    const cure =
      "Usually the receiver is down. The site's deliveries page shows each attempt; retries go on by themselves.";
    found.push(note("deliveries", `${counted(failing, "endpoint")} failing at present`, cure));
  }
  const waiting = `${counted(pending, "retry", "retries")} and ${counted(behind, "new event")} waiting`;
  return found.length > 0 ? found : [ok("deliveries", waiting)];
}

function registrationsOf(queue: Awaited<ReturnType<typeof measureRegistrations>>): Finding[] {
  const { unfinished, oldest_seconds, unclear, rejected, refused_accounts } = queue;
  const found: Finding[] = [];
  if (unclear > 0) {
    const cure =
      "The authority is asked on, ever more seldom. Ask it for them by their key (GET …/registration) if that takes too long.";
    found.push(
      problem(
        "registrations",
        `${counted(unclear, "document")} of which nobody knows whether the authority has them`,
        cure,
      ),
    );
  }
  if (refused_accounts > 0) {
    const cure = "Have those companies set their account again: billfold einvoicing set …";
    found.push(
      problem(
        "registrations",
        `${counted(refused_accounts, "company", "companies")} whose account the authority refuses`,
        cure,
      ),
    );
  }
  if ((oldest_seconds ?? 0) > day) {
    const cure = "See whether the authority answers, and what it said: GET …/registration shows each call.";
    found.push(
      problem(
        "registrations",
        `${counted(unfinished, "document")} not finished, the oldest for ${span(oldest_seconds!)}`,
        cure,
      ),
    );
  }
  if (rejected > 0) {
    const cure =
      "GET /invoices?fiscal_status=rejected lists them, with the authority's reasons. Wrong data of a party is corrected there and taken over by POST /invoices/{id}/refresh_parties; anything else needs a credit note and a new invoice.";
    found.push(note("registrations", `${counted(rejected, "document")} rejected by the authority`, cure));
  }
  return found.length > 0 ? found : [ok("registrations", `${unfinished} under way`)];
}

function moneyOf(
  refunds: Awaited<ReturnType<typeof measureRefunds>>,
  attempts: Awaited<ReturnType<typeof measurePaymentAttempts>>,
): Finding[] {
  const found: Finding[] = [];
  if ((refunds.oldest_seconds ?? 0) > day) {
    const cure = "See GET /payments for the reason of each, and whether the gateway answers.";
    found.push(
      problem(
        "money",
        `${counted(refunds.pending, "refund")} pending, the oldest for ${span(refunds.oldest_seconds!)}`,
        cure,
      ),
    );
  }
  if (refunds.failed_lately > 0) {
    const cure =
      "The gateway said no. The companies see why on the payment, and have to give the money back in another way.";
    found.push(note("money", `${counted(refunds.failed_lately, "refund")} failed in the last 30 days`, cure));
  }
  if (attempts.long_processing > 0) {
    const cure =
      "Ask the gateway about them: their dashboards show the references that the payment links have.";
    found.push(
      note(
        "money",
        `${counted(attempts.long_processing, "payment")} in processing at the gateway for more than a day`,
        cure,
      ),
    );
  }
  const waiting = `${counted(refunds.pending, "refund")} pending, ${counted(attempts.watched, "payment attempt")} watched`;
  return found.length > 0 ? found : [ok("money", waiting)];
}

function leasesOf(stuck: number): Finding[] {
  if (stuck === 0) return [];
  const says = `${counted(stuck, "lease")} that end later than any worker could have asked for`;
  const cure = "A clock was ahead when they were taken. Correct it; the work goes on when they end.";
  return [problem("leases", says, cure)];
}

export async function checkEvents({ db }: DatabaseDoctorContext): Promise<Finding[]> {
  const companies = await findCountersOff(db);
  if (companies.length === 0) return [ok("events", "every feed ends where its counter says")];
  const says = `the feed of company ${companies.slice(0, 5).join(", ")}${companies.length > 5 ? " and others" : ""} does not end where its counter says`;
  return [
    problem(
      "events",
      says,
      "Rows were changed by hand or a restore was partial. Restore a whole backup before anything else is written.",
    ),
  ];
}
