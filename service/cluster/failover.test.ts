import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  databaseUrlOf,
  nodes,
  nodeUrlOf,
  pidOf,
  serviceUrlOf,
  waitForCluster,
} from "../../deploy/cluster/trial-cluster.ts";
import { examine } from "../src/commands/doctor.ts";
import { auditDeliveries, auditRecords, auditRegistrations } from "./audit.fixture.ts";
import type { Answer } from "./load.fixture.ts";
import { startProbes } from "./probes.fixture.ts";
import { type ClusterRun, missing, startClusterRun, until } from "./run.fixture.ts";
import {
  answerMaxMs,
  changesAround,
  clients,
  giveUpAfterMs,
  isShort,
  registrationMaxMs,
  testTimeoutMs,
  writesBackMaxMs,
} from "./size.fixture.ts";

/** What happens to the primary, and how its machine comes back. */
type Fault = {
  name: string;
  strike(run: ClusterRun, primary: number): Promise<() => void>;
  inShort: boolean;
};

const faults: Fault[] = [
  {
    name: "the primary and its Patroni are killed",
    inShort: true,
    strike: async (run, primary) => {
      run.killMachine(primary);
      return () => run.startMachine(primary);
    },
  },
  {
    name: "a switchover is ordered",
    inShort: true,
    strike: async (run, primary) => {
      await run.switchover(primary);
      return () => undefined;
    },
  },
  {
    name: "the primary's machine freezes and comes back",
    inShort: false,
    strike: async (run, primary) => run.freezeMachine(primary).thaw,
  },
  {
    name: "the primary is cut off from everybody and comes back",
    inShort: false,
    strike: async (run, primary) => {
      run.network.cut(primary);
      return () => run.network.heal(primary);
    },
  },
];

describe.skipIf(missing.length > 0)("with synchronous replication in strict mode", () => {
  const open = new AsyncDisposableStack();
  let run: ClusterRun;
  beforeAll(async () => {
    run = await startClusterRun(open, { cables: true });
  }, testTimeoutMs);
  afterAll(() => open.disposeAsync(), testTimeoutMs);

  test("doctor finds the settings that zero loss needs", async () => {
    const { trial } = run;
    const env = { DATABASE_URL: databaseUrlOf(trial), BILLFOLD_ENCRYPTION_KEYS: trial.encryptionKey };
    const found = await examine({ ...env, BILLFOLD_BASE_URL: `${serviceUrlOf(trial)}/api/v1` });
    expect(found.filter(({ check }) => check === "replication")).toEqual([
      {
        check: "replication",
        level: "ok",
        says: expect.stringMatching(/^2 standbys; a commit waits for 1 of them \(db\d\)$/),
      },
    ]);
  });

  for (const { name, strike, inShort } of faults) {
    test.skipIf(isShort && !inShort)(
      `${name}: nothing acknowledged is lost, requests are 503 with Retry-After, and writes come back by themselves`,
      async () => {
        const load = run.newLoad();
        const probes = startProbes(run.trial);
        load.start(clients, { retries: true });
        await load.waitForChanges(changesAround);

        const processes = processesOf(run);
        const before = (await run.primary())!;
        const struckAt = performance.now();
        const comeBack = await strike(run, before);
        const after = await newPrimary(run, before);
        const promotedAt = performance.now();
        // In strict mode it confirms nothing before a standby has connected to it.
        await until("a confirmed commit", () =>
          run.ask(after, "select pg_current_xact_id()").then(
            () => true,
            () => false,
          ),
        );
        const upAt = performance.now();
        await load.waitForChanges(changesAround);
        const backAt = performance.now();
        comeBack();
        await load.waitForChanges(changesAround);
        await waitForCluster(run.trial);
        await load.stop();
        await until("all nodes ready", async () => (await readyNodes(run)) === nodes.length);
        await probes.stop();

        const { answers, acknowledged } = load;
        const failed = answers.filter(({ status }) => status >= 300 || status === 0);
        const endOf = ({ startedAt, tookMs }: Answer) => startedAt + tookMs;
        const late = failed.map(endOf).filter((at) => at > upAt && at < backAt);
        const lastFailureMs = Math.max(upAt, ...late) - upAt;
        const longest = (some: Answer[]) => Math.max(0, ...some.map(({ tookMs }) => tookMs));
        const counts = Object.entries(acknowledged).map(([what, { size }]) => `${size} ${what}`);
        console.log(
          `${name}: db${before} to db${after}, promoted after ${seconds(promotedAt - struckAt)}, confirms after ` +
            `${seconds(upAt - struckAt)}; ${answers.length} answers, ${JSON.stringify(countByStatus(failed))}, ` +
            `${failed.filter((one) => endOf(one) > backAt).length} of them after the machine came back; longest ` +
            `${seconds(longest(answers.filter(isPlain)))}, registrations ${seconds(longest(answers))}; last failure ` +
            `${seconds(lastFailureMs)} after the new primary was up; acknowledged ${counts.join(", ")}; /readyz ` +
            `${probes.ready} × 200, ${probes.notReady} × 503; ${run.receiver.duplicates()} deliveries repeated so far`,
        );

        await auditRecords(run.context.db, acknowledged);
        await auditRegistrations(run.context.db, run.authority);
        await auditDeliveries(run.context.db, run.receiver, run.subjects);
        expect(failed.filter((answer) => !isAnnounced(answer))).toEqual([]);
        expect(answers.filter((answer) => isPlain(answer) && answer.tookMs > answerMaxMs)).toEqual([]);
        expect(answers.filter(({ tookMs }) => tookMs > registrationMaxMs)).toEqual([]);
        expect(lastFailureMs).toBeLessThanOrEqual(writesBackMaxMs);
        // It may be starting as a standby just now.
        const toOldPrimary = () => run.ask(before, connectionsOfBillfold).catch(String);
        await expect.poll(toOldPrimary, { timeout: giveUpAfterMs, interval: 500 }).toEqual([]);
        expect(probes).toMatchObject({ notAlive: [], unanswered: [], notReady: expect.any(Number) });
        expect(probes.notReady, "nodes said that they were not ready").toBeGreaterThan(0);
        expect(run.internalErrors()).toEqual([]);
        expect(processesOf(run), "the nodes were not restarted").toEqual(processes);
      },
      testTimeoutMs,
    );
  }
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const processesOf = ({ trial }: ClusterRun) => nodes.map((node) => pidOf(trial, `app${node}`));

const connectionsOfBillfold = `select application_name from pg_stat_activity where application_name like 'billfold%'`;

async function newPrimary(run: ClusterRun, before: number): Promise<number> {
  let found: number | undefined;
  await until("another primary", async () => {
    found = await run.primary();
    return found !== undefined && found !== before;
  });
  return found!;
}

/** A registration also waits for the authority, and for a call of another node that is in progress. */
const isPlain = ({ operation }: Answer) => !operation.endsWith("/register");

/** A request that could not be handled is 503 and says when to try again. */
const isAnnounced = ({ status, retryAfter }: Answer) => status === 503 && Number(retryAfter) > 0;

function countByStatus(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const key = `${status} ${code ?? ""}`.trim();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function readyNodes({ trial }: ClusterRun): Promise<number> {
  const ask = (node: number) => fetch(`${nodeUrlOf(trial, node)}/readyz`).then(({ status }) => status);
  const answers = await Promise.all(nodes.map((node) => ask(node).catch(() => 0)));
  return answers.filter((status) => status === 200).length;
}
