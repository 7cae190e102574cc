import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startService, type TestService } from "../../test/harness.ts";
import { rejectMalformed } from "./malformed-http.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function said(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (piece) => {
    heard += piece;
  });
  socket.write(text);
  await once(socket, "close");
  return heard;
}

const servicePort = () => Number(new URL(service.url).port);

test.each([
  ["what is no HTTP", "GARBAGE\r\n\r\n", 422, "malformed_request"],
  ["an address of 20 KiB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, "headers_too_large"],
])("%s is refused with the documented error body", async (_, text, status, code) => {
  const [head = "", body = ""] = (await said(servicePort(), text)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({
    success: false,
    error: expect.stringMatching(/\.$/),
    code,
    request_id: /^x-request-id: (\S+)$/m.exec(head)?.[1],
  });
});

test("a request that does not arrive completely is refused the same way", async () => {
  const late = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  const server = createServer((socket) => rejectMalformed(late, socket)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  expect(await said(port, "GET")).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s);
});
