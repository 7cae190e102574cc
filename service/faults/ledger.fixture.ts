import { startReceiver } from "billfold-sandbox/receiver";
import { verifyPaySignature } from "../src/foundation/signature.ts";

/** Receivers that count what arrives, event by event. */
export type Ledger = {
  url(endpoint: number): string;
  /** What signs the deliveries to an endpoint; from then on all that arrives there must verify. */
  trust(endpoint: number, secret: string): void;
  /** Events that were taken, counted once for each endpoint. */
  arrived(): number;
  /** Events that were taken once more. */
  duplicates(): number;
  /** What arrived without a signature that verifies. */
  forged(): number;
  /** Which of the events up to this one did not reach the endpoint? */
  missing(endpoint: number, last: number): number[];
  /** Calls back once, in the midst of the delivery that makes it so many. */
  whenArrived(count: number, react: () => void): void;
  close(): Promise<void>;
};

export type LedgerOptions = {
  /** One event in so many is refused the first time it comes. */
  refuseOneIn: number;
  /** How long an endpoint takes to answer; most answer at once. */
  answerAfterMs: (endpoint: number) => number;
};

export async function startLedger({ refuseOneIn, answerAfterMs }: LedgerOptions): Promise<Ledger> {
  const receiver = await startReceiver();
  const secrets = new Map<number, string>();
  const taken = new Map<number, Map<number, number>>();
  const refused = new Set<string>();
  let reactions: { count: number; react: () => void }[] = [];
  let arrived = 0;
  let duplicates = 0;
  let forged = 0;

  const take = (endpoint: number, sequence: number) => {
    const events = taken.get(endpoint) ?? new Map<number, number>();
    taken.set(endpoint, events);
    const times = (events.get(sequence) ?? 0) + 1;
    events.set(sequence, times);
    if (times === 1) arrived += 1;
    else duplicates += 1;
    const due = reactions.filter(({ count }) => count <= arrived);
    reactions = reactions.filter(({ count }) => count > arrived);
    for (const { react } of due) react();
  };

  receiver.behave(async ({ path, headers, body }) => {
    // A long run would fill the memory with what has been counted already.
    receiver.received.length = 0;
    const endpoint = Number(path.slice(1));
    const secret = [secrets.get(endpoint) ?? ""];
    const { verified } = verifyPaySignature(headers["x-pay-signature"], Buffer.from(body), secret, new Date());
    if (!verified) forged += 1;
    const wait = answerAfterMs(endpoint);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const { sequence } = JSON.parse(body) as { sequence: number };
    const name = `${endpoint}:${sequence}`;
    if ((sequence + endpoint) % refuseOneIn === 0 && !refused.has(name)) {
      refused.add(name);
      return { status: 500 };
    }
    take(endpoint, sequence);
    return { status: 200 };
  });

  return {
    url: (endpoint) => `${receiver.url}/${endpoint}`,
    trust: (endpoint, secret) => void secrets.set(endpoint, secret),
    arrived: () => arrived,
    duplicates: () => duplicates,
    forged: () => forged,
    missing: (endpoint, last) => {
      const events = taken.get(endpoint);
      return Array.from({ length: last }, (_, index) => index + 1).filter((sequence) => !events?.has(sequence));
    },
    whenArrived: (count, react) => {
      reactions = [...reactions, { count, react }];
    },
    close: receiver.close,
  };
}
