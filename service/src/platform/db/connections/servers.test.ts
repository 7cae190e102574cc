import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, testEncryptionKey } from "../../../../test/harness.ts";
import { newOperator } from "../../../commands/commands.fixture.ts";
import { parseServers } from "./servers.ts";
import { type ReplicatedPair, startReplicatedPair } from "./standby.fixture.ts";

describe("DATABASE_URL", () => {
  test("names one server as before, or several with a port each", () => {
    expect(parseServers("postgres://me:pw@db/books")).toEqual({
      text: "db/books",
      urls: ["postgres://me:pw@db/books"],
      mustBeWritable: false,
    });
    expect(parseServers("postgresql://me:p%40w@a,b:5433,[::1]:5434/books?sslmode=require")).toEqual({
      text: "a,b:5433,[::1]:5434/books",
      urls: [
        "postgresql://me:p%40w@a/books?sslmode=require",
        "postgresql://me:p%40w@b:5433/books?sslmode=require",
        "postgresql://me:p%40w@[::1]:5434/books?sslmode=require",
      ],
      mustBeWritable: true,
    });
    expect(parseServers("postgres://db/books?target_session_attrs=primary").mustBeWritable).toBe(true);
  });

  test.each([
    ["postgres://me:pw@a,,b/books", "has an empty host in its list of hosts"],
    ["postgres://me:pw@a:x,b/books", /^must be a URL that starts with postgres:\/\//],
    [
      "postgres://me:pw@a,b/books?target_session_attrs=standby",
      "must have target_session_attrs=read-write: the service needs a server that accepts writes",
    ],
  ])("%s is refused in words", (url, words) => {
    expect(() => parseServers(url)).toThrow(words);
  });
});

describe("with a primary and a standby in DATABASE_URL", () => {
  let pair: ReplicatedPair;
  beforeAll(async () => {
    pair = await startReplicatedPair();
  }, 60_000);
  afterAll(() => pair.close());

  test("every connection leads to the primary, and after a failover to the new one, without a restart", async () => {
    const { databaseUrl, primaryPort, standbyPort } = pair;
    const service = await startService({ env: { DATABASE_URL: databaseUrl } });
    const operator = await newOperator();
    try {
      const { db, background, reads, leases, listener } = service.context;
      const purposes = [db, background, reads, reads.slowForCompany(1), leases];
      const ports = () =>
        Promise.all(
          purposes.map(async (one) => {
            const [row] = await one.query<{ port: number }>("select inet_server_port() as port");
            return row!.port;
          }),
        );
      expect(await ports()).toEqual(purposes.map(() => primaryPort));
      const company = await service.company();
      const create = async () => (await company.call("POST /customers", { body: { name: "Ada" } })).status;
      expect(await create()).toBe(201);

      await pair.killPrimary();
      const refused = await company.call("POST /customers", { body: { name: "Ada" } });
      expect([refused.status, refused.body.code]).toEqual([503, "database_unavailable"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      const env = { DATABASE_URL: databaseUrl, BILLFOLD_ENCRYPTION_KEYS: testEncryptionKey };
      const command = () => operator.run(["company", "show", String(company.id)], env);
      const failed = await command();
      expect(failed.code).toBe(1);
      expect(failed.stderr).toMatch(/No server in DATABASE_URL accepts writes .*read-only/s);

      await pair.promoteStandby();
      await expect.poll(create, { timeout: 15_000 }).toBe(201);
      await expect.poll(() => listener.alive(), { timeout: 15_000 }).toBe(true);
      expect(await ports()).toEqual(purposes.map(() => standbyPort));
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      expect((await command()).code).toBe(0);
    } finally {
      await service.close();
      await operator.cleanUp();
    }
  }, 120_000);
});
