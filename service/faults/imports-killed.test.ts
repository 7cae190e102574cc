import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, type TestSession } from "../test/site-session.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import { type Site, startSite } from "./site.fixture.ts";
import { newRandom, randomMoments } from "./size.fixture.ts";

const isShort = process.env.BILLFOLD_FAULTS === "short";
const { files, kills, timeoutMs } = isShort
  ? { files: 1, kills: 3, timeoutMs: 4 * 60_000 }
  : { files: 20, kills: 40, timeoutMs: 40 * 60_000 };
const rowsOfFile = 3000;

type Running = { id: number; status: string; done: number };

const open = new AsyncDisposableStack();
let site: Site;
let companyId: number;
let person: TestSession;
beforeAll(async () => {
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  site = await startSite(open, loadBalancer, ["all"], {});
  const [company] = await site.context.db.query<{ id: number }>("select min(id) as id from companies");
  companyId = company!.id;
  person = await signIn({ context: site.context, url: loadBalancer.url } as never, { companyId });
});
afterAll(() => open.disposeAsync());

/** Rows without an identifier: a row that is stored twice makes two customers. */
const fileOf = (number: number) => [
  "name",
  ...Array.from({ length: rowsOfFile }, (_, row) => `File ${number} row ${row}`),
];

test(
  `${kills} kills during ${files} imports of ${rowsOfFile} rows: each row is stored once`,
  async () => {
    const { seed, random } = newRandom();
    console.log(`seed ${seed}`);
    const moments = randomMoments(kills, random).map((moment) => moment * files * rowsOfFile);
    let stops = 0;
    for (let number = 0; number < files; number++) {
      const body = { kind: "customers", file_name: `${number}.csv`, csv: fileOf(number).join("\n") };
      const call = (path: string, given?: object) =>
        person
          .call("POST", path, given, { headers: { "idempotency-key": `${seed} ${number} ${path}` } })
          .then(({ status, body: reply }) => (status < 300 ? reply.import : undefined))
          .catch(() => undefined);
      let running: Running | undefined;
      // A caller that got no answer asks again, as the page does.
      while (!running) running = (await call("/imports", body)) ?? (await delay(100, undefined));
      while (running.status === "running") {
        const isHit = number * rowsOfFile + running.done >= (moments[0] ?? Number.POSITIVE_INFINITY);
        const calling: Promise<Running | undefined> = person
          .call("POST", `/imports/${running.id}/continue`)
          .then(({ status, body: reply }) => (status < 300 ? reply.import : undefined))
          .catch(() => undefined);
        if (isHit) {
          moments.shift();
          await delay(random() * 100);
          await site.services.kill(0);
        }
        const next = await calling;
        if (isHit) await site.services.start(0);
        if (next) {
          expect(next.done).toBeGreaterThanOrEqual(running.done);
          running = next;
        } else {
          stops += 1;
          await delay(100);
        }
      }
    }
    const stored = await site.context.db.query<{ name: string; times: number }>(
      "select name, count(*)::int as times from customers where company_id = $1 and name like 'File %' group by name",
      [companyId],
    );
    expect(stored.filter(({ times }) => times !== 1)).toEqual([]);
    expect(stored).toHaveLength(files * rowsOfFile);
    const finished = await site.context.db.query(
      "select from imports where company_id = $1 and status = 'finished' and created = $2 and csv is null",
      [companyId, rowsOfFile],
    );
    expect(finished).toHaveLength(files);
    console.log(
      `${kills - moments.length} kills, ${files} files, ${stored.length} rows, interrupted ${stops} times`,
    );
    expect(stops).toBeGreaterThan(0);
    expect(site.services.crashed()).toEqual([]);
  },
  timeoutMs,
);
