import type { App } from "../app.ts";
import type { Config } from "../config/config.ts";
import { listenError } from "./failure-message.ts";
import { startCluster, startSandbox } from "./local-services.ts";
import { serveMetrics } from "./metrics-server.ts";
import { loadService, openService } from "./open-service.ts";
import type { StartNode } from "./serve.ts";
import { printQuiet, printStartup } from "./startup-text.ts";

/** A node that is one process, which does everything. */
export const start: StartNode = async (config, open, onLost) => {
  const notice = (text: string) => void process.stdout.write(`${text}\n`);
  const cluster = await startCluster(config, { notice, onLost }, open);
  loadService().catch(() => undefined);
  const sandboxed = await startSandbox(config, open);
  const { context, app, demo, run } = await openService(sandboxed, open, cluster);
  if (app) await listen(app, config);
  await run();
  // The port closes before the loops stop, because a loop may have to wait for an answer from outside.
  if (app) open.defer(app.stopAccepting);
  const metrics = await serveMetrics(context);
  open.defer(() => void metrics?.server.close());
  printStartup(config, metrics, demo);
  printQuiet(context.activity.quiet());
  return app;
};

async function listen(app: App, config: Config): Promise<void> {
  await app.server.listen({ host: config.host, port: config.port }).catch((error: Error) => {
    throw listenError(error, config);
  });
}
