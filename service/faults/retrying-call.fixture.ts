import { setTimeout as delay } from "node:timers/promises";
import type { CallOptions, Reply, TestCompany } from "../test/harness.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

/** A caller that retries while services are killed. */
export type RetryingCaller = {
  company: TestCompany;
  /** A unique name; two requests under the same name are executed once. */
  name: string;
  /** Responses that neither an external fault nor a killed service explains; there should be none. */
  surprises: string[];
};

/** Retries until there is a response: a service that is killed gives none. */
export async function callUntilAnswered(
  { company, name, surprises }: RetryingCaller,
  operation: string,
  options: CallOptions = {},
): Promise<Reply> {
  const headers = { "idempotency-key": `${name} ${operation}` };
  const endsAt = Date.now() + giveUpAfterMs;
  while (Date.now() < endsAt) {
    const reply = await orDisconnected(company.call(operation, { ...options, headers }));
    if (reply && (reply.status < 300 || reply.status === 422)) return reply;
    if (reply) surprises.push(`${operation}: ${reply.status} ${reply.text}`);
    await delay(50);
  }
  throw new Error(`${operation} was not answered in ${giveUpAfterMs} ms`);
}

/** Undefined when the connection broke before the end of the response. */
export function orDisconnected<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: Error) => {
    if (error.message === "fetch failed" || error.message === "terminated") return undefined;
    throw error;
  });
}
