import { type Agent, request as send } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** The target of the requests, over keep-alive connections. */
export type Line = { port: number; agent: Agent };

export type Question = { method?: string; path: string; headers: Record<string, string>; body?: string };

/** Sends this many requests per second for this long; returns how many milliseconds each took. */
export async function steadily(
  line: Line,
  plan: { perSecond: number; seconds: number; question: (index: number) => Question },
): Promise<number[]> {
  const { perSecond, seconds, question } = plan;
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    // A request is due at its time, whether or not earlier ones have completed, and its latency is counted from then.
    const dueAt = startedAt + (index * 1000) / perSecond;
    const ahead = dueAt - performance.now();
    if (ahead > 0) await delay(Math.ceil(ahead));
    answers.push(ask(line, question(index), 200).then(() => performance.now() - dueAt));
  }
  return Promise.all(answers);
}

export async function ask(line: Line, question: Question, expectStatus: number): Promise<string> {
  const { status, text } = await exchange(line, question);
  if (status === expectStatus) return text;
  const { method = "GET", path } = question;
  throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
}

export function exchange(
  { port, agent }: Line,
  question: Question,
): Promise<{ status: number; text: string }> {
  const { method = "GET", path, headers, body } = question;
  return new Promise((resolve, reject) => {
    const asked = send({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    asked.on("error", reject).end(body);
  });
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}
