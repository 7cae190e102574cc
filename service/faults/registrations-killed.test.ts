import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { register } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { type Callers, startCallers } from "./registrations-callers.fixture.ts";
import { injectFaults } from "./registrations-faults.fixture.ts";
import {
  type Accelerator,
  everyStep,
  startAccelerator,
  stealLeases,
} from "./registrations-leases.fixture.ts";
import {
  type AdapterName,
  type Registrant,
  type RegistrationRun,
  registrationSize,
  startRegistrationRun,
} from "./registrations-run.fixture.ts";
import {
  finish,
  restartServices,
  verifyLookupBeforeResubmit,
  verifyRegistrations,
} from "./registrations-verify.fixture.ts";
import { newRandom, pick, type Random } from "./size.fixture.ts";

const open = new AsyncDisposableStack();
let run: RegistrationRun;
beforeAll(async () => {
  run = await startRegistrationRun(open, ["all", "all", "worker"]);
});
afterAll(() => open.disposeAsync());

const { kills, answers, callers: sideBySide, timeoutMs } = registrationSize;
const adapters: AdapterName[] = ["sandbox", "sandbox", "async_demo", "async_demo"];

test(
  `${kills} kills at random moments and a faulty authority: every invoice is registered once`,
  async () => {
    const { seed, random } = newRandom();
    console.log(`seed ${seed}`);
    const startedAt = performance.now();
    const registrants = await Promise.all(adapters.map(run.registrant));
    const callers = startCallers(run, registrants, random, 0.125);
    const hurry = startAccelerator(run);
    injectFaults(run.authority, seed);
    const passes = setInterval(() => void hurry.pass(), 500);
    open.defer(() => clearInterval(passes));

    const working = callers.work(sideBySide);
    await Promise.race([killMany(callers, hurry, random), working]);
    callers.enough();
    await restartServices(run);
    await working;
    clearInterval(passes);
    await finish(run);

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${kills} kills, ${await counts()}, ${seconds} s`);
    console.log(`answers ${JSON.stringify(callers.statusCounts)}, killed at ${JSON.stringify(hurry.steps)}`);
    await verifyRegistrations(run);
    verifyLookupBeforeResubmit(run.authority);
    await registerAgain(registrants, callers);
    expect(callers.surprises).toEqual([]);
    if (registrationSize.isLong) expect(Object.keys(hurry.steps).sort()).toEqual([...everyStep].sort());
  },
  timeoutMs,
);

test(
  `leases that end while they are held, for ${answers} responses: every invoice is still registered once`,
  async () => {
    const { seed, random } = newRandom();
    const before = run.authority.documents().length;
    const registrants = await Promise.all(adapters.map(run.registrant));
    // No invoice is corrected here: of two callers for one invoice, one could get the outcome of the old content.
    const callers = startCallers(run, registrants, random, 0);
    injectFaults(run.authority, seed);
    const thefts = setInterval(() => void stealLeases(run.context.db, 0.5), 100);
    open.defer(() => clearInterval(thefts));

    const working = callers.work(sideBySide);
    await Promise.race([callers.waitForResponses(answers), working]);
    callers.enough();
    run.authority.faults.clear();
    await working;
    clearInterval(thefts);
    await finish(run);

    const documents = run.authority.documents().slice(before);
    const copied = documents.filter(({ submissions }) => submissions > 1).length;
    console.log(`${documents.length} documents, ${copied} of them handed in more than once`);
    await verifyRegistrations(run);
    if (registrationSize.isLong) expect(copied).toBeGreaterThan(0);
    expect(callers.surprises).toEqual([]);
    expect(await run.services.stop()).toEqual(Array.from({ length: run.services.count }, () => 0));
  },
  timeoutMs,
);

/** Kills one service, or sometimes all at once; they are started again while callers continue. */
async function killMany(callers: Callers, { kill }: Accelerator, random: Random): Promise<void> {
  const { count, start } = run.services;
  const ready = new Set(Array.from({ length: count }, (_, index) => index));
  let killed = 0;
  const replace = async (index: number) => {
    killed += 1;
    ready.delete(index);
    await kill(index);
    await start(index);
    ready.add(index);
  };
  const restarts: Promise<void>[] = [];
  while (killed < kills) {
    while (ready.size === 0) await delay(20);
    await callers.waitForResponses(3);
    // The delay is mostly short, and sometimes long enough for slow responses.
    await delay(5000 * random() ** 3);
    const victims = random() < 0.3 ? [...ready] : [pick([...ready], random)];
    restarts.push(...victims.slice(0, kills - killed).map(replace));
  }
  await Promise.all(restarts);
}

/** A registered invoice returns its IRN again without a request to the authority. */
async function registerAgain(registrants: readonly Registrant[], { irnsReturned }: Callers): Promise<void> {
  const calls = run.authority.calls().length;
  const companies = new Map(registrants.map((company) => [company.id, company]));
  const invoices = await run.context.db.query<{ company_id: number; id: number; irn: string }>(
    "select company_id, id, irn from invoices where irn is not null",
  );
  for (const { company_id, id, irn } of invoices) {
    const { status, body } = await register(companies.get(company_id)!, id);
    expect([status, body.irn, irnsReturned.get(`${company_id}:${id}`) ?? irn]).toEqual([200, irn, irn]);
  }
  expect(run.authority.calls()).toHaveLength(calls);
}

async function counts(): Promise<string> {
  const [found] = await run.context.db.query(
    `select (select count(*) from invoices) as invoices,
       (select count(*) from invoices where fiscal_status = 'registered') as registered,
       (select count(*) from invoices where fiscal_status = 'rejected') as rejected,
       (select count(*) from events where type = 'invoice.parties_refreshed') as refreshed,
       (select count(*) from fiscal_documents where calls > 1) as "sent more than once",
       (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks`,
  );
  return Object.entries({ ...found, "calls there": run.authority.calls().length })
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}
