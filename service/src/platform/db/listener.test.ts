import { connect, createServer, type Socket } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { createLog } from "../ops/log.ts";
import { createConnections } from "./connections/connections.ts";
import { openListener } from "./listener.ts";

/** A proxy to the database on which connections open normally, but LISTEN gets no response while it is muted. */
async function openSilentProxy() {
  const target = new URL(inject("connectionString"));
  const open = new Set<Socket>();
  let isMuted = false;
  let opened = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    open.add(client);
    opened += 1;
    client.on("data", (bytes) => {
      if (!isMuted || !bytes.includes("listen ")) upstream.write(bytes);
    });
    upstream.on("data", (bytes) => client.write(bytes));
    const end = () => {
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const road = new URL(target.href);
  road.port = String((server.address() as { port: number }).port);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    connectionString: road.href,
    countOpen: () => open.size,
    countOpened: () => opened,
    cut: () => open.forEach((socket) => void socket.destroy()),
    mute: (on: boolean) => {
      isMuted = on;
    },
  };
}

test("a server that accepts connections but does not respond is tried on one connection at a time", async () => {
  const road = await openSilentProxy();
  const listener = await openListener({
    connectionString: road.connectionString,
    channels: ["billfold_listener_test"],
    roles: ["test"],
    version: "0.0.0",
    keys: [],
    connections: createConnections(),
    log: createLog({ level: "silent", write: () => undefined }),
  });
  road.mute(true);
  road.cut();
  await expect.poll(road.countOpened).toBeGreaterThanOrEqual(5);
  expect(road.countOpen()).toBeLessThanOrEqual(1);
  road.mute(false);
  await expect.poll(listener.alive).toBe(true);
  road.mute(true);
  road.cut();
  await expect.poll(road.countOpen).toBe(1);
  await listener.close();
  await expect.poll(road.countOpen).toBe(0);
});

test("the listener is trusted for three quarters of a second after the last message, and no longer", async () => {
  let elapsed = 0;
  const listener = await openListener({
    connectionString: inject("connectionString"),
    channels: ["billfold_listener_test"],
    roles: ["test"],
    version: "0.0.0",
    keys: [],
    connections: createConnections(),
    log: createLog({ level: "silent", write: () => undefined }),
    elapsed: () => elapsed,
  });
  elapsed += 749;
  expect(listener.alive()).toBe(true);
  elapsed += 1;
  expect(listener.alive()).toBe(false);
  // The next heartbeat is received, and the time counts from then.
  await expect.poll(listener.alive).toBe(true);
  await listener.close();
});
