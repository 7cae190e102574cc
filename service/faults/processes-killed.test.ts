import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Key, newOperator, type Operator, type Running } from "../src/commands/commands.fixture.ts";
import { ask, processCount, processesOf, startCallers } from "../src/commands/processes/processes.fixture.ts";
import { giveUpAfterMs, size } from "./size.fixture.ts";

let operator: Operator;
let serving: Running;
let demo: Key & { customer_id: number };
beforeAll(async () => {
  operator = await newOperator();
  serving = await operator.serve({
    BILLFOLD_PROCESSES: "2",
    BILLFOLD_POST_RATE: "1000000",
    BILLFOLD_COMPANY_POST_RATE: "1000000",
    BILLFOLD_LOG_LEVEL: "error",
  });
  demo = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"));
}, giveUpAfterMs);
afterAll(() => operator.cleanUp());

test(
  "processes that are killed, one or all at once, are replaced and no connection is refused",
  async () => {
    let keys = 0;
    const acknowledged = new Set<number>();
    const callers = startCallers(8, async (agent) => {
      const answer = await ask(`${operator.url}/api/v1/invoices`, {
        method: "POST",
        headers: {
          "x-api-key": demo.app_id,
          "x-api-secret": demo.secret,
          "idempotency-key": `killed-${keys++}`,
        },
        body: {
          customer_id: demo.customer_id,
          lines: [{ description: "Work", quantity: 1, unit_price: 100 }],
        },
        ...(agent && { agent }),
      });
      if (answer.status === 201) acknowledged.add(JSON.parse(answer.text).invoice.id);
      return answer;
    });
    const more = async (count: number) => {
      const before = callers.answered();
      await expect.poll(callers.answered, { timeout: giveUpAfterMs }).toBeGreaterThan(before + count);
    };
    await more(50);
    let killed = 0;
    for (let round = 0; round < size.kills; round++) {
      const pids = processesOf(serving);
      // Every second time none is left, and callers wait for the next one.
      const chosen = round % 2 === 1 ? pids : pids.slice(0, 1);
      for (const pid of chosen) process.kill(pid, "SIGKILL");
      killed += chosen.length;
      await more(20);
      await processCount(serving, 2);
    }
    await more(50);
    await callers.stop();
    console.log(
      `${killed} killed, ${callers.answered()} answered, failures ${JSON.stringify(callers.failures)}`,
    );

    // Requests that a killed process was working on get no answer; every other one waits.
    const { ECONNRESET: cut = 0, EPIPE: cutBefore = 0, ...others } = callers.failures;
    expect(others).toEqual({});
    expect(cut + cutBefore).toBeLessThanOrEqual(killed * 8);
    const ids = new Set<number>();
    for (let cursor = ""; ; ) {
      const query = `limit=100${cursor && `&cursor=${cursor}`}`;
      const { body } = await operator.get(`/invoices?${query}`, demo);
      for (const { id } of body.invoices) ids.add(id);
      if (!body.pagination.has_more) break;
      cursor = encodeURIComponent(body.pagination.next_cursor);
    }
    expect([...acknowledged.difference(ids)]).toEqual([]);
    serving.signal("SIGTERM");
    expect(await serving.ended()).toBe(0);
  },
  size.timeoutMs,
);

test(
  "when the primary is killed, its processes end",
  async () => {
    const again = await operator.serve({ BILLFOLD_PROCESSES: "2" });
    await processCount(again, 2);
    const pids = processesOf(again);
    again.signal("SIGKILL");
    await again.ended();
    const alive = () =>
      pids.filter((pid) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      });
    await expect.poll(alive, { timeout: 10_000 }).toEqual([]);
  },
  giveUpAfterMs,
);
