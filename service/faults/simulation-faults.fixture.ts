import { setTimeout as delay } from "node:timers/promises";
import { type Simulation, type Wires, workerIndex } from "./simulation-run.fixture.ts";
import { giveUpAfterMs, pick, type Random, randomFrom } from "./size.fixture.ts";
import type { Direction } from "./wire.fixture.ts";

/** A fault that a run can inject. */
type FaultKind = {
  name: string;
  /** How often it is chosen, in comparison with the others. */
  weight: number;
  /** Faults of the same part are injected one after the other. */
  part?: string;
  /** Resolves when the fault is over; with false if it had no effect. */
  inject(simulation: Simulation, random: Random): Promise<unknown>;
  /** Why it can't be injected here. */
  unavailable?(simulation: Simulation): string | undefined;
};

export type PlannedFault = { name: string; seed: number; pauseMs: number };

/** How often each fault took effect, and how often it had none, such as a cut of a connection without traffic. */
export type FaultCounts = Record<string, { effective: number; ineffective: number }>;

const between = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min));
const oneOf = (random: Random) => (pids: number[]) => pick(pids, random);

const nodes = [0, 1];
const nodeName = (index: number) => (index === workerIndex ? "the worker" : `node ${index + 1}`);

const parties: Record<keyof Wires, string> = {
  clients: "clients and nodes",
  database: "nodes and PostgreSQL",
  gateway: "nodes and the gateway",
  authority: "nodes and the authority",
  receiver: "nodes and the webhook receiver",
};

const callFaults = ["down", "hang", "hang_after", "cut_after", "error", "garbage", "busy"] as const;

const authorityFaults = [
  ...["reset_after", "truncated_after", "http_500_after", "http_503_after", "empty_200_after"],
  ...["reset_before", "http_500", "http_503", "html_200", "slow:250", "slow_after:700"],
  ...["ok_without_irn", "ok_without_irn_after", "wrong_irn", "bad_signature"],
];

const kinds: readonly FaultKind[] = [
  ...cutsOf("clients", 14, 3000),
  ...cutsOf("database", 10, 20_000),
  ...cutsOf("gateway", 5, 1500),
  ...cutsOf("authority", 5, 3000),
  ...cutsOf("receiver", 8, 4000),
  ...(["clients", "database", "receiver"] as const).map(
    (name): FaultKind => ({
      name: `stall between ${parties[name]}`,
      weight: 2,
      part: `stall ${name}`,
      inject: ({ wires }, random) => wires[name].stall(between(random, 50, 2500)),
    }),
  ),
  ...[...nodes, workerIndex].flatMap((index): FaultKind[] => [
    {
      name: `SIGKILL of ${nodeName(index)}`,
      weight: 2,
      part: nodeName(index),
      inject: async ({ services: { kill, start } }) => {
        await kill(index);
        await untilStarted(() => start(index));
      },
    },
    {
      name: `SIGSTOP of ${nodeName(index)}`,
      weight: 3,
      part: nodeName(index),
      inject: async ({ services }, random) => {
        await services.signal(index, "SIGSTOP");
        await delay(between(random, 20, 2500));
        await services.signal(index, "SIGCONT");
      },
    },
    {
      name: `clock jump of ${nodeName(index)}`,
      weight: 2,
      part: `clock of ${nodeName(index)}`,
      unavailable: ({ clocks }) => (clocks ? undefined : "libfaketime is not installed"),
      inject: async ({ clocks }, random) => {
        clocks!.set(index, pick([-86_400, -7200, -60, -5, 5, 60, 7200, 86_400], random));
        await delay(between(random, 1000, 4000));
        clocks!.set(index, 0);
      },
    },
  ]),
  {
    name: "SIGTERM of a PostgreSQL backend",
    weight: 8,
    part: "postgres",
    inject: async ({ cluster }, random) => cluster.signalBackend("SIGTERM", oneOf(random)),
  },
  {
    name: "SIGKILL of a PostgreSQL backend",
    weight: 2,
    part: "postgres",
    inject: async ({ cluster }, random) => cluster.signalBackend("SIGKILL", oneOf(random)),
  },
  {
    name: "SIGKILL of the postmaster",
    weight: 1,
    part: "postgres",
    inject: async ({ cluster }) => {
      await cluster.killPostmaster();
      await cluster.running();
    },
  },
  {
    name: "SIGSTOP of a PostgreSQL backend",
    weight: 4,
    part: "postgres",
    inject: async ({ cluster }, random) =>
      thawLater(cluster.freeze(oneOf(random)), between(random, 20, 2000)),
  },
  {
    name: "SIGSTOP of PostgreSQL",
    weight: 2,
    part: "postgres",
    inject: async ({ cluster }, random) => thawLater(cluster.freeze(), between(random, 20, 3000)),
  },
  {
    name: "disk full",
    weight: 1,
    part: "postgres",
    unavailable: ({ cluster }) =>
      cluster.fillDisk ? undefined : "a small file system can be mounted only by root",
    inject: async ({ cluster }, random) => {
      const { free } = cluster.fillDisk!();
      await delay(between(random, 200, 2500));
      free();
      await cluster.running();
    },
  },
  {
    // PostgreSQL waits before each flush of its log while it holds the lock for it, as it does on a slow disk. No fsync
    // itself becomes slower.
    name: "slow commits (commit_delay)",
    weight: 2,
    part: "postgres",
    inject: async ({ context: { db } }, random) => {
      const set = async (delayMicroseconds: number) => {
        await db.query(`alter system set commit_delay = ${delayMicroseconds}`);
        await db.query("select pg_reload_conf()");
      };
      const wasSet = await set(between(random, 20_000, 100_000)).then(
        () => true,
        () => false,
      );
      if (wasSet) await delay(between(random, 300, 2500));
      await set(0).catch(() => undefined);
      return wasSet;
    },
  },
  {
    name: "fault of the gateway",
    weight: 8,
    inject: async ({ gateway: { faults } }, random) => {
      const call = pick(["initialize", "verify", "verify", "refund", "refunds"] as const, random);
      faults.set({ [call]: { fault: pick(callFaults, random), times: 1 } });
      return becomes(() => faults.plan()[call] === null);
    },
  },
  {
    name: "fault of the gateway's notifications",
    weight: 4,
    inject: async ({ gateway: { faults } }, random) => {
      const fault = pick(
        [
          { fault: "lost" },
          { fault: "twice" },
          { fault: "forged" },
          { fault: "parallel", copies: 5 },
          { fault: "late", ms: 300 },
        ] as const,
        random,
      );
      faults.set({ notifications: { ...fault, times: 1 } });
      return becomes(() => faults.plan().notifications === null);
    },
  },
  {
    name: "fault of the authority",
    weight: 10,
    inject: async ({ authority: { faults } }, random) => {
      const planned = {
        match: { op: pick(["submit", "lookup", "poll"] as const, random) },
        fault: pick(authorityFaults, random),
      };
      faults.add(planned);
      return becomes(
        () =>
          !faults
            .list()
            .queue.some(({ match, fault }) => match.op === planned.match.op && fault === planned.fault),
      );
    },
  },
];

/** The same seed gives the same faults in the same order; what they meet depends on the moment. */
export function* planFaults(simulation: Simulation, seed: number): Generator<PlannedFault, never> {
  const choices = kinds
    .filter(({ unavailable }) => unavailable?.(simulation) === undefined)
    .flatMap(({ name, weight }) => Array<string>(weight).fill(name));
  const random = randomFrom(seed, "faults");
  for (;;) {
    yield {
      name: pick(choices, random),
      seed: Math.floor(random() * 2 ** 31),
      // Mostly one soon after the other, and sometimes with time to recover.
      pauseMs: Math.floor(30 + 1200 * random() ** 4),
    };
  }
}

/** What can't be injected on this machine, with the reason. */
export const skippedFaults = (simulation: Simulation): string[] =>
  kinds.flatMap(({ name, unavailable }) => {
    const reason = unavailable?.(simulation);
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });

const atOnceMax = 6;

/** Injects the planned faults, several at once, until this many had an effect; resolves when the last one is over. */
export async function injectFaults(
  simulation: Simulation,
  plan: Iterable<PlannedFault>,
  wanted: number,
  counts: FaultCounts,
): Promise<void> {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const parts = new Map<string, Promise<unknown>>();
  const running = new Set<Promise<unknown>>();
  const failures: string[] = [];
  let effective = 0;
  for (const planned of plan) {
    if (effective + running.size >= wanted) await Promise.all(running);
    if (effective >= wanted) break;
    await delay(planned.pauseMs);
    while (running.size >= atOnceMax) await Promise.race(running);
    const { name, part = name + planned.seed, inject } = byName.get(planned.name)!;
    const after = parts.get(part) ?? Promise.resolve();
    const injection = after
      .then(async () => {
        const hadEffect = await inject(simulation, randomFrom(planned.seed, name));
        if (hadEffect !== false) effective += 1;
        counts[name] ??= { effective: 0, ineffective: 0 };
        counts[name][hadEffect === false ? "ineffective" : "effective"] += 1;
      })
      .catch((error: unknown) => void failures.push(`${name}: ${String(error)}`));
    parts.set(part, injection);
    const tracked = injection.finally(() => running.delete(tracked));
    running.add(tracked);
  }
  await Promise.all(running);
  if (failures.length > 0) throw new Error(failures.join("; "));
}

function cutsOf(name: keyof Wires, weight: number, bytesMax: number): FaultKind[] {
  return (["to server", "to client"] as const).map((direction: Direction) => ({
    name: `cut between ${parties[name]}, ${direction}`,
    weight: Math.ceil(weight / 2),
    inject: ({ wires }, random) => wires[name].cutAt(direction, between(random, 0, bytesMax), 3000),
  }));
}

async function thawLater(thaw: (() => void) | undefined, ms: number): Promise<boolean> {
  if (!thaw) return false;
  await delay(ms);
  thaw();
  return true;
}

/** A node that finds no database when it starts ends, and is started again, as an operator's service manager does. */
async function untilStarted(start: () => Promise<void>): Promise<void> {
  const endsAt = Date.now() + giveUpAfterMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await delay(200);
    }
  }
}

/** Whether the condition comes true within a few seconds. */
async function becomes(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 60; tries++) {
    if (condition()) return true;
    await delay(50);
  }
  return false;
}
