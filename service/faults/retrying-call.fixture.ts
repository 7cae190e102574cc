import { setTimeout as delay } from "node:timers/promises";
import type { CallOptions, Reply, TestCompany } from "../test/harness.ts";
import { patienceMs } from "./size.fixture.ts";

/** Somebody who wants something of services that are killed meanwhile. */
export type Asking = {
  company: TestCompany;
  /** Different for everybody; what is asked for twice by the same name is done once. */
  name: string;
  /** Answers that neither somebody else's fault nor a killed service explains; there should be none. */
  surprises: string[];
};

/** Asks until there is an answer: a service that is killed gives none. */
export async function insist(
  { company, name, surprises }: Asking,
  operation: string,
  options: CallOptions = {},
): Promise<Reply> {
  const headers = { "idempotency-key": `${name} ${operation}` };
  const endsAt = Date.now() + patienceMs;
  while (Date.now() < endsAt) {
    const reply = await orCutOff(company.call(operation, { ...options, headers }));
    if (reply && (reply.status < 300 || reply.status === 422)) return reply;
    if (reply) surprises.push(`${operation}: ${reply.status} ${reply.text}`);
    await delay(50);
  }
  throw new Error(`${operation} was not answered in ${patienceMs} ms`);
}

/** Undefined when the connection broke, before or in the midst of the answer. */
export function orCutOff<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: Error) => {
    if (error.message === "fetch failed" || error.message === "terminated") return undefined;
    throw error;
  });
}
