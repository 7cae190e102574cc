import { createHash } from "node:crypto";
import {
  applies,
  type Fault,
  type Op,
  ops,
  type Protocol,
  parseFault,
  protocols,
  type Token,
} from "./fault-kinds.ts";

/** Faults that tests request: from a queue, by markers in a document, or at random. */
export type Faults = {
  /** Applies to the next matching calls, once by default; null `times` means forever. */
  add(planned: PlannedFault): void;
  /** Applies one of these to every matching call with this probability. The same seed gives the same faults. */
  chance(chance: Chance): void;
  clear(): void;
  list(): { queue: readonly PlannedFault[]; chances: readonly Chance[] };
  /** The faults for this call, which are then used up. */
  take(call: FaultyCall): Taken;
};

export type Match = {
  op: Op | "any";
  protocol?: Protocol | undefined;
  irn?: string | undefined;
  business?: string | undefined;
};

export type PlannedFault = { match: Match; fault: string; times?: number | null | undefined };

export type Chance = {
  seed: string | number;
  /** Between 0 and 1. */
  probability: number;
  faults: readonly string[];
  match?: Match | undefined;
};

export type FaultyCall = {
  protocol: Protocol;
  op: Op;
  irn: string | undefined;
  business: string | undefined;
  tokens: readonly Token[];
};

/** At most one fault that decides the call, and any that apply in addition. */
export type Taken = { all: readonly Fault[]; find(name: string): Fault | undefined };

type Queued = PlannedFault & { parsed: Fault };
type Drawn = Chance & { parsed: readonly Fault[] };

export function createFaults(): Faults {
  let queue: Queued[] = [];
  let chances: Drawn[] = [];
  const uses = new Map<string, number>();
  const countUse = (key: string) => {
    const before = uses.get(key) ?? 0;
    uses.set(key, before + 1);
    return before;
  };
  return {
    add: (planned) => void queue.push(readPlanned(planned)),
    chance: (chance) => void chances.push(readChance(chance)),
    clear: () => {
      queue = [];
      chances = [];
      uses.clear();
    },
    list: () => ({
      queue: queue.map(({ parsed: _, ...planned }) => planned),
      chances: chances.map(({ parsed: _, ...chance }) => chance),
    }),
    take: (call) => {
      const taken: Fault[] = [];
      const admits = (fault: Fault) =>
        applies(fault, call.op, call.protocol) &&
        // Only the first deciding fault applies; the others stay for later calls.
        !taken.some(
          ({ name, stage }) => name === fault.name || (stage !== "beside" && fault.stage !== "beside"),
        );
      for (const planned of queue) {
        if (!matches(planned.match, call) || !admits(planned.parsed)) continue;
        taken.push(planned.parsed);
        if (planned.times !== null) planned.times = (planned.times ?? 1) - 1;
      }
      queue = queue.filter(({ times }) => times !== 0);
      for (const { fault, times } of call.tokens) {
        if (!acceptsToken(call.op, fault) || !admits(fault)) continue;
        if (countUse(`token ${call.business} ${call.irn} ${fault.name}`) < times) taken.push(fault);
      }
      for (const chance of chances) {
        const fault = draw(chance, call, countUse);
        if (fault && admits(fault)) taken.push(fault);
      }
      return { all: taken, find: (name) => taken.find((fault) => fault.name === name) };
    },
  };
}

function matches({ op, protocol, irn, business }: Match, call: FaultyCall): boolean {
  if (op !== "any" && op !== call.op) return false;
  if (protocol !== undefined && protocol !== call.protocol) return false;
  if (irn !== undefined && irn !== call.irn) return false;
  return business === undefined || business === call.business;
}

/** Markers in a document apply to its submission, unless their fault only makes sense for another call. */
function acceptsToken(op: Op, { stage, name }: Fault): boolean {
  if (op === "submit") return true;
  return stage === "inside" && (op === "poll" || (op === "cancel" && name.startsWith("cancel_")));
}

// The outcome depends on the seed, the document and the number of earlier calls for it, not on the order of
// concurrent calls, so that a concurrent run is repeatable.
function draw(chance: Drawn, call: FaultyCall, countUse: (key: string) => number): Fault | undefined {
  if (chance.match && !matches(chance.match, call)) return undefined;
  const { seed, probability, parsed } = chance;
  const key = `${seed} ${call.protocol} ${call.op} ${call.irn ?? call.business}`;
  const lot = createHash("sha256")
    .update(`${key} ${countUse(`chance ${key}`)}`)
    .digest();
  if (lot.readUInt32BE(0) >= probability * 2 ** 32) return undefined;
  const possible = parsed.filter((fault) => applies(fault, call.op, call.protocol));
  return possible[lot.readUInt32BE(4) % Math.max(possible.length, 1)];
}

function readPlanned(planned: PlannedFault): Queued {
  const { match, fault, times } = planned;
  const parsed = parseFault(fault);
  requireMatch(match);
  requirePossible(parsed, match);
  if (times !== undefined && times !== null && (!Number.isSafeInteger(times) || times < 1)) {
    throw new Error("times must be a whole number from 1, or null for ever");
  }
  return { match, fault, times: times === undefined ? 1 : times, parsed };
}

function readChance({ seed, probability, faults, match }: Chance): Drawn {
  if (!(probability >= 0 && probability <= 1)) throw new Error("probability must be between 0 and 1");
  if (!Array.isArray(faults) || faults.length === 0) throw new Error("faults must be a list of at least one");
  if (match) requireMatch(match);
  return { seed, probability, faults, match, parsed: faults.map(parseFault) };
}

function requireMatch({ op, protocol }: Match): void {
  if (op !== "any" && !ops.includes(op)) {
    throw new Error(`'${op}' is no operation; there are any, ${ops.join(", ")}`);
  }
  if (protocol !== undefined && !protocols.includes(protocol)) {
    throw new Error(`'${protocol}' is no protocol; there are ${protocols.join(", ")}`);
  }
}

/** A fault that can never occur would make its test pass for the wrong reason. */
function requirePossible(fault: Fault, { op, protocol }: Match): void {
  const among = protocol === undefined ? protocols : [protocol];
  if (op === "any" || among.some((one) => applies(fault, op, one))) return;
  throw new Error(`${fault.name} can't happen to '${op}'${protocol === undefined ? "" : ` of ${protocol}`}`);
}
