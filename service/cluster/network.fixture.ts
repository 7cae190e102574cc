import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import {
  databaseAddressOf,
  databases,
  type Listening,
  type Trial,
} from "../../deploy/cluster/trial-cluster.ts";

/** The cables between the database machines and everybody else: proxies of ours, which can stop carrying anything. */
export type Network = {
  /** Where a machine listens behind its cable, and how it reaches etcd through it. */
  listening(machine: number): Listening;
  /** Nothing gets in or out any more, and no connection is closed: packets vanish. */
  cut(machine: number): void;
  /** Connections that survived go on, as TCP does. */
  heal(machine: number): void;
  close(): Promise<void>;
};

const withoutCables = (): never => {
  throw new Error("this run has no cables");
};
export const noNetwork: Network = {
  listening: withoutCables,
  cut: withoutCables,
  heal: withoutCables,
  close: async () => undefined,
};

type Cable = { isCut: boolean; sockets: Set<Socket>; waiting: (() => void)[] };

export async function openNetwork(trial: Trial): Promise<Network> {
  const [, , third] = trial.network.split(".");
  const behind = (machine: number) => `127.1.${third}.1${machine}`;
  const etcdLink = (machine: number, other: number) => `${trial.network}.1${machine}${other}`;
  const cables = new Map<number, Cable>(
    databases.map((machine) => [machine, { isCut: false, sockets: new Set(), waiting: [] }]),
  );
  const servers: Server[] = [];
  for (const machine of databases) {
    const cable = cables.get(machine)!;
    const links = [
      { host: databaseAddressOf(trial, machine), port: 5432, to: behind(machine) },
      { host: databaseAddressOf(trial, machine), port: 8008, to: behind(machine) },
      ...databases.map((other) => ({
        host: etcdLink(machine, other),
        port: 2379,
        to: databaseAddressOf(trial, other),
      })),
    ];
    for (const { host, port, to } of links) {
      const server = createServer((client) => carry(cable, client, to, port)).listen(port, host);
      await once(server, "listening");
      servers.push(server);
    }
  }
  return {
    listening: (machine) => ({
      address: behind(machine),
      etcdHosts: databases.map((other) => `${etcdLink(machine, other)}:2379`).join(),
    }),
    cut: (machine) => {
      const cable = cables.get(machine)!;
      cable.isCut = true;
      for (const socket of cable.sockets) socket.pause();
    },
    heal: (machine) => {
      const cable = cables.get(machine)!;
      cable.isCut = false;
      for (const socket of cable.sockets) socket.resume();
      for (const goOn of cable.waiting.splice(0)) goOn();
    },
    close: async () => {
      for (const { sockets } of cables.values()) for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function carry(cable: Cable, client: Socket, host: string, port: number): void {
  keep(cable, client);
  const link = () => {
    if (client.destroyed) return;
    const upstream = connect(port, host);
    keep(cable, upstream);
    const pairs = [
      [client, upstream],
      [upstream, client],
    ] as const;
    for (const [from, to] of pairs) {
      from.on("data", (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      to.on("drain", () => {
        if (!cable.isCut) from.resume();
      });
      // The end of a connection does not get through a cable that is cut.
      from.on("close", () => {
        if (cable.isCut) cable.waiting.push(() => to.destroy());
        else to.destroy();
      });
    }
    if (cable.isCut) for (const socket of [client, upstream]) socket.pause();
  };
  if (cable.isCut) cable.waiting.push(link);
  else link();
}

function keep(cable: Cable, socket: Socket): void {
  cable.sockets.add(socket);
  socket.on("error", () => undefined).on("close", () => cable.sockets.delete(socket));
}
