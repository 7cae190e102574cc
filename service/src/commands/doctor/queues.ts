import { measureRegistrations } from "../../domains/fiscal/registration/credentials-check.ts";
import { measurePaymentAttempts } from "../../domains/payments/payment-attempts/queries.ts";
import { measureRefunds } from "../../domains/payments/payments/queries.ts";
import { type MailQueue, measureMails } from "../../domains/sending/mails/queries.ts";
import { reportedDays } from "../../domains/sending/mails/service.ts";
import { measureQueue } from "../../domains/webhooks/deliveries/queries.ts";
import { countLeasesBeyond } from "../../domains/webhooks/endpoints/queries.ts";
import { findCountersOff } from "../../domains/webhooks/events/queries.ts";
import type { ServiceNode } from "../../platform/db/listener.ts";
import { databaseMoment } from "../../platform/values/clock.ts";
import { version } from "../../version.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { counted, type Finding, note, ok, problem, span } from "./finding.ts";

const minute = 60;
const day = 24 * 60 * minute;
// Every pass runs at least once a minute, so work that is due for longer than this is not being processed.
const lateSeconds = 2 * minute;
// Greylisting delays a mail by some minutes, which is nothing to report.
const lateMailSeconds = 30 * minute;
// A listener sends a heartbeat four times a second.
const silentSeconds = 5;

/** Reports pending background work, whether a worker processes it, and what waits for a person. */
export async function checkQueues(doctorContext: DatabaseDoctorContext): Promise<Finding[]> {
  const { db, clock, config } = doctorContext;
  const before = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000);
  const [deliveries, registrations, refunds, attempts, leases, mails] = await Promise.all([
    measureQueue(db, clock.now()),
    measureRegistrations(doctorContext, db),
    measureRefunds(db, clock.now(), before(30 * day)),
    measurePaymentAttempts(db, clock.now(), before(day)),
    countLeasesBeyond(db, minute),
    measureMails(db, databaseMoment(clock), reportedDays),
  ]);
  const overdue = {
    deliveries: deliveries.oldest_due_seconds,
    registrations: registrations.overdue_seconds ?? 0,
    refunds: refunds.overdue_seconds ?? 0,
    payments: attempts.overdue_seconds ?? 0,
    // Without a mail server, mails wait for one and not for a worker.
    mails: config.mail.smtpUrl === undefined ? 0 : mails.overdue_seconds,
  };
  return [
    ...workers(doctorContext, overdue),
    ...deliveriesOf(deliveries),
    ...registrationsOf(registrations),
    ...moneyOf(refunds, attempts),
    ...mailsOf(config, mails),
    ...leasesOf(leases + registrations.stuck_leases),
  ];
}

type Overdue = Record<"deliveries" | "registrations" | "refunds" | "payments" | "mails", number>;

/** A worker that listens is alive, but if work is late it is not processing it. */
function workers({ nodes, config }: DatabaseDoctorContext, overdue: Overdue): Finding[] {
  const late = Object.entries(overdue).filter(([, seconds]) => seconds > lateSeconds);
  const waits = late.map(([what, seconds]) => `${what} have been due for ${span(seconds)}`).join(", ");
  const silent = nodes.filter(({ silent_seconds }) => silent_seconds > silentSeconds);
  const atWork = nodes.filter((node) => node.roles.includes("worker") && !silent.includes(node));
  const hung = silent.map(({ address, silent_seconds, roles }) =>
    problem(
      "nodes",
      `the ${roles.join(" and ")} process at ${address} has not reported for ${span(silent_seconds)}`,
      "It is stuck or suspended. Check its log and restart it.",
    ),
  );
  if (nodes.length === 0) return [nobody(config.environment, waits)];
  if (atWork.length === 0) {
    const says = `no process does the background work${waits ? `: ${waits}` : ""}`;
    const cure =
      "Start a process with BILLFOLD_ROLE=worker, or set BILLFOLD_ROLE=all for one of the API processes.";
    return [...hung, problem("nodes", says, cure)];
  }
  if (waits) {
    const cure = "Check the worker's log, and whether it has enough database connections and CPU time.";
    return [...hung, problem("nodes", `a worker is running, but ${waits}`, cure)];
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
      `the ${node.roles.join(" and ")} process at ${node.address} runs version ${node.version}, but this is ${version}`,
      "Finish the upgrade: restart it with this version, or run this check with that version.",
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
      "The companies see the reason in their settings. After they enable the endpoint again, they can replay missed events.";
    found.push(
      note("deliveries", `${counted(disabled, "endpoint")} disabled: no events are sent to them`, cure),
    );
  }
  if (failing > 0) {
    const cure =
      "Usually the receiver is down. The deliveries page in the dashboard shows each attempt. Retries continue automatically.";
    found.push(note("deliveries", `${counted(failing, "endpoint")} currently failing`, cure));
  }
  const waiting = `${counted(pending, "retry", "retries")} and ${counted(behind, "new event")} waiting`;
  return found.length > 0 ? found : [ok("deliveries", waiting)];
}

function registrationsOf(queue: Awaited<ReturnType<typeof measureRegistrations>>): Finding[] {
  const { unfinished, oldest_seconds, unclear, rejected, refused_accounts } = queue;
  const found: Finding[] = [];
  if (unclear > 0) {
    const cure =
      "The service keeps polling the authority at increasing intervals. If it takes too long, ask the authority about the document keys (GET …/registration).";
    found.push(
      problem(
        "registrations",
        `${counted(unclear, "document")} with an unknown result: the authority may or may not have them`,
        cure,
      ),
    );
  }
  if (refused_accounts > 0) {
    const cure = "Ask those companies to enter their account again: billfold einvoicing set …";
    found.push(
      problem(
        "registrations",
        `${counted(refused_accounts, "company", "companies")} whose account the authority rejects`,
        cure,
      ),
    );
  }
  if ((oldest_seconds ?? 0) > day) {
    const cure =
      "Check whether the authority responds and what it returned: GET …/registration shows each call.";
    found.push(
      problem(
        "registrations",
        `${counted(unfinished, "document")} not complete, the oldest for ${span(oldest_seconds!)}`,
        cure,
      ),
    );
  }
  if (rejected > 0) {
    const cure =
      "GET /invoices?fiscal_status=rejected lists them with the authority's reasons. Correct wrong customer or company data, then call POST /invoices/{id}/refresh_parties. Anything else needs a credit note and a new invoice.";
    found.push(note("registrations", `${counted(rejected, "document")} rejected by the authority`, cure));
  }
  return found.length > 0 ? found : [ok("registrations", `${unfinished} in progress`)];
}

function moneyOf(
  refunds: Awaited<ReturnType<typeof measureRefunds>>,
  attempts: Awaited<ReturnType<typeof measurePaymentAttempts>>,
): Finding[] {
  const found: Finding[] = [];
  if ((refunds.oldest_seconds ?? 0) > day) {
    const cure = "See GET /payments for the reason of each, and check whether the gateway responds.";
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
      "The gateway refused them. The companies see the reason on the payment and have to refund the money in another way.";
    found.push(note("money", `${counted(refunds.failed_lately, "refund")} failed in the last 30 days`, cure));
  }
  if (attempts.long_processing > 0) {
    const cure = "Look them up in the gateway's dashboard by the reference of the payment link.";
    found.push(
      note(
        "money",
        `${counted(attempts.long_processing, "payment")} processing at the gateway for more than a day`,
        cure,
      ),
    );
  }
  const waiting = `${counted(refunds.pending, "refund")} pending, ${counted(attempts.watched, "payment attempt")} watched`;
  return found.length > 0 ? found : [ok("money", waiting)];
}

function mailsOf({ mail }: DatabaseDoctorContext["config"], queue: MailQueue): Finding[] {
  const { queued, oldest_seconds, failed_lately, last_error } = queue;
  const found: Finding[] = [];
  const why = last_error === null ? "" : `. The last error was: ${last_error}`;
  if (queued > 0 && mail.smtpUrl === undefined) {
    const cure =
      "Set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM. Mails that are older than two days are not sent.";
    found.push(
      problem("mails", `${counted(queued, "mail")} waiting, and no mail server is configured`, cure),
    );
  } else if (oldest_seconds > lateMailSeconds) {
    const cure =
      "Check whether the mail server accepts mails from this service. Retries continue for two days; links in mails expire earlier.";
    found.push(
      problem(
        "mails",
        `${counted(queued, "mail")} waiting, the oldest for ${span(oldest_seconds)}${why}`,
        cure,
      ),
    );
  }
  if (failed_lately > 0) {
    const cure =
      "The operator's health page lists them with their reasons, and companies see their own under Users.";
    found.push(note("mails", `${counted(failed_lately, "mail")} failed in the last two days${why}`, cure));
  }
  return found.length > 0 ? found : [ok("mails", `${counted(queued, "mail")} waiting`)];
}

function leasesOf(stuck: number): Finding[] {
  if (stuck === 0) return [];
  const says = `${counted(stuck, "lease")} that end implausibly late`;
  const cure = "A clock was ahead when they were taken. Correct it; the work continues when they end.";
  return [problem("leases", says, cure)];
}

export async function checkEvents({ db }: DatabaseDoctorContext): Promise<Finding[]> {
  const companies = await findCountersOff(db);
  if (companies.length === 0) return [ok("events", "every feed matches its counter")];
  const says = `the feed of company ${companies.slice(0, 5).join(", ")}${companies.length > 5 ? " and others" : ""} does not match its counter`;
  return [
    problem(
      "events",
      says,
      "Rows were changed by hand, or a restore was incomplete. Restore a full backup before anything else is written.",
    ),
  ];
}
