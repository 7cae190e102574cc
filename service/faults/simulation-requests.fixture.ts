import { setTimeout as delay } from "node:timers/promises";
import type { CallOptions, Reply } from "../test/harness.ts";
import { type Acknowledged, acknowledge } from "./acknowledged.fixture.ts";
import { orDisconnected } from "./retrying-call.fixture.ts";
import type { SimulatedCompany, Simulation } from "./simulation-run.fixture.ts";
import { giveUpAfterMs, type Random } from "./size.fixture.ts";

export type Client = {
  simulation: Simulation;
  company: SimulatedCompany;
  acknowledged: Acknowledged;
  name: string;
  /** The seed and the number of the operation decide what is done, however long earlier operations took. */
  random: Random;
  /** Ids of what this client has created. */
  own: Record<"customers" | "products" | "drafts" | "invoices" | "payments", number[]>;
  /** Keys of what it has looked at last. */
  paths: string[];
};

// On a busy machine nodes are down for minutes while one fault follows the other.
const answeredMaxMs = 5 * giveUpAfterMs;
// A request that waits longer than this, whatever the faults, is one that hangs.
const answerMaxMs = 40_000;

/** Sends a request that creates something, until it is answered; undefined if it was refused. */
export async function create(
  client: Client,
  operation: string,
  body: (token: string) => object,
): Promise<Reply["body"] | undefined> {
  const { tokens } = client.acknowledged;
  const token = `${operation.split("/")[1]} ${client.name}`;
  tokens.set(token, "pending");
  const reply = await askUntilAnswered(client, operation, { body: body(token) });
  tokens.set(token, reply.status < 300 ? "stored" : "refused");
  return reply.status < 300 ? reply.body : undefined;
}

/** Repeats a request with the same Idempotency-Key until it is answered, by success or by a refusal. */
export async function askUntilAnswered(
  client: Client,
  operation: string,
  options: CallOptions = {},
): Promise<Reply> {
  const endsAt = Date.now() + answeredMaxMs;
  const headers = { "idempotency-key": `${client.name} ${operation}` };
  for (let pauseMs = 100; Date.now() < endsAt; pauseMs = Math.min(1000, 1.5 * pauseMs)) {
    const reply = await askOnce(client, operation, { ...options, headers });
    if (reply && (reply.status < 300 || reply.status === 422)) {
      if (reply.status === 422) client.acknowledged.counts.refused += 1;
      return reply;
    }
    client.acknowledged.counts.retries += 1;
    await delay(pauseMs / 2 + pauseMs * Math.random());
  }
  throw new Error(`${operation} was not answered in ${answeredMaxMs} ms`);
}

/** Undefined if the connection broke before the end of the response. */
export async function askOnce(
  { company, acknowledged: { counts, surprises }, name }: Client,
  operation: string,
  options: CallOptions = {},
): Promise<Reply | undefined> {
  counts.requests += 1;
  const late = delay(answerMaxMs, "late" as const, { ref: false });
  const reply = await Promise.race([orDisconnected(company.call(operation, options)), late]);
  const status = reply === "late" ? "late" : (reply?.status ?? "disconnected");
  counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
  if (reply === "late") surprises.push(`${name} ${operation} was not answered in ${answerMaxMs} ms`);
  if (reply === "late" || !reply) return undefined;
  if (reply.status >= 300 && ![422, 429, 502, 503, 504].includes(reply.status)) {
    surprises.push(`${name} ${operation}: ${reply.status} ${reply.text}`);
  }
  return reply;
}

/** Keeps what a response says about a record. */
export function keep(client: Client, path: string, name: string, fields: Record<string, unknown>): void {
  client.paths.push(path);
  acknowledge(client.acknowledged, { companyId: client.company.id, path, name, fields });
}
