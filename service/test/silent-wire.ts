import { connect, createServer, type Socket } from "node:net";
import { inject } from "vitest";

/** A road to the database on which the connections that listen can be made to carry nothing, without closing. */
export async function openSilentWire(): Promise<{ connectionString: string; silence(on: boolean): void }> {
  const target = new URL(inject("connectionString"));
  let silent = false;
  const server = createServer((client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    let listens = false;
    client.on("data", (bytes) => {
      // A connection tells its name with its first packet.
      listens ||= bytes.includes("billfold listener");
      if (!(silent && listens)) upstream.write(bytes);
    });
    upstream.on("data", (bytes) => void (!(silent && listens) && client.write(bytes)));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1").unref();
  await new Promise((resolve) => server.once("listening", resolve));
  const road = new URL(target.href);
  road.port = String((server.address() as { port: number }).port);
  return {
    connectionString: road.href,
    silence: (on) => {
      silent = on;
    },
  };
}
