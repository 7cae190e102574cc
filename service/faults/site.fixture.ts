import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { createLog } from "../src/platform/ops/log.ts";
import { makeEncryptionKey } from "../src/platform/security/secrets.ts";
import { openRuntime } from "../src/runtime.ts";
import { makeCompany } from "../test/harness.ts";
import { startDurableCluster } from "./cluster.fixture.ts";
import type { LoadBalancer } from "./load-balancer.fixture.ts";
import { type Role, type Services, startServices } from "./services.fixture.ts";

/** Services behind one load balancer, on one database; the context belongs to this process, which is never killed. */
export type Site = { context: Context; loadBalancer: LoadBalancer; services: Services };

/** The settings contain the addresses of the external systems that the services call. */
export async function startSite(
  open: AsyncDisposableStack,
  loadBalancer: LoadBalancer,
  roles: readonly Role[],
  settings: Record<string, string>,
  ownCluster?: { connectionString: string },
): Promise<Site> {
  const cluster = ownCluster ?? (await startOwnCluster(open));
  const env = {
    DATABASE_URL: cluster.connectionString,
    BILLFOLD_DATABASE_CONNECTIONS: "8",
    BILLFOLD_ENCRYPTION_KEYS: makeEncryptionKey("faults"),
    BILLFOLD_SITE_URL: loadBalancer.url,
    ...settings,
  };
  const log = createLog({ level: "silent", write: () => undefined });
  const { context, close } = await openRuntime(readConfig(env), { use: "command", log });
  open.defer(close);
  // The first service on an empty database would create a demonstration company.
  await makeCompany(context, loadBalancer.url, {});
  const services = await startServices(roles, env);
  open.defer(services.close);
  loadBalancer.routeTo(services.ports);
  return { context, loadBalancer, services };
}

async function startOwnCluster(open: AsyncDisposableStack) {
  const cluster = await startDurableCluster();
  open.defer(cluster.close);
  return cluster;
}
