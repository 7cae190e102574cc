import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceOf, register } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { killWaiting } from "./locks.fixture.ts";
import { endDelays, endLeases } from "./registrations-leases.fixture.ts";
import {
  type AdapterName,
  type Registrant,
  type RegistrationRun,
  registrationSize,
  startRegistrationRun,
} from "./registrations-run.fixture.ts";
import { finish, verifyLookupBeforeResubmit, verifyRegistrations } from "./registrations-verify.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

// The only service is killed at each step between the intent and the saved outcome; then the next one continues.
const open = new AsyncDisposableStack();
let run: RegistrationRun;
beforeAll(async () => {
  run = await startRegistrationRun(open, ["all"]);
});
afterAll(() => open.disposeAsync());

/** A fault of the authority's next response to an operation. */
type InjectedFault = { op: "submit" | "lookup" | "poll"; fault: string };

/** The progress of a registration: a caller has just begun it, or a fault of the authority left it to the pass. */
const beginnings = {
  begun: { adapter: "sandbox" },
  "sent in vain": { adapter: "sandbox", mood: { op: "submit", fault: "auth_401" } },
  "in doubt and there": { adapter: "sandbox", mood: { op: "submit", fault: "reset_after" } },
  "in doubt and not there": { adapter: "sandbox", mood: { op: "submit", fault: "reset_before" } },
  "begun, to be decided later": { adapter: "async_demo" },
  "pending there": { adapter: "async_demo", mood: { op: "submit", fault: "pending:0" } },
} satisfies Record<string, Beginning>;
type Beginning = { adapter: AdapterName; mood?: InjectedFault };

/** Where the service is killed: while it waits for a response that never comes, or for rows that are locked. */
const places = {
  "before it is taken": { op: "submit", fault: "timeout_before" },
  "when it is taken and nobody knows": { op: "submit", fault: "timeout_after" },
  "while it is looked up": { op: "lookup", fault: "timeout_before" },
  "while it is asked for": { op: "poll", fault: "timeout_before" },
  "when it is decided and nobody knows": { op: "poll", fault: "timeout_after" },
  "when nothing of the answer is written": "lock table fiscal_calls in share mode",
  "when all is sent and nothing answered": "select 1 from company_counters where company_id = $1 for update",
} satisfies Record<string, InjectedFault | string>;

const allSent = "when all is sent and nothing answered";

/** The number is how often the document is submitted in total: again only where it was not accepted. */
const kills: [keyof typeof beginnings, keyof typeof places, number, "always"?][] = [
  ["begun", "before it is taken", 2],
  ["begun", "when it is taken and nobody knows", 1, "always"],
  ["begun", "when nothing of the answer is written", 1],
  ["begun", "when all is sent and nothing answered", 1, "always"],
  ["sent in vain", "before it is taken", 3],
  ["sent in vain", "when it is taken and nobody knows", 2, "always"],
  ["sent in vain", "when nothing of the answer is written", 2],
  ["sent in vain", "when all is sent and nothing answered", 2],
  ["in doubt and there", "while it is looked up", 1, "always"],
  ["in doubt and there", "when nothing of the answer is written", 1],
  ["in doubt and there", "when all is sent and nothing answered", 1],
  ["in doubt and not there", "when it is taken and nobody knows", 2],
  ["begun, to be decided later", "before it is taken", 2],
  ["begun, to be decided later", "when it is taken and nobody knows", 1],
  ["begun, to be decided later", "when nothing of the answer is written", 1],
  ["begun, to be decided later", "when all is sent and nothing answered", 1],
  ["pending there", "while it is asked for", 1],
  ["pending there", "when it is decided and nobody knows", 1, "always"],
  ["pending there", "when nothing of the answer is written", 1],
  ["pending there", "when all is sent and nothing answered", 1],
];

test.each(kills.filter(([, , , isAlways]) => registrationSize.isLong || isAlways))(
  "%s: a service that is killed %s saves all or nothing, and the next one ends with one document, submitted %d times",
  async (beginning, place, handedIn) => {
    const { adapter, mood }: Beginning = beginnings[beginning];
    const company = await run.registrant(adapter);
    const { id } = await company.draft(company.sale);
    // A draft would be issued in the same transaction as the intent, which waits for the same locks.
    await company.call(`POST /invoices/${id}/issue`);
    if (mood) await leaveToThePass(company, id, mood);
    const goOn = mood ? () => endDelays(run.context.db) : () => ask(company, id);
    await killAt(company, places[place], goOn);
    const { registered, reported } = await booksOf(company);
    // The commit was sent together with the event, and the database may have read that far.
    expect([registered, reported]).toEqual(place === allSent ? [reported, registered] : [0, 0]);
    await startNext();
    await verifyRegistrations(run);
    const { business_id, document_key } = await documentOf(company);
    verifyLookupBeforeResubmit(run.authority, business_id);
    expect(run.authority.timesSubmitted(business_id, document_key)).toBe(handedIn);
  },
  registrationSize.timeoutMs,
);

test(
  "a service that is killed before the intent is stored leaves a draft unchanged, and no number is lost",
  async () => {
    const company = await run.registrant("sandbox");
    const draft = await company.draft(company.sale);
    await killAt(company, "lock table number_series in share mode", () => ask(company, draft.id));
    await startNext();
    expect(await invoiceOf(company, draft.id)).toEqual(draft);
    const { status, body } = await register(company, draft.id);
    expect([status, body.invoice.number]).toEqual([200, "INV-000001"]);
    await verifyRegistrations(run);
  },
  registrationSize.timeoutMs,
);

const poll = { timeout: giveUpAfterMs, interval: 20 };

function ask(company: Registrant, id: number): void {
  register(company, id).catch(() => "the service was killed meanwhile");
}

async function leaveToThePass(company: Registrant, id: number, { op, fault }: InjectedFault): Promise<void> {
  run.authority.faults.add({ match: { op }, fault });
  const { body } = await register(company, id);
  const failed = { code: expect.stringMatching(/^integration_(unavailable|auth_failed)$/) };
  expect(body).toMatchObject(body.success ? { irn: null } : failed);
}

async function killAt(
  company: Registrant,
  place: InjectedFault | string,
  goOn: () => unknown,
): Promise<void> {
  if (typeof place !== "string") return killAsking(place, goOn);
  const values = place.includes("$1") ? [company.id] : [];
  await killWaiting(run, { sql: place, values }, goOn);
}

/** Kills the service when the authority has done what was requested, or will never do it. */
async function killAsking({ op, fault }: InjectedFault, goOn: () => unknown): Promise<void> {
  const { authority, services } = run;
  const unanswered = () => authority.calls().filter(({ outcome }) => outcome === "hang").length;
  const before = unanswered();
  authority.faults.add({ match: { op }, fault });
  await goOn();
  const met = async () => {
    await endDelays(run.context.db);
    return unanswered() - before;
  };
  await expect.poll(met, poll).toBe(1);
  await services.kill(0);
}

/** The only service is dead, so all leases can be ended. */
async function startNext(): Promise<void> {
  await endLeases(run.context.db, Date.now());
  await run.services.start(0);
  await finish(run);
}

/** This reads the database, because no service runs. */
async function booksOf(company: Registrant) {
  const [found] = await run.context.db.query<{ registered: number; reported: number }>(
    `select (select count(*) from invoices where company_id = $1 and irn is not null) as registered,
       (select count(*) from events where company_id = $1 and type = 'invoice.registered') as reported`,
    [company.id],
  );
  return found!;
}

async function documentOf(company: Registrant): Promise<{ business_id: string; document_key: string }> {
  const [found] = await run.context.db.query<{ business_id: string; document_key: string }>(
    `select i.business_id, f.document_key from fiscal_documents f join fiscal_integrations i using (company_id)
     where company_id = $1`,
    [company.id],
  );
  return found!;
}
