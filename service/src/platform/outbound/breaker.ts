/** A circuit breaker: calls to an outside service that does not respond fail fast. */
export type Breaker = {
  /** The milliseconds left to wait; 0 if the breaker is closed. */
  waitMs(name: string, now: Date): number;
  /**
   * Like `waitMs`, for a caller that makes a call if the result is 0: when a pause ends, only one caller is let through
   * as a probe.
   */
  enter(name: string, now: Date): number;
  /** Records whether the service responded; any response counts as alive. */
  record(name: string, now: Date, alive: boolean): void;
  /** Opens the circuit for as long as the service requested, for example by Retry-After. */
  holdOpen(name: string, now: Date, forMs: number): void;
};

const failuresMax = 5;
const pauseMs = 30_000;

type Circuit = { failures: number; openUntil: number };

/**
 * Keyed by the outside party and not by company, because it is the party that is down. Each process keeps its own
 * state.
 */
export function createBreaker(): Breaker {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (name: string): Circuit => {
    const circuit = circuits.get(name) ?? { failures: 0, openUntil: 0 };
    circuits.set(name, circuit);
    return circuit;
  };
  const waitMs = (name: string, now: Date) => {
    const circuit = circuits.get(name);
    if (!circuit) return 0;
    const wait = Math.max(0, circuit.openUntil - now.getTime());
    if (wait === 0 && circuit.failures === 0) circuits.delete(name);
    return wait;
  };
  return {
    waitMs,
    enter: (name, now) => {
      const wait = waitMs(name, now);
      const circuit = circuits.get(name);
      if (wait === 0 && circuit && circuit.failures >= failuresMax)
        circuit.openUntil = now.getTime() + pauseMs;
      return wait;
    },
    record: (name, now, alive) => {
      if (alive) return void circuits.delete(name);
      const circuit = circuitOf(name);
      circuit.failures += 1;
      if (circuit.failures >= failuresMax) circuit.openUntil = now.getTime() + pauseMs;
    },
    holdOpen: (name, now, forMs) => {
      const circuit = circuitOf(name);
      circuit.openUntil = Math.max(circuit.openUntil, now.getTime() + forMs);
    },
  };
}
