import path from "node:path";
import { type EmbeddedCluster, openEmbeddedCluster } from "../../dev/embedded-postgres/embedded-postgres.ts";
import type { Config } from "../config/config.ts";
import { connectionsOfNode } from "../platform/db/connections/connection-shares.ts";
import { sandboxPagesPath } from "../web/sandbox-pages.ts";

/** The database starts first, in its own processes, so that the program loads at the same time, which takes as long. */
export async function startCluster(
  config: Config,
  reports: { notice: (text: string) => void; onLost: (error: Error) => void },
  open: AsyncDisposableStack,
): Promise<{ cluster?: Promise<EmbeddedCluster> }> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return {};
  const started = Promise.withResolvers<void>();
  const cluster = openEmbeddedCluster({
    dataDir,
    use: "serve",
    ...reports,
    settings: { max_connections: String(serverConnections(config)) },
    onStarted: started.resolve,
  });
  // This stops the cluster if the start fails before the runtime owns it.
  open.defer(async () => (await cluster.catch(() => undefined))?.stop());
  await Promise.race([started.promise, cluster]);
  return { cluster };
}

const forCommands = 50;

/** As many as our processes may open, and some for commands beside them. */
const serverConnections = (config: Config) => Math.max(100, connectionsOfNode(config) + forCommands);

/** Outside production the sandbox gateway and authority run in this process, on loopback, unless they run elsewhere. */
export async function startSandbox(config: Config, open: AsyncDisposableStack): Promise<Config> {
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
