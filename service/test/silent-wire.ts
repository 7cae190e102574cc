import { connect, createServer, type Socket } from "node:net";
import { inject } from "vitest";

/** A road to the database that can fall silent without closing. */
type SilentWire = {
  connectionString: string;
  /** Connections that listen carry nothing, old ones and new ones. */
  silence(on: boolean): void;
  /** The same for all connections. */
  silenceAll(on: boolean): void;
  /** The server behind all present connections is gone without a word; new ones find one again. */
  vanish(): void;
};

export async function openSilentWire(): Promise<SilentWire> {
  const target = new URL(inject("connectionString"));
  let silentFor: "nobody" | "listeners" | "everybody" = "nobody";
  const forsaken = new WeakSet<Socket>();
  const present = new Map<Socket, Socket>();
  const server = createServer((client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    present.set(client, upstream);
    let listens = false;
    const isSilent = () =>
      forsaken.has(client) || silentFor === "everybody" || (silentFor === "listeners" && listens);
    client.on("data", (bytes) => {
      // A connection tells its name with its first packet.
      listens ||= bytes.includes("billfold listener");
      if (!isSilent()) upstream.write(bytes);
    });
    upstream.on("data", (bytes) => void (!isSilent() && client.write(bytes)));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      const end = () => {
        if (!forsaken.has(other)) other.destroy();
      };
      one.on("error", end).on("close", end);
    }
    client.on("close", () => present.delete(client));
  });
  server.listen(0, "127.0.0.1").unref();
  await new Promise((resolve) => server.once("listening", resolve));
  const road = new URL(target.href);
  road.port = String((server.address() as { port: number }).port);
  return {
    connectionString: road.href,
    silence: (on) => {
      silentFor = on ? "listeners" : "nobody";
    },
    silenceAll: (on) => {
      silentFor = on ? "everybody" : "nobody";
    },
    vanish: () => {
      for (const [client, upstream] of present) {
        forsaken.add(client);
        upstream.destroy();
      }
    },
  };
}
