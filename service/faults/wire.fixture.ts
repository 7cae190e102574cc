import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Direction = "to server" | "to client";

/** A proxy between two parties that cuts connections at any byte, and delays them. */
export type Wire = {
  port: number;
  /**
   * Cuts the connection that carries this byte, counted from now over all connections: what comes before it arrives,
   * nothing after it does. Resolves with false if so much has not been sent in time.
   */
  cutAt(direction: Direction, byte: number, timeoutMs: number): Promise<boolean>;
  /** Holds everything back for a while; nothing is lost. Resolves afterwards. */
  stall(ms: number): Promise<void>;
  close(): Promise<void>;
};

type Cut = { bytesLeft: number; done: (happened: boolean) => void };

export async function openWire(targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const cuts: Record<Direction, Cut[]> = { "to server": [], "to client": [] };
  let stalled: (() => void)[] | undefined;

  /** How much of what is being sent may still pass, if it contains the byte to cut at. */
  const passingBytes = (direction: Direction, length: number): number | undefined => {
    const due = cuts[direction].find((cut) => cut.bytesLeft < length);
    for (const cut of cuts[direction]) cut.bytesLeft -= length;
    if (!due) return undefined;
    cuts[direction] = cuts[direction].filter((cut) => cut !== due);
    due.done(true);
    return due.bytesLeft + length;
  };
  const carry = (direction: Direction, from: Socket, to: Socket) => {
    const pass = (bytes: Buffer) => {
      if (to.destroyed) return;
      const passing = passingBytes(direction, bytes.length);
      if (passing === undefined) return void to.write(bytes);
      const cut = () => {
        from.destroy();
        to.resetAndDestroy();
      };
      if (passing === 0) cut();
      else to.write(bytes.subarray(0, passing), cut);
    };
    from.on("data", (bytes: Buffer) => {
      if (stalled) stalled.push(() => pass(bytes));
      else pass(bytes);
    });
    const end = () => to.destroySoon();
    from.on("error", end).on("close", () => (stalled ? stalled.push(end) : end()));
  };
  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true).on("close", () => sockets.delete(socket));
    }
    carry("to server", client, upstream);
    carry("to client", upstream, client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cutAt: (direction, byte, timeoutMs) =>
      new Promise((resolve) => {
        const cut: Cut = {
          bytesLeft: byte,
          done: (happened) => {
            clearTimeout(timer);
            resolve(happened);
          },
        };
        const timer = setTimeout(() => {
          cuts[direction] = cuts[direction].filter((other) => other !== cut);
          resolve(false);
        }, timeoutMs);
        cuts[direction].push(cut);
      }),
    stall: async (ms) => {
      stalled ??= [];
      await new Promise((resolve) => setTimeout(resolve, ms));
      const held = stalled ?? [];
      stalled = undefined;
      for (const pass of held) pass();
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
