import { createClient } from "billfold-sdk";
import { type Options, parseOptions, usage } from "./command-line.ts";
import { readConfig, SettingError } from "./config.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { machineOutput, type Output, peopleOutput } from "./output.ts";
import { createPace } from "./polling.ts";
import { createSpeed, progressLine } from "./progress.ts";
import { openReportedProducts } from "./reported-products.ts";
import { run } from "./run.ts";
import { stopOnSignals } from "./signals.ts";
import { countsOf, createTally } from "./tally.ts";
import { realTime } from "./time.ts";

const attemptMsMax = 30_000;

/** The command line: parses the arguments, runs, and sets the exit code. */
async function main(words: readonly string[]): Promise<number> {
  const output = outputFor({
    json: words.includes("--json"),
    mode: words.includes("--watch") ? "watch" : "once",
  });
  try {
    const options = parseOptions(words);
    if (!options.help) return await consume(options, output);
    process.stdout.write(usage);
    return 0;
  } catch (error) {
    const exitCode = error instanceof SettingError ? 2 : 3;
    output.emit({ event: "failed", error: (error as Error).message, exit_code: exitCode });
    return exitCode;
  }
}

const outputFor = ({ json, mode }: Pick<Options, "json" | "mode">): Output =>
  json ? machineOutput(process, realTime.now) : peopleOutput(process, mode);

async function consume(options: Options, output: Output): Promise<number> {
  const config = readConfig(process.env);
  const { emit } = output;
  const stop = stopOnSignals(() => emit({ event: "stopping", in_flight: pace.inFlight() }));
  const { stopping, aborting } = stop;
  const isOnce = options.mode === "once";
  const timeoutMs = options.timeoutSeconds * 1000;
  const tally = createTally(realTime.now());
  const metrics = createMetrics();
  const pace = createPace({
    concurrency: options.concurrency,
    time: realTime,
    random: Math.random,
    stopping,
    giveUpAfterMs: isOnce ? timeoutMs : Number.POSITIVE_INFINITY,
    onWait: ({ ms, reason, message }) => {
      metrics.waited(reason);
      emit({ event: "waiting", seconds: Math.ceil(ms / 1000), reason, message });
    },
  });
  await using open = new AsyncDisposableStack();
  open.defer(stop.release);
  if (options.metricsPort !== undefined) {
    const { server, port } = await serveMetrics(options.metricsPort, () => metrics.text(tally, pace));
    open.defer(() => void server.close());
    process.stderr.write(`Metrics: http://127.0.0.1:${port}/metrics\n`);
  }
  const speed = createSpeed(realTime.now);
  const progress = setInterval(() => {
    const counts = countsOf(tally);
    const perSecond = speed(counts.registered);
    if (options.json) emit({ event: "progress", per_second: perSecond, ...counts });
    else output.progress(progressLine(counts, perSecond, pace.waiting()));
  }, progressEveryMs(options));
  open.defer(() => clearInterval(progress));
  // A call has three attempts, which together must not outlast the timeout, also where nothing answers at all.
  const attemptMs = isOnce ? Math.min(attemptMsMax, Math.ceil(timeoutMs / 4)) : attemptMsMax;
  const client = createClient({ ...config, retries: 2, timeoutMs: attemptMs });
  const report = await run({
    config,
    options,
    client,
    pace,
    tally,
    reported: openReportedProducts(
      config.stateFolder,
      config,
      (message) => void process.stderr.write(`${message}\n`),
    ),
    metrics,
    emit,
    time: realTime,
    stopping,
    aborting,
  });
  emit({ event: "finished", ...report });
  return report.exit_code;
}

/** Progress is for terminals only; in a file each update would be a permanent line. */
function progressEveryMs({ json }: Options): number {
  if (json) return 5_000;
  return process.stderr.isTTY ? 200 : 30_000;
}

process.exitCode = await main(process.argv.slice(2));
