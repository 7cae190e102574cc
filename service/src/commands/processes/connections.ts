import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../config/config.ts";
import { stopAccepting } from "../../http/stop-accepting.ts";
import type { ProcessChannel } from "../../platform/ops/process-channel.ts";
import { listenError } from "../failure-message.ts";

/**
 * Accepts all connections of a node and gives them to its processes in turn. The port stays open whatever happens to
 * them: a connection waits here until a process confirms that it has it.
 */
export type Connections = {
  listen(config: Config): Promise<void>;
  /** From now on the process gets connections, until its channel closes. */
  add(channel: ProcessChannel): void;
  /** Refuses further connections, and resolves when those that wait have been given away. */
  close(): Promise<void>;
};

type Target = { channel: ProcessChannel; isBusy: boolean };

const handOverMaxMs = 1_000;

export function createConnections(): Connections {
  const waiting: Socket[] = [];
  // In the order in which they get the next connection.
  const targets: Target[] = [];
  const server: Server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on("error", () => undefined);
    waiting.push(socket);
    assign();
  });

  /** A process that has not confirmed its last connection is busy or hangs, so others get the next ones. */
  const assign = () => {
    while (waiting.length > 0) {
      const index = targets.findIndex(({ isBusy }) => !isBusy);
      if (index < 0) return;
      const [target] = targets.splice(index, 1) as [Target];
      targets.push(target);
      void handOver(target, waiting.shift()!);
    }
  };
  const handOver = async (target: Target, socket: Socket) => {
    target.isBusy = true;
    try {
      await target.channel.call("connection", undefined, socket);
      target.isBusy = false;
      // This closes only our own copy.
      socket.destroy();
    } catch {
      // The process ended before it read anything.
      targets.splice(targets.indexOf(target), 1);
      waiting.unshift(socket);
    }
    assign();
  };

  return {
    listen: async (config) => {
      server.listen({ host: config.host, port: config.port });
      await once(server, "listening").catch((error: Error) => {
        throw listenError(error, config);
      });
    },
    add: (channel) => {
      targets.push({ channel, isBusy: false });
      assign();
    },
    close: async () => {
      await stopAccepting(server);
      const until = performance.now() + handOverMaxMs;
      while (waiting.length > 0 && performance.now() < until) await delay(10);
      for (const socket of waiting.splice(0)) socket.destroy();
    },
  };
}
