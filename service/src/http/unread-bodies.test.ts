import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../test/harness.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  // The pages of the sandbox gateway exist only where there is one; none of these requests reaches it.
  service = await startService({ env: { BILLFOLD_SANDBOX_GATEWAY_URL: "http://127.0.0.1:9" } });
  company = await service.company();
});
afterAll(() => service.close());

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Writes everything before it reads anything, as Python's urllib does, and fails if a write does. */
async function sendAll(path: string, bytes: number, headers: string[] = [], isChunked = false) {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1").pause();
  const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${bytes}`;
  const head = [`POST ${path} HTTP/1.1`, "host: x", length, ...headers, "", ""].join("\r\n");
  const piece = Buffer.alloc(64 * kibibyte, " ");
  await write(head);
  for (let sent = 0; sent < bytes; sent += piece.length) {
    const part = piece.subarray(0, Math.min(piece.length, bytes - sent));
    await write(isChunked ? `${part.length.toString(16)}\r\n${part.toString()}\r\n` : part);
  }
  if (isChunked) await write("0\r\n\r\n");
  // A second request on the same connection shows that the connection is intact and that the body was consumed.
  await write("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text) => {
    heard += text;
  });
  socket.resume();
  await once(socket, "close");
  return heard;

  function write(data: string | Buffer) {
    return new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write(data, (error) => (error ? reject(error) : resolve()));
      socket.once("drain", () => socket.off("error", reject));
    });
  }
}

const statusesIn = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe("a response sent before the body has been read can be received", () => {
  const authorization = () => `authorization: Bearer ${company.appId}:${company.secret}`;

  test.each([1.1, 2, 5, 20])("413 for %d MiB", async (size) => {
    const heard = await sendAll("/api/v1/customers", Math.round(size * mebibyte), [authorization()]);
    expect(statusesIn(heard)).toEqual([413, 200]);
    expect(heard).toContain("The body is larger than 1 MiB. Split it into smaller requests.");
  });

  test("413 for a body of undeclared length", async () => {
    const heard = await sendAll("/api/v1/customers", 5 * mebibyte, [authorization()], true);
    expect(statusesIn(heard)).toEqual([413, 200]);
  });

  test.each([
    ["401 without a credential", "/api/v1/customers", 401],
    ["404 for a path that is not there, whatever was to be done with it", "/api/v1/nowhere", 404],
    ["401 for a notification that nobody signed", "/paystack/webhook", 401],
  ])("%s", async (_what, path, status) => {
    expect(statusesIn(await sendAll(path, 5 * mebibyte))).toEqual([status, 200]);
  });

  test("but a body is not read without a time limit", async () => {
    await expect(sendAll("/api/v1/customers", 400 * mebibyte, [authorization()])).rejects.toThrow(
      /EPIPE|ECONNRESET/,
    );
  });
});

describe("an unauthenticated client may send 16 KiB", () => {
  const isPage = (path: string) => /^\/(checkout|i|q|unsubscribe|sandbox)\b/.test(path);

  test.each([
    "/app/auth/sign-in/email",
    "/app/auth/sign-out",
    "/app/registrations",
    "/app/registrations/confirm",
    "/app/invitations/accept",
    "/app/step-up",
    "/app/account/name",
    "/app/account/language",
    "/app/account/email",
    "/app/account/email/confirm",
    "/checkout/pl_1_0123456789012345678901/pay",
    "/i/in_1_0123456789012345678901/pay",
    "/q/qt_1_0123456789012345678901/accept",
    "/q/qt_1_0123456789012345678901/decline",
    "/unsubscribe?token=x",
    "/sandbox/pay/0123456789",
    "/operator/api/companies/1/refuse",
  ])("to %s", async (path) => {
    const send = (bytes: number) =>
      fetch(service.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", origin: service.url },
        body: `{${" ".repeat(bytes - 2)}}`,
      });
    expect((await send(16 * kibibyte)).status).not.toBe(413);
    const refused = await send(16 * kibibyte + 1);
    expect(refused.status).toBe(413);
    expect(await refused.text()).toMatch(isPage(path) ? /<html/ : /larger than 16 KiB/);
  });
});

test("a gateway's notification may be 256 KiB, an event 4 MiB", async () => {
  const send = (header: string, bytes: number) =>
    fetch(`${service.url}/paystack/webhook`, {
      method: "POST",
      headers: { [header]: "t=1,v1=00" },
      body: " ".repeat(bytes),
    });
  expect((await send("x-paystack-signature", 256 * kibibyte)).status).toBe(401);
  expect((await send("x-paystack-signature", 256 * kibibyte + 1)).status).toBe(413);
  expect((await send("x-pay-signature", 4 * mebibyte)).status).toBe(401);
  expect((await send("x-pay-signature", 4 * mebibyte + 1)).status).toBe(413);
});

test("a client that disconnects is logged neither as our failure nor as one of the database", async () => {
  const before = service.logged.length;
  for (const path of ["/app/auth/sign-in/email", "/app/registrations"]) {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    const post = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc`;
    // Both arrive in one packet: a server that has answered the first request has begun to read the second.
    socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n${post}`);
    await once(socket, "data");
    socket.resetAndDestroy();
  }
  await expect
    .poll(() => service.logged.slice(before).filter((line) => line.includes("client disconnected")).length)
    .toBe(2);
  const lines = service.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain("database_unavailable");
});
