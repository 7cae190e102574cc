import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { expect } from "vitest";
import type { Running } from "../commands.fixture.ts";

/** The processes that a primary has started, apart from those of the database. */
export function processesOf({ pid }: Pick<Running, "pid">): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isProcessOf(pid, name))
    .map(Number);
}

function isProcessOf(parent: number, name: string): boolean {
  try {
    const [state, parentId] = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]!.split(" ");
    const words = readFileSync(`/proc/${name}/cmdline`, "utf8");
    return Number(parentId) === parent && state !== "Z" && words.includes("processes/process.ts");
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

export const processCount = (serving: Running, count: number) =>
  expect.poll(() => processesOf(serving).length, { timeout: 60_000, interval: 50 }).toBe(count);

export type Answer = { status: number; text: string };

type Sent = { method?: string; headers?: Record<string, string>; body?: object; agent?: Agent };

/** One request, on a connection of its own unless an agent keeps some. Rejects with the connection's error. */
export function ask(url: string, { method = "GET", headers = {}, body, agent }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = body && { "content-type": "application/json" };
    const asked = request(url, {
      method,
      agent: agent ?? false,
      timeout: 30_000,
      headers: { ...headers, ...type },
    });
    asked.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode!, text }));
      response.on("error", reject);
    });
    asked.on("timeout", () => asked.destroy(Object.assign(new Error("no answer"), { code: "TIMEOUT" })));
    asked.on("error", reject);
    asked.end(body && JSON.stringify(body));
  });
}

/** Callers that send one request after the other until they are stopped: what they got, and how they failed. */
export type Callers = {
  answered(): number;
  /** Error codes and unexpected statuses, by how often they occurred. */
  failures: Record<string, number>;
  stop(): Promise<void>;
};

/** Half of them keep their connections, the others open one for each request. */
export function startCallers(count: number, send: (agent: Agent | undefined) => Promise<Answer>): Callers {
  const failures: Record<string, number> = {};
  let answered = 0;
  let stopped = false;
  const agent = new Agent({ keepAlive: true });
  const call = async (keeps: boolean) => {
    while (!stopped) {
      const failure = await send(keeps ? agent : undefined).then(
        ({ status }) => {
          answered += 1;
          return status < 300 ? undefined : String(status);
        },
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
    }
  };
  const calls = Array.from({ length: count }, (_, index) => call(index % 2 === 0));
  return {
    answered: () => answered,
    failures,
    stop: async () => {
      stopped = true;
      await Promise.all(calls);
      agent.destroy();
    },
  };
}
