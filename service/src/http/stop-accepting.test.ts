import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { stopAccepting } from "./stop-accepting.ts";

const request = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx";

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, response) => {
    incoming.resume();
    response.end("answered");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** As a server is closed: first the port, then the connections that carry no request. */
async function close(server: Server): Promise<void> {
  await stopAccepting(server);
  server.close();
}

/** Connects and sends in another thread, while this one, which would accept the connection, is blocked. */
function sendWhileBlocked(port: number): Promise<string> {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { workerData, parentPort } = require("node:worker_threads");
    const socket = require("node:net").connect(workerData.port, "127.0.0.1", () => {
      socket.write(workerData.request, () => {
        Atomics.store(workerData.sent, 0, 1);
        Atomics.notify(workerData.sent, 0);
      });
    });
    let response = "";
    socket.on("data", (chunk) => (response += chunk));
    socket.on("error", (error) => (response += error.code));
    socket.on("close", () => parentPort.postMessage(response));`;
  const worker = new Worker(code, { eval: true, workerData: { port, request, sent } });
  const answer = new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  Atomics.wait(sent, 0, 0, 20_000);
  return answer;
}

test("a request on a connection that waits to be accepted is answered", async () => {
  const { server, port } = await listening();
  const answer = sendWhileBlocked(port);
  await close(server);
  expect(await answer).toContain("answered");
});

test("a request that is sent just after its connection was accepted is answered", async () => {
  const { server, port } = await listening();
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve) => server.once("connection", resolve));
  const closed = close(server);
  await delay(10);
  socket.write(request);
  expect(await text(socket)).toContain("answered");
  await closed;
});

test("further connections are refused, and an idle one is closed", async () => {
  const { server, port } = await listening();
  const idle = connect(port, "127.0.0.1");
  await new Promise((resolve) => server.once("connection", resolve));
  await close(server);
  expect(await text(idle)).toBe("");
  const refused = new Promise((resolve) => connect(port, "127.0.0.1").once("error", resolve));
  expect(await refused).toMatchObject({ code: "ECONNREFUSED" });
});
