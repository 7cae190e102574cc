import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "billfold-sdk";
import {
  type FiscalSetup,
  invoiceOf,
} from "../../service/src/domains/fiscal/registration/registration.fixture.ts";
import type { TestCompany } from "../../service/test/harness.ts";
import type { Event } from "./events.ts";
import { createMetrics } from "./metrics.ts";
import { createPace } from "./polling.ts";
import { openReportedProducts } from "./reported-products.ts";
import { type Run, run } from "./run.ts";
import { createTally } from "./tally.ts";
import type { Time } from "./time.ts";

type Consuming = Partial<Run["options"]> & {
  pageSize?: number;
  environment?: string;
  key?: { appId: string; secret: string };
  giveUpAfterMs?: number;
  stopping?: AbortSignal;
  onEvent?: (event: Event) => void;
  /** Where runs remember the products that they have reported; otherwise in a folder of this run's own. */
  stateFolder?: string;
  /** Runs before every request; an error that it throws simulates a lost connection. */
  onRequest?: (url: string) => void | Promise<void>;
  /** Runs during every wait, which takes no real time: the service's clock is advanced instead. */
  onSleep?: (ms: number) => void | Promise<void>;
};

/** One run of the consumer over real HTTP, on the clock of the service that it calls. */
export async function consume(office: FiscalSetup, company: TestCompany, options: Consuming = {}) {
  const { mode = "once", includeDrafts = false, concurrency = 4, pageSize = 100 } = options;
  const { environment = "sandbox", key = company, onSleep, onEvent } = options;
  const events: Event[] = [];
  const failures: string[] = [];
  const emit = (event: Event) => {
    events.push(event);
    onEvent?.(event);
  };
  const time = timeOf(office, onSleep);
  const stopping = options.stopping ?? new AbortController().signal;
  const stateFolder = options.stateFolder ?? newStateFolder();
  const config = {
    baseUrl: `${office.url}/api/v1`,
    appId: key.appId,
    secret: key.secret,
    environment,
    stateFolder,
  };
  const tally = createTally(time.now());
  const metrics = createMetrics();
  const pace = createPace({
    concurrency,
    time,
    random: () => 0.5,
    stopping,
    giveUpAfterMs: options.giveUpAfterMs ?? 600_000,
    onWait: ({ ms, reason, message }) => emit({ event: "waiting", seconds: ms / 1000, reason, message }),
  });
  const hookedFetch: typeof fetch = async (input, init) => {
    await options.onRequest?.(String(input));
    return fetch(input, init);
  };
  const client = createClient({
    fetch: hookedFetch,
    ...config,
    sleep: (ms, signal) => time.sleep(ms, signal ?? stopping),
    retries: 2,
  });
  const report = await run({
    config,
    options: { mode, includeDrafts, concurrency },
    ...{ client, pace, tally, metrics, emit, time, stopping, pageSize },
    reported: openReportedProducts(stateFolder, config, (message) => failures.push(message)),
    aborting: new AbortController().signal,
  });
  return { report, events, failures, metrics: metrics.text(tally, pace) };
}

export const newStateFolder = () => mkdtempSync(path.join(tmpdir(), "billfold-consumer-"));

function timeOf({ clock }: FiscalSetup, onSleep: Consuming["onSleep"]): Time {
  const now = () => clock.now().getTime();
  return {
    now,
    sleep: async (ms) => {
      const until = now() + ms;
      await onSleep?.(ms);
      // Several waits may end at the same time, so the clock is advanced only once.
      if (now() < until) clock.advance(until - now());
    },
  };
}

export const reported = <Name extends Event["event"]>(events: readonly Event[], name: Name) =>
  events.filter((event): event is Extract<Event, { event: Name }> => event.event === name);

/** A company that already has one registered invoice, so the authority knows it. */
export async function registrant(office: FiscalSetup): Promise<TestCompany> {
  const company = await office.integratedCompany();
  const { id } = await office.invoice(company);
  await company.call(`POST /invoices/${id}/register`);
  return company;
}

/** Creates issued invoices, oldest first. */
export async function issued(office: FiscalSetup, company: TestCompany, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await office.invoice(company);
    await company.call(`POST /invoices/${id}/issue`);
    ids.push(id);
  }
  return ids;
}

export const fiscalStatuses = (company: TestCompany, ids: number[]) =>
  Promise.all(ids.map(async (id) => (await invoiceOf(company, id)).fiscal_status as string));

/** How many documents the authority has for each invoice, which must be exactly one. */
export async function documentsOf(
  office: FiscalSetup,
  company: TestCompany,
  ids: number[],
): Promise<number[]> {
  const irns = await Promise.all(ids.map(async (id) => (await invoiceOf(company, id)).irn as string | null));
  return irns.map((irn) => (irn === null ? 0 : office.authority.documents({ irn }).length));
}
