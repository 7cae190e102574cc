import type { EmbeddedCluster } from "../../dev/embedded-postgres/embedded-postgres.ts";
import type { App, NodeCounters } from "../app.ts";
import type { Config } from "../config/config.ts";
import { weakSettings } from "../config/weak-settings.ts";
import type { Context } from "../context.ts";
import { limitHeapGrowth } from "../platform/ops/heap-growth.ts";
import { type Loop, startLoops } from "../platform/ops/loops.ts";
import { findForbiddenBaseUrls } from "./doctor/base-urls.ts";
import type { DemoFile } from "./startup-text.ts";

/** Loads the program, which takes about as long as the database needs to start. */
export const loadService = () =>
  Promise.all([import("../runtime.ts"), import("../app.ts"), import("../worker.ts")]);

export type Service = {
  context: Context;
  /** Not listening yet; undefined if this process does only the background work. */
  app: App | undefined;
  demo: DemoFile | undefined;
  /** Starts the loops of this process. */
  run(): Promise<void>;
};

type Options = {
  cluster?: Promise<EmbeddedCluster>;
  /** False for a process beside another one of the same node, which says and makes what is needed once. */
  isFirst?: boolean;
  counters?: NodeCounters;
  passStatuses?: Context["passStatuses"];
};

/** Opens what one process serves with, except for its port. */
export async function openService(
  config: Config,
  open: AsyncDisposableStack,
  { isFirst = true, counters, ...options }: Options,
): Promise<Service> {
  const [{ openRuntime }, { buildApp }, { apiLoops, backgroundLoops }] = await loadService();
  const runtime = await openRuntime(config, { use: "serve", ...options });
  open.defer(runtime.close);
  const { context } = runtime;
  if (isFirst) await warn(context);
  const app = config.roles.api ? await buildApp(context, counters) : undefined;
  if (app) open.defer(async () => void (await app.keys.flushUses()));
  const loops = () => [
    ...(app ? apiLoops(app) : []),
    ...(config.roles.worker ? backgroundLoops(context) : []),
  ];
  if (app) open.defer(app.close);
  const demo = isFirst ? await firstRunDemo(context) : undefined;
  limitHeapGrowth();
  return { context, app, demo, run: () => runWhileActive(context, loops, open) };
}

async function warn({ config, db, log, activity }: Context): Promise<void> {
  const forbidden = await findForbiddenBaseUrls(config, db);
  for (const { says, cure } of [...weakSettings(config), ...forbidden]) log.warn({ cure }, says);
  const quiet = activity.quiet();
  if (quiet) log.warn({ because: quiet.because, cure: quiet.cure }, quiet.says);
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

async function firstRunDemo(context: Context): Promise<DemoFile | undefined> {
  if (context.config.environment !== "sandbox" || context.activity.quiet()) return undefined;
  const { hasCompanies } = await import("../domains/tenancy/companies/service.ts");
  if (await hasCompanies(context.db)) return undefined;
  const { makeDemo, demoFile } = await import("./demo.ts");
  return { ...(await makeDemo(context)), file: demoFile(context.config) };
}
