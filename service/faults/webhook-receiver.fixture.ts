import { type Received, startReceiver } from "billfold-sandbox/receiver";
import { verifyPaySignature } from "../src/platform/security/signature.ts";

/** Receivers that count every event that arrives. */
export type WebhookReceiver = Counts & {
  url(endpoint: number): string;
  /** Sets the secret that signs the deliveries to an endpoint. */
  trust(endpoint: number, secret: string): void;
  /** How many deliveries arrived without a valid signature. */
  forged(): number;
  /** Delays all responses until they are released. */
  hold(): void;
  release(): void;
  /** How many deliveries wait for their response. */
  held(): number;
  close(): Promise<void>;
};

type Counts = {
  /** Accepted events, counted once for each endpoint. */
  arrived(): number;
  /** How often an event was accepted again. */
  duplicates(): number;
  /** The events up to the last one that did not reach the endpoint. */
  missing(endpoint: number, last: number): number[];
  /** Resolves during the delivery that reaches this count. */
  reach(count: number, timeoutMs: number): Promise<void>;
};

/** One event in this many is refused by every endpoint at its first delivery. */
export async function startWebhookReceiver(refuseOneIn: number): Promise<WebhookReceiver> {
  const receiver = await startReceiver();
  const { take, ...counts } = createCounts();
  const { pass, ...gate } = createGate();
  const secrets = new Map<number, string>();
  const refused = new Set<string>();
  let forged = 0;

  const isSigned = ({ headers, body }: Received, secret: string) =>
    verifyPaySignature(headers["x-pay-signature"], Buffer.from(body), [secret], new Date()).verified;

  receiver.behave(async (request) => {
    // A long run would otherwise keep every counted delivery in memory.
    receiver.received.length = 0;
    const endpoint = Number(request.path.slice(1));
    if (!isSigned(request, secrets.get(endpoint) ?? "")) forged += 1;
    const { sequence } = JSON.parse(request.body) as { sequence: number };
    const name = `${endpoint}:${sequence}`;
    const refuse = (sequence + endpoint) % refuseOneIn === 0 && !refused.has(name);
    if (refuse) refused.add(name);
    else take(endpoint, sequence);
    await pass();
    return { status: refuse ? 500 : 200 };
  });

  return {
    ...counts,
    ...gate,
    url: (endpoint) => `${receiver.url}/${endpoint}`,
    trust: (endpoint, secret) => void secrets.set(endpoint, secret),
    forged: () => forged,
    close: receiver.close,
  };
}

function createCounts(): Counts & { take(endpoint: number, sequence: number): void } {
  const taken = new Map<number, Set<number>>();
  let waiting: { count: number; resolve: () => void }[] = [];
  let arrived = 0;
  let duplicates = 0;
  return {
    take: (endpoint, sequence) => {
      const events = taken.get(endpoint) ?? new Set<number>();
      taken.set(endpoint, events);
      if (events.has(sequence)) duplicates += 1;
      else arrived += 1;
      events.add(sequence);
      for (const { count, resolve } of waiting) if (count <= arrived) resolve();
      waiting = waiting.filter(({ count }) => count > arrived);
    },
    arrived: () => arrived,
    duplicates: () => duplicates,
    missing: (endpoint, last) => {
      const all = Array.from({ length: last }, (_, index) => index + 1);
      return all.filter((sequence) => !taken.get(endpoint)?.has(sequence));
    },
    reach: (count, timeoutMs) =>
      new Promise((resolve, reject) => {
        const late = () => reject(new Error(`${arrived} of ${count} deliveries arrived in ${timeoutMs} ms`));
        const timer = setTimeout(late, timeoutMs);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        if (arrived >= count) done();
        else waiting.push({ count, resolve: done });
      }),
  };
}

function createGate() {
  let opened = Promise.resolve();
  let release = () => {};
  let held = 0;
  return {
    pass: async () => {
      held += 1;
      await opened;
      held -= 1;
    },
    hold: () => {
      opened = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
    held: () => held,
  };
}
