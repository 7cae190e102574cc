import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { type Gateway, startGateway } from "billfold-sandbox/gateway";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { buyer, profile } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { setIntegration } from "../src/domains/fiscal/registration/service.ts";
import { systemChange } from "../src/domains/tenancy/companies/service.ts";
import { createEndpoint } from "../src/domains/webhooks/endpoints/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { createLog } from "../src/platform/ops/log.ts";
import { makeEncryptionKey } from "../src/platform/security/secrets.ts";
import { openRuntime } from "../src/runtime.ts";
import { makeCompany, type TestCompany } from "../test/harness.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import { type NodeClocks, openNodeClocks } from "./node-clocks.fixture.ts";
import { type Role, startServices } from "./services.fixture.ts";
import { type SimulationReceiver, startSimulationReceiver } from "./simulation-receiver.fixture.ts";
import type { Site } from "./site.fixture.ts";
import { type SupervisedCluster, startSupervisedCluster } from "./supervised-cluster.fixture.ts";
import { openWire, type Wire } from "./wire.fixture.ts";

/** Two nodes and a worker on one database, with a proxy of ours between any two parties. */
export type Simulation = Site & {
  cluster: SupervisedCluster;
  gateway: Gateway;
  authority: Authority;
  receiver: SimulationReceiver;
  companies: SimulatedCompany[];
  wires: Wires;
  /** Undefined where the clock of a single process can't be set. */
  clocks: NodeClocks | undefined;
};

export type Wires = Record<"clients" | "database" | "gateway" | "authority" | "receiver", Wire>;

export type SimulatedCompany = TestCompany & {
  /** A customer that the authority accepts. */
  buyerId: number;
  /** The names of its endpoints at the receiver. */
  endpoints: string[];
};

/** The last one has no API: it runs the background work only. */
const roles: readonly Role[] = ["all", "api", "worker"];
export const workerIndex = roles.indexOf("worker");

const adapters = ["sandbox", "async_demo", "sandbox"] as const;
const endpointsPerCompany = 2;

export async function startSimulation(open: AsyncDisposableStack, seed: number): Promise<Simulation> {
  const cluster = await startSupervisedCluster();
  open.defer(cluster.close);
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  const wire = async (port: number) => {
    const opened = await openWire(port);
    open.defer(opened.close);
    return opened;
  };
  const clients = await wire(portOf(loadBalancer.url));
  const url = `http://127.0.0.1:${clients.port}`;
  const gateway = await startGateway({
    pagesAt: `${url}/sandbox/pay`,
    notifyAt: `${url}/sandbox/webhook`,
    lateMs: 400,
    transferMs: 400,
    refundMs: 200,
    notifyRetryMs: 100,
    holdMs: 2000,
  });
  open.defer(gateway.close);
  const authority = await startAuthority({ pollAfterMs: 200 });
  open.defer(authority.close);
  const receiver = await startSimulationReceiver(seed);
  open.defer(receiver.close);
  const wires: Wires = {
    clients,
    database: await wire(portOf(cluster.connectionString)),
    gateway: await wire(portOf(gateway.url)),
    authority: await wire(portOf(authority.url)),
    receiver: await wire(receiver.port),
  };
  const env = {
    BILLFOLD_DATABASE_CONNECTIONS: "8",
    BILLFOLD_ENCRYPTION_KEYS: makeEncryptionKey("faults"),
    BILLFOLD_SITE_URL: url,
    BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1",
    BILLFOLD_SANDBOX_GATEWAY_URL: `http://127.0.0.1:${wires.gateway.port}`,
    BILLFOLD_SANDBOX_AUTHORITY_URL: `http://127.0.0.1:${wires.authority.port}`,
  };
  const log = createLog({ level: "silent", write: () => undefined });
  const own = { ...env, DATABASE_URL: cluster.connectionString };
  const { context, close } = await openRuntime(readConfig(own), { use: "command", log });
  open.defer(close);
  const made = await Promise.all(
    adapters.map(async (adapter) => {
      const company = await makeCompany(context, url, { profile });
      await setIntegration(context, company.id, { adapter });
      return { company, endpoints: await subscribe(context, company.id, wires.receiver, receiver) };
    }),
  );
  const databaseUrl = new URL(cluster.connectionString);
  databaseUrl.port = String(wires.database.port);
  const clocks = openNodeClocks();
  if (clocks) open.defer(clocks.close);
  const services = await startServices(
    roles,
    { ...env, DATABASE_URL: databaseUrl.href },
    (index) => clocks?.settingsOf(index) ?? {},
  );
  open.defer(services.close);
  loadBalancer.routeTo(services.ports);
  const companies = await Promise.all(
    made.map(async ({ company, endpoints }) => ({
      ...company,
      endpoints,
      buyerId: await company.customer(buyer),
    })),
  );
  return {
    context,
    loadBalancer,
    services,
    cluster,
    gateway,
    authority,
    receiver,
    companies,
    wires,
    clocks,
  };
}

const portOf = (url: string) => Number(new URL(url).port);

function subscribe(
  context: Context,
  companyId: number,
  wire: Wire,
  receiver: SimulationReceiver,
): Promise<string[]> {
  const names = Array.from({ length: endpointsPerCompany }, (_, index) => `${companyId}-${index}`);
  return inTransaction(context.db, async (tx) => {
    const change = await systemChange(tx, companyId, context.clock);
    for (const name of names) {
      const url = `http://127.0.0.1:${wire.port}/${name}`;
      const { secret } = await createEndpoint(change, context, "operator", { url });
      receiver.trust(name, secret);
    }
    return names;
  });
}
