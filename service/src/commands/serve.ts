import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type EmbeddedCluster, openEmbeddedCluster } from "../../dev/embedded-postgres/embedded-postgres.ts";
import type { App } from "../app.ts";
import type { Config } from "../config/config.ts";
import { weakSettings } from "../config/weak-settings.ts";
import type { Context } from "../context.ts";
import { type Loop, startLoops } from "../platform/ops/loops.ts";
import { sandboxPagesPath } from "../web/sandbox-pages.ts";
import type { Demo } from "./demo.ts";
import { findForbiddenBaseUrls } from "./doctor/base-urls.ts";
import { type MetricsServer, serveMetrics } from "./metrics-server.ts";

const shutdownMaxMs = 30_000;
const databaseLostMaxMs = 5_000;
/** Unlike 2, which stands for invalid settings, a restart may help. */
const databaseLostCode = 3;

/** Resources are closed in reverse order, whether the start fails, or a signal arrives during it or later. */
export async function serve(config: Config): Promise<void> {
  const open = new AsyncDisposableStack();
  const starting = start(config, open, (error) => void endWithoutDatabase(error, open));
  stopOnSignal(async (signal) => {
    const app = await starting.catch(() => undefined);
    // Ctrl-C comes from a person, who waits; SIGTERM from a supervisor, while a load balancer still sends requests.
    if (app && signal === "SIGTERM") await drain(app, config.drainSeconds);
    return () => open.disposeAsync();
  });
  await starting.catch(async (error: unknown) => {
    await open.disposeAsync();
    throw error;
  });
}

/** Keeps answering until load balancers have noticed that the server is not ready. */
async function drain(app: App, seconds: number): Promise<void> {
  app.drain();
  await delay(seconds * 1000);
}

/** A supervisor such as systemd can only act on a process that has ended. */
async function endWithoutDatabase(error: Error, open: AsyncDisposableStack): Promise<never> {
  process.stderr.write(`billfold: ${error.message}\n`);
  await Promise.race([open.disposeAsync().catch(() => undefined), delay(databaseLostMaxMs)]);
  process.exit(databaseLostCode);
}

async function start(
  config: Config,
  open: AsyncDisposableStack,
  onLost: (error: Error) => void,
): Promise<App | undefined> {
  const notice = (text: string) => void process.stdout.write(`${text}\n`);
  const cluster = await startCluster(config, { notice, onLost }, open);
  const loading = Promise.all([import("../runtime.ts"), import("../app.ts"), import("../worker.ts")]);
  loading.catch(() => undefined);
  const sandboxed = await startSandbox(config, open);
  const [{ openRuntime }] = await loading;
  const runtime = await openRuntime(sandboxed, { use: "serve", ...cluster });
  open.defer(runtime.close);
  const { context } = runtime;
  const forbidden = await findForbiddenBaseUrls(config, context.db);
  for (const { says, cure } of [...weakSettings(config), ...forbidden]) context.log.warn({ cure }, says);
  const [, { buildApp }, { apiLoops, backgroundLoops }] = await loading;
  const app = config.roles.api ? await buildApp(context) : undefined;
  if (app) open.defer(async () => void (await app.keys.flushUses()));
  const loops = () => [
    ...(app ? apiLoops(app) : []),
    ...(config.roles.worker ? backgroundLoops(context) : []),
  ];
  if (app) open.defer(app.close);
  const demo = await firstRunDemo(context);
  if (app) await listen(app, config);
  await runWhileActive(context, loops, open);
  const metrics = await serveMetrics(context);
  open.defer(() => void metrics?.server.close());
  printStartup(config, metrics, demo);
  printQuiet(context);
  return app;
}

const activityEveryMs = 5_000;

/** A copy of the database does no background work; `billfold activate` starts it, and `billfold deactivate` stops it. */
async function runWhileActive(
  context: Context,
  loops: () => Loop[],
  open: AsyncDisposableStack,
): Promise<void> {
  const { activity, log } = context;
  let running: { stop(): Promise<void> } | undefined;
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  open.defer(stop);
  await activity.follow(async (quiet) => {
    if (quiet) await stop();
    else running ??= startLoops(loops(), log);
  });
  const refresh = () => activity.refresh().then(() => 0);
  const check = { name: "check whether the service is active", everyMs: activityEveryMs, run: refresh };
  open.defer(startLoops([check], log).stop);
}

function printQuiet({ activity, log }: Context): void {
  const quiet = activity.quiet();
  if (!quiet) return;
  log.warn({ because: quiet.because, cure: quiet.cure }, quiet.says);
  process.stdout.write(
    `This service is NOT ACTIVE. ${quiet.says} It sends nothing and refuses changes. ${quiet.cure}\n\n`,
  );
}

/** The database starts first, in its own processes, so that the program loads at the same time, which takes as long. */
async function startCluster(
  { databaseUrl, dataDir }: Config,
  reports: { notice: (text: string) => void; onLost: (error: Error) => void },
  open: AsyncDisposableStack,
): Promise<{ cluster?: Promise<EmbeddedCluster> }> {
  if (databaseUrl !== undefined) return {};
  const started = Promise.withResolvers<void>();
  const cluster = openEmbeddedCluster({ dataDir, use: "serve", ...reports, onStarted: started.resolve });
  // This stops the cluster if the start fails before the runtime owns it.
  open.defer(async () => (await cluster.catch(() => undefined))?.stop());
  await Promise.race([started.promise, cluster]);
  return { cluster };
}

/** Outside production the sandbox gateway and authority run in this process, on loopback, unless they run elsewhere. */
async function startSandbox(config: Config, open: AsyncDisposableStack): Promise<Config> {
  const { environment, roles, outbound } = config;
  if (environment === "production" || !roles.api) return config;
  const sandboxGateway = await startSandboxGateway(config, open);
  const sandboxAuthority = await startSandboxAuthority(config, open);
  const urls = [sandboxGateway.url, sandboxAuthority.url].flatMap((url) =>
    url ? [new URL(url).origin] : [],
  );
  const exemptOrigins = [...new Set([...outbound.exemptOrigins, ...urls])];
  return { ...config, sandboxGateway, sandboxAuthority, outbound: { ...outbound, exemptOrigins } };
}

async function startSandboxGateway(config: Config, open: AsyncDisposableStack) {
  const { sandboxGateway, siteUrl, dataDir } = config;
  if (sandboxGateway.url) return sandboxGateway;
  const { startGateway } = await import("billfold-sandbox/gateway");
  const gateway = await startGateway({
    port: sandboxGateway.port,
    pagesAt: `${siteUrl}${sandboxPagesPath}`,
    notifyAt: `${siteUrl}/sandbox/webhook`,
    file: path.join(dataDir, "sandbox-gateway.jsonl"),
  });
  open.defer(() => gateway.close());
  return { ...sandboxGateway, url: gateway.url };
}

async function startSandboxAuthority(config: Config, open: AsyncDisposableStack) {
  const { sandboxAuthority, dataDir } = config;
  if (sandboxAuthority.url) return sandboxAuthority;
  const { startAuthority } = await import("billfold-sandbox/authority");
  const authority = await startAuthority({
    port: sandboxAuthority.port,
    file: path.join(dataDir, "sandbox-authority.jsonl"),
  });
  open.defer(() => authority.close());
  return { ...sandboxAuthority, url: authority.url };
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.server.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(
      `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another with PORT=…`,
    );
  }
}

type DemoFile = Demo & { file: string };

async function firstRunDemo(context: Context): Promise<DemoFile | undefined> {
  if (context.config.environment !== "sandbox" || context.activity.quiet()) return undefined;
  const companies = await context.db.query("select 1 from companies limit 1");
  if (companies.length > 0) return undefined;
  const { makeDemo, demoFile } = await import("./demo.ts");
  return { ...(await makeDemo(context)), file: demoFile(context.config) };
}

function printStartup(config: Config, metrics: MetricsServer | undefined, demo: DemoFile | undefined): void {
  const lines = [
    "",
    `Billfold is ready (${config.environment}).`,
    ...(config.roles.api
      ? [
          `  Site           ${config.siteUrl}/`,
          `  API            ${config.baseUrl}`,
          `  Documentation  ${config.siteUrl}/docs`,
        ]
      : ["  Background work only: BILLFOLD_ROLE is worker", ...sandboxNotice(config)]),
  ];
  if (metrics) lines.push(`  Metrics        ${metrics.url}`);
  if (demo) {
    // Standard output carries the log, which is stored and shipped, so the secret goes to standard error, and only
    // once.
    process.stderr.write(`${credentialLines(demo).join("\n")}\n`);
    lines.push(...firstInvoiceLines(config, demo));
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/**
 * A process that is only a worker starts no sandbox, because it would differ from that of the process serving the API.
 */
function sandboxNotice({ environment, sandboxGateway }: Config): string[] {
  if (environment === "production" || sandboxGateway.url) return [];
  return ["  Sandbox payments and refunds are not processed: set BILLFOLD_SANDBOX_GATEWAY_URL"];
}

const credentialLines = (demo: DemoFile) => [
  "",
  `A demo company was created for you. Its credentials are shown only now and saved in ${demo.file}:`,
  `  Company  ${demo.company_id}`,
  `  App ID   ${demo.app_id}`,
  `  Secret   ${demo.secret}`,
];

function firstInvoiceLines(config: Config, demo: DemoFile): string[] {
  const body = `{"customer_id":${demo.customer_id},"lines":[{"description":"Consulting","quantity":3,"unit_price":45000,"tax_rate":7.5}]}`;
  const file = path.resolve(demo.file).replaceAll("\\", "/");
  const key = `$(node -p "var d = require('${file}'); d.app_id + ':' + d.secret")`;
  return [
    "",
    `The demo company's credentials are in ${demo.file}. Create your first invoice:`,
    `  curl -s ${config.baseUrl}/invoices -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${body}'`,
  ];
}

/**
 * Requests in progress are finished. Ctrl-C in a terminal can send the signal more than once, so repeats do not force
 * an exit.
 */
function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<() => Promise<void>>): void {
  let stopping = false;
  const end = (code: number, why?: string) => {
    if (why) process.stderr.write(`billfold: ${why}\n`);
    process.exit(code);
  };
  const closeWithin = async (close: () => Promise<void>) => {
    setTimeout(
      () => end(1, "requests were still running after 30 s; stopping anyway"),
      shutdownMaxMs,
    ).unref();
    await close();
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    stop(signal)
      .then(closeWithin)
      .then(
        () => end(0),
        (error: Error) => end(1, `stopping failed: ${error.message}`),
      );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
