import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A process with a hundred receivers, one per path; those under /hang never respond. It shares the machine with the
 * service, so to save time it keeps only counts and lags, not requests.
 */
let taken = 0;
let lags: number[] = [];
const createdAt = /"created_at":"([^"]+)"/;

const server = createServer((request, response) => {
  let head = "";
  request.on("data", (chunk: Buffer) => {
    if (head === "") head = chunk.toString("latin1", 0, 300);
  });
  request.on("end", () => {
    if (request.url?.startsWith("/hang")) return;
    taken += 1;
    lags.push(Date.now() - Date.parse(createdAt.exec(head)?.[1] ?? ""));
    response.writeHead(200, { "content-length": "2" }).end("ok");
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));

process.on("message", () => {
  process.send!({ taken, lags });
  lags = [];
});
process.on("disconnect", () => process.exit());
