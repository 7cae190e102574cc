import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Question } from "./steady-load.ts";

/**
 * Runs in its own process, so that its traffic does not disturb the measurement. Its clients send the next request as
 * soon as they get a response, and a moment later after a refusal.
 */
export type NoisePlan = { port: number; callers: number; questions: Question[] };
export type NoiseMade = { answered: number; refused: number; failed: number };

const made: NoiseMade = { answered: 0, refused: 0, failed: 0 };
let isOver = false;

process.on("message", async (message: NoisePlan | "stop") => {
  if (message === "stop") {
    isOver = true;
    return;
  }
  const { port, callers, questions } = message;
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let index = 0;
  const caller = async () => {
    while (!isOver) {
      const status = await sendRequest(port, agent, questions[index++ % questions.length]!);
      if (status < 300) made.answered += 1;
      else if (status === 429) made.refused += 1;
      else made.failed += 1;
      if (status >= 300) await delay(100);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  process.send?.(made, () => process.disconnect?.());
});

/** Receives and discards the response. */
function sendRequest(
  port: number,
  agent: Agent,
  { method = "GET", path, headers, body }: Question,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      response.on("error", reject).on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    asked.on("error", reject).end(body);
  });
}
