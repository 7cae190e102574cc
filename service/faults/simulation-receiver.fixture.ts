import { startReceiver } from "billfold-sandbox/receiver";
import { verifyPaySignature } from "../src/platform/security/signature.ts";
import { type Random, randomFrom } from "./size.fixture.ts";

/** A real webhook receiver that keeps every event that it has acknowledged with 200. */
export type SimulationReceiver = {
  port: number;
  /** Sets the secret that signs the deliveries to an endpoint, and the path of the endpoint's address. */
  trust(name: string, secret: string): void;
  /** The bodies of the acknowledged events by their sequence, for each endpoint. */
  received: Map<string, Map<number, string>>;
  /** Deliveries without a valid signature, and events that arrived again with another body; there should be none. */
  surprises: string[];
  /** Events that were acknowledged more than once, which the contract allows. */
  duplicates(): number;
  close(): Promise<void>;
};

const refuseOneIn = 25;

export async function startSimulationReceiver(seed: number): Promise<SimulationReceiver> {
  const receiver = await startReceiver();
  const random: Random = randomFrom(seed, "receiver");
  const secrets = new Map<string, string>();
  const received: SimulationReceiver["received"] = new Map();
  const surprises: string[] = [];
  let duplicates = 0;
  receiver.behave(({ path, headers, body }) => {
    // A long run would otherwise keep every delivery twice in memory.
    receiver.received.length = 0;
    const endpoint = path.slice(1);
    const header = headers["x-pay-signature"] ?? "";
    // The clocks of the nodes are changed during the run, so a signature's time is not compared with ours.
    const signedAt = new Date(Number(/^t=(\d+)/.exec(header)?.[1]) * 1000);
    const secret = secrets.get(endpoint) ?? "";
    if (!verifyPaySignature(header, Buffer.from(body), [secret], signedAt).verified) {
      surprises.push(`${endpoint} received a delivery without a valid signature`);
    }
    if (random() * refuseOneIn < 1) return { status: 500 };
    const { sequence } = JSON.parse(body) as { sequence: number };
    const events = received.get(endpoint)!;
    const before = events.get(sequence);
    if (before !== undefined) duplicates += 1;
    if (before !== undefined && before !== body) {
      surprises.push(`${endpoint} received event ${sequence} with two different bodies`);
    }
    events.set(sequence, body);
    return { status: 200 };
  });
  return {
    port: Number(new URL(receiver.url).port),
    trust: (name, secret) => {
      secrets.set(name, secret);
      received.set(name, new Map());
    },
    received,
    surprises,
    duplicates: () => duplicates,
    close: receiver.close,
  };
}
