import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The one public address, in front of services that are killed and restarted. */
export type LoadBalancer = {
  url: string;
  /** The ports of the services, whether or not they listen at the moment. */
  routeTo(ports: readonly number[]): void;
  close(): Promise<void>;
};

export async function openLoadBalancer(): Promise<LoadBalancer> {
  const clients = new Set<Socket>();
  let ports: readonly number[] = [];
  let turn = 0;

  const forward = (client: Socket, targetsLeft: number): void => {
    if (targetsLeft === 0) return void client.destroy();
    const upstream = connect(ports[turn++ % ports.length]!, "127.0.0.1");
    const goOn = () => forward(client, targetsLeft - 1);
    upstream.once("error", goOn).once("connect", () => {
      upstream.off("error", goOn);
      pipeBoth(client, upstream);
    });
  };
  const server = createServer((client) => {
    clients.add(client);
    client.on("error", () => undefined).on("close", () => clients.delete(client));
    forward(client, ports.length);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routeTo: (given) => {
      ports = given;
    },
    close: async () => {
      server.close();
      for (const client of clients) client.destroy();
      await once(server, "close");
    },
  };
}

/** A response that a killed service leaves incomplete is cut off for the client too. */
function pipeBoth(client: Socket, upstream: Socket): void {
  upstream.on("error", () => undefined).on("close", () => client.destroy());
  client.on("close", () => upstream.destroy());
  client.pipe(upstream).pipe(client);
}
