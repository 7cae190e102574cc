import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The one address that everybody outside knows, in front of services that come and go. */
export type Door = {
  url: string;
  /** Where the services listen, whether or not they do at the moment. */
  leadTo(ports: readonly number[]): void;
  close(): Promise<void>;
};

export async function openDoor(): Promise<Door> {
  const visitors = new Set<Socket>();
  let ports: readonly number[] = [];
  let turn = 0;

  const lead = (visitor: Socket, roomsLeft: number): void => {
    if (roomsLeft === 0) return void visitor.destroy();
    const room = connect(ports[turn++ % ports.length]!, "127.0.0.1");
    const goOn = () => lead(visitor, roomsLeft - 1);
    room.once("error", goOn).once("connect", () => {
      room.off("error", goOn);
      join(visitor, room);
    });
  };
  const server = createServer((visitor) => {
    visitors.add(visitor);
    visitor.on("error", () => undefined).on("close", () => visitors.delete(visitor));
    lead(visitor, ports.length);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (given) => {
      ports = given;
    },
    close: async () => {
      server.close();
      for (const visitor of visitors) visitor.destroy();
      await once(server, "close");
    },
  };
}

/** What a killed service leaves half said is cut off for its visitor too. */
function join(visitor: Socket, room: Socket): void {
  room.on("error", () => undefined).on("close", () => visitor.destroy());
  visitor.on("close", () => room.destroy());
  visitor.pipe(room).pipe(visitor);
}
