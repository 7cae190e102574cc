import { connect, createServer, type Socket } from "node:net";
import { inject } from "vitest";

/** A proxy to the database that can stop responding without closing its connections. */
type DatabaseProxy = {
  connectionString: string;
  /** Stops all traffic on connections that listen, old and new. */
  silence(on: boolean): void;
  /** Does the same for all connections. */
  silenceAll(on: boolean): void;
  /** Delays the responses to connections that read until the release. */
  holdReads(): { hasHeld(): boolean; release(): void };
  /** How many bytes have come from the database so far. */
  carried(): number;
  /** Cuts all connections after this many further bytes, and refuses new ones until the repair. */
  breakAfter(bytes: number): { repair(): void };
  /** Sends, right behind the next complete result, that the server ends the connection. */
  terminateBehindResult(): void;
  /** Makes the server behind all present connections disappear silently; new ones reach a server again. */
  vanish(): void;
};

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** As PostgreSQL says it when somebody ends the connection. */
function terminated(): Buffer {
  const fields = ["SFATAL", "VFATAL", "C57P01", "Mterminating connection due to administrator command"];
  const text = Buffer.from(`${fields.join("\0")}\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

export async function openDatabaseProxy(): Promise<DatabaseProxy> {
  const target = new URL(inject("connectionString"));
  let silentFor: "nobody" | "listeners" | "everybody" = "nobody";
  let held: (() => void)[] | undefined;
  let carried = 0;
  let isTerminating = false;
  let breaksAt = Number.POSITIVE_INFINITY;
  const isBroken = () => carried >= breaksAt;
  const abandoned = new WeakSet<Socket>();
  const present = new Map<Socket, Socket>();
  const server = createServer((client: Socket) => {
    if (isBroken()) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    present.set(client, upstream);
    let listens = false;
    let reads = false;
    const isSilent = () =>
      abandoned.has(client) || silentFor === "everybody" || (silentFor === "listeners" && listens);
    client.on("data", (bytes: Buffer) => {
      // A connection sends its name in its first packet.
      listens ||= bytes.includes("billfold listener");
      reads ||= bytes.includes("billfold reader");
      if (!isSilent()) upstream.write(bytes);
    });
    upstream.on("data", (bytes: Buffer) => {
      carried += bytes.length;
      if (isBroken()) for (const one of present.keys()) one.destroy();
      if (isSilent()) return;
      if (isTerminating && bytes.subarray(-readyForQuery.length).equals(readyForQuery)) {
        isTerminating = false;
        client.end(Buffer.concat([bytes, terminated()]));
      } else if (held && reads) held.push(() => void client.write(bytes));
      else client.write(bytes);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      const end = () => {
        if (!abandoned.has(other)) other.destroy();
      };
      one.on("error", end).on("close", end);
    }
    client.on("close", () => present.delete(client));
  });
  server.listen(0, "127.0.0.1").unref();
  await new Promise((resolve) => server.once("listening", resolve));
  const proxyUrl = new URL(target.href);
  proxyUrl.port = String((server.address() as { port: number }).port);
  return {
    connectionString: proxyUrl.href,
    silence: (on) => {
      silentFor = on ? "listeners" : "nobody";
    },
    silenceAll: (on) => {
      silentFor = on ? "everybody" : "nobody";
    },
    holdReads: () => {
      const waiting: (() => void)[] = [];
      held = waiting;
      return {
        hasHeld: () => waiting.length > 0,
        release: () => {
          held = undefined;
          for (const pass of waiting) pass();
        },
      };
    },
    carried: () => carried,
    breakAfter: (bytes) => {
      breaksAt = carried + bytes;
      return {
        repair: () => {
          breaksAt = Number.POSITIVE_INFINITY;
        },
      };
    },
    terminateBehindResult: () => {
      isTerminating = true;
    },
    vanish: () => {
      for (const [client, upstream] of present) {
        abandoned.add(client);
        upstream.destroy();
      }
    },
  };
}
