import type { Client } from "billfold-sdk";
import type { Options } from "./command-line.ts";
import type { Config } from "./config.ts";
import { type Emit, startedEvent } from "./events.ts";
import type { Metrics } from "./metrics.ts";
import { GaveUp, isTransient, type Pace } from "./polling.ts";
import { checkProducts } from "./products.ts";
import { asSettingError, type Company, requireReady } from "./readiness.ts";
import { type Ending, type Report, reportOf } from "./report.ts";
import type { ReportedProducts } from "./reported-products.ts";
import { createRound } from "./round.ts";
import type { Tally } from "./tally.ts";
import type { Time } from "./time.ts";

export type Run = {
  config: Config;
  options: Pick<Options, "mode" | "includeDrafts" | "concurrency">;
  client: Client;
  pace: Pace;
  tally: Tally;
  reported: ReportedProducts;
  metrics: Metrics;
  emit: Emit;
  time: Time;
  stopping: AbortSignal;
  aborting: AbortSignal;
  pageSize?: number;
};

const pollMs = 5_000;
const productsEveryMs = 600_000;
const largestPage = 100;

/** A run, from the first request to the report. Throws a SettingError if only a person can help. */
export async function run(given: Run): Promise<Report> {
  const ending = await untilEnd(given).catch((error: unknown): Ending => {
    if (given.stopping.aborted) return { reason: "stopped" };
    if (error instanceof GaveUp) return { reason: "gave_up", message: error.message };
    throw asSettingError(error);
  });
  return reportOf(given.tally, given.options.mode, ending, given.time.now());
}

async function untilEnd(given: Run): Promise<Ending> {
  const { config, options, client, emit, time, metrics, stopping } = given;
  const isReady = () => requireReady(client, config, stopping);
  let company = await persist(given, isReady);
  emit(startedEvent(company));
  const round = createRound();
  let productsAt = Number.NEGATIVE_INFINITY;
  while (!stopping.aborted) {
    if (time.now() - productsAt >= productsEveryMs) {
      await persist(given, () => checkProducts(given));
      productsAt = time.now();
    }
    const dealtWith = await persist(given, () => round(roundContextOf(given, company)));
    if (stopping.aborted) break;
    metrics.roundEnded(time.now());
    // Invoices that arrived during the round are handled by the next one.
    if (dealtWith > 0) continue;
    if (options.mode === "once") return { reason: "done" };
    await time.sleep(pollMs, stopping);
    // The key, the environment or the authority may have changed meanwhile.
    if (!stopping.aborted) company = await persist(given, isReady);
  }
  return { reason: "stopped" };
}

const roundContextOf = (
  { options, config: _config, reported: _reported, pageSize = largestPage, ...rest }: Run,
  company: Company,
) => ({
  ...rest,
  company,
  includeDrafts: options.includeDrafts,
  concurrency: options.concurrency,
  pageSize,
});

/** Retries temporary failures, at the shared pace, until it succeeds, gives up or is stopped. */
async function persist<T>({ pace, stopping }: Run, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    if (!(await pace.enter())) throw stopping.reason;
    // This only waits for a turn, because the work itself takes turns.
    pace.leave();
    try {
      const done = await work();
      // Reading lists says nothing about the authority, so this only ends our own wait.
      if (tries > 1) pace.succeeded();
      return done;
    } catch (error) {
      if (stopping.aborted || !isTransient(error)) throw error;
      pace.held(error);
    }
  }
}
