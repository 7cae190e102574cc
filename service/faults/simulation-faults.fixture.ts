import { setTimeout as delay } from "node:timers/promises";
import { type Simulation, type Wires, workerIndex } from "./simulation-run.fixture.ts";
import { giveUpAfterMs, pick, type Random, randomFrom } from "./size.fixture.ts";
import type { Direction } from "./wire.fixture.ts";

/** A fault that a run can inject. */
type FaultKind = {
  name: string;
  /** How many of a thousand faults are of this kind. */
  perThousand: number;
  /** Faults of the same part are injected one after the other, those of different parts at the same time. */
  part?: string;
  /** Resolves when the fault is over; with false if it had no effect. */
  inject(simulation: Simulation, random: Random): Promise<unknown>;
  /** Why it can't be injected here. */
  unavailable?(simulation: Simulation): string | undefined;
};

/** `atMs` is counted from the first fault; a part that is late injects its faults one right after the other. */
export type PlannedFault = { name: string; part: string; seed: number; atMs: number };

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
  ...cutsOf("clients", 115, 3000),
  ...cutsOf("database", 70, 20_000),
  ...cutsOf("gateway", 20, 1500),
  ...cutsOf("authority", 20, 3000),
  ...cutsOf("receiver", 62, 4000),
  ...(["clients", "database", "receiver"] as const).map(
    (name): FaultKind => ({
      name: `stall between ${parties[name]}`,
      perThousand: 14,
      part: `stall ${name}`,
      inject: ({ wires }, random) => wires[name].stall(between(random, 50, 2500)),
    }),
  ),
  ...[...nodes, workerIndex].flatMap((index): FaultKind[] => [
    {
      name: `SIGKILL of ${nodeName(index)}`,
      perThousand: 12,
      part: nodeName(index),
      inject: async ({ services: { kill, start } }) => {
        await kill(index);
        await untilStarted(() => start(index));
      },
    },
    {
      name: `SIGSTOP of ${nodeName(index)}`,
      perThousand: 14,
      part: nodeName(index),
      inject: async ({ services }, random) => {
        await services.signal(index, "SIGSTOP");
        await delay(between(random, 20, 2500));
        await services.signal(index, "SIGCONT");
      },
    },
    {
      name: `clock jump of ${nodeName(index)}`,
      perThousand: 10,
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
    perThousand: 70,
    part: "postgres backends",
    inject: async ({ cluster }, random) => cluster.signalBackend("SIGTERM", oneOf(random)),
  },
  {
    name: "SIGKILL of a PostgreSQL backend",
    perThousand: 24,
    part: "postgres",
    inject: async ({ cluster }, random) => cluster.signalBackend("SIGKILL", oneOf(random)),
  },
  {
    name: "SIGKILL of the postmaster",
    perThousand: 22,
    part: "postgres",
    inject: async ({ cluster }) => {
      await cluster.killPostmaster();
      await cluster.running();
    },
  },
  {
    name: "SIGSTOP of a PostgreSQL backend",
    perThousand: 30,
    part: "postgres backends",
    inject: async ({ cluster }, random) =>
      thawLater(cluster.freeze(oneOf(random)), between(random, 20, 2000)),
  },
  {
    name: "SIGSTOP of PostgreSQL",
    perThousand: 22,
    part: "postgres",
    inject: async ({ cluster }, random) => thawLater(cluster.freeze(), between(random, 20, 3000)),
  },
  {
    name: "disk full",
    perThousand: 22,
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
    perThousand: 20,
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
    perThousand: 24,
    inject: async ({ gateway: { faults } }, random) => {
      const call = pick(["initialize", "verify", "verify"] as const, random);
      faults.set({ [call]: { fault: pick(callFaults, random), times: 1 } });
      return becomes(() => faults.plan()[call] === null);
    },
  },
  {
    name: "fault of the gateway's notifications",
    perThousand: 16,
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
    perThousand: 26,
    inject: async ({ authority: { faults } }, random) => {
      const planned = {
        match: { op: pick(["submit", "submit", "submit", "lookup", "poll"] as const, random) },
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

const available = (simulation: Simulation) =>
  kinds.filter(({ unavailable }) => unavailable?.(simulation) === undefined);

/**
 * As many faults of each kind as its share says, rounded up. The same seed gives each part the same faults in the
 * same order; what they meet depends on the moment.
 */
export function planFaults(simulation: Simulation, seed: number, wanted: number): PlannedFault[] {
  const choices = available(simulation);
  const shares = choices.reduce((sum, { perThousand }) => sum + perThousand, 0);
  const random = randomFrom(seed, "faults");
  return choices
    .flatMap(({ name, part = name, perThousand }) =>
      Array.from({ length: Math.ceil((wanted * perThousand) / shares) }, () => ({
        name,
        part,
        seed: Math.floor(random() * 2 ** 31),
        atMs: random() * wanted * msPerFault,
      })),
    )
    .sort((one, other) => one.atMs - other.atMs);
}

/** What can't be injected on this machine, with the reason. */
export const skippedFaults = (simulation: Simulation): string[] =>
  kinds.flatMap(({ name, unavailable }) => {
    const reason = unavailable?.(simulation);
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });

// Some four in a second, several at once: what takes long, such as a recovery of PostgreSQL, meets many of the others.
const msPerFault = 250;
const triesMax = 12;
// What fails again before anything has succeeded finds nothing to break, and on a busy machine nothing ever starts.
const successesBetween = 3;
const successMaxMs = 60_000;

/** Injects the planned faults, each part's one after the other; resolves when the last one is over. */
export async function injectFaults(
  simulation: Simulation,
  plan: readonly PlannedFault[],
  counts: FaultCounts,
  /** How many requests have succeeded so far. */
  successes: () => number,
): Promise<void> {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const failures: string[] = [];
  const startedAt = performance.now();
  let injected = 0;
  const injectOne = async ({ name, seed }: PlannedFault) => {
    const { inject } = byName.get(name)!;
    counts[name] ??= { effective: 0, ineffective: 0 };
    // A fault that met nothing, such as the cut of a connection without traffic, is tried again elsewhere.
    for (let tries = 1; tries <= triesMax; tries++) {
      const hadEffect = (await inject(simulation, randomFrom(seed, name, tries))) !== false;
      counts[name][hadEffect ? "effective" : "ineffective"] += 1;
      if (hadEffect) return noteProgress();
      await delay(20);
    }
  };
  const noteProgress = () => {
    injected += 1;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (injected % 100 === 0)
      console.log(`${injected} faults in ${seconds} s, ${successes()} successful requests`);
  };
  const injectAll = async (planned: readonly PlannedFault[]) => {
    for (const fault of planned) {
      await delay(Math.max(0, fault.atMs - (performance.now() - startedAt)));
      await injectOne(fault).catch((error: unknown) => void failures.push(`${fault.name}: ${String(error)}`));
      const before = successes();
      await becomes(() => successes() >= before + successesBetween, successMaxMs);
    }
  };
  await Promise.all([...Map.groupBy(plan, ({ part }) => part).values()].map(injectAll));
  if (failures.length > 0) throw new Error(failures.join("; "));
}

function cutsOf(name: keyof Wires, perThousand: number, bytesMax: number): FaultKind[] {
  return (["to server", "to client"] as const).map((direction: Direction) => ({
    name: `cut between ${parties[name]}, ${direction}`,
    perThousand,
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
  const endsAt = Date.now() + 8 * giveUpAfterMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await delay(200);
    }
  }
}

/** Whether the condition comes true in time. */
async function becomes(condition: () => boolean, maxMs = 3000): Promise<boolean> {
  for (const endsAt = performance.now() + maxMs; performance.now() < endsAt; await delay(50)) {
    if (condition()) return true;
  }
  return condition();
}
