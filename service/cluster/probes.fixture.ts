import { setTimeout as delay } from "node:timers/promises";
import { nodes, nodeUrlOf, pidOf, type Trial } from "../../deploy/cluster/trial-cluster.ts";
import { answerMaxMs } from "./size.fixture.ts";

/** What each node says about itself, asked again and again as a load balancer would. */
export type Probes = {
  /** Answers of /healthz other than 200, from a node that runs; there should be none. */
  notAlive: string[];
  /** Probes of /readyz that were not answered in time, from a node that runs; there should be none. */
  unanswered: string[];
  /** How often /readyz returned 200 and 503. */
  ready: number;
  notReady: number;
  stop(): Promise<void>;
};

export function startProbes(trial: Trial): Probes {
  const probes: Probes = {
    notAlive: [],
    unanswered: [],
    ready: 0,
    notReady: 0,
    stop: async () => {
      stopped = true;
      await Promise.all(probing);
    },
  };
  let stopped = false;

  const ask = async (node: number, path: string) => {
    const before = pidOf(trial, `app${node}`);
    const url = `${nodeUrlOf(trial, node)}${path}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMaxMs) }).catch(
      (error: Error) => error,
    );
    if (!(response instanceof Error)) await response.arrayBuffer().catch(() => undefined);
    // A node that is being restarted does not answer, which is no lie.
    const wasRunning = before !== undefined && pidOf(trial, `app${node}`) === before;
    if (
      response instanceof Error &&
      (!wasRunning || /ECONNREFUSED|ECONNRESET|other side closed/.test(String(response.cause)))
    )
      return undefined;
    return response;
  };
  const watch = async (node: number) => {
    while (!stopped) {
      const health = await ask(node, "/healthz");
      if (health instanceof Error) probes.notAlive.push(`app${node}: ${health.message}`);
      else if (health && health.status !== 200) probes.notAlive.push(`app${node}: ${health.status}`);
      const readiness = await ask(node, "/readyz");
      if (readiness instanceof Error) probes.unanswered.push(`app${node}: ${readiness.message}`);
      else if (readiness?.status === 200) probes.ready += 1;
      else if (readiness) probes.notReady += 1;
      await delay(250);
    }
  };
  const probing = nodes.map(watch);
  return probes;
}
