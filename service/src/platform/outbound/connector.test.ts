import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import {
  authorityCertificate,
  expiredCertificate,
  httpServer,
  lookupOf,
  post,
  selfSignedCertificate,
  serverKey,
  testOutbound,
  trustedCertificate,
} from "./outbound.fixture.ts";

// A global unicast address in a range that is not allocated.
const nobody = "3000::1";

describe("a guarded call", () => {
  const server = () => httpServer((_, response) => response.end());

  test.each([
    ["127.0.0.1", "127.0.0.1 is"],
    ["127.1", "127.0.0.1 is"],
    ["2130706433", "127.0.0.1 is"],
    ["0x7f.1", "127.0.0.1 is"],
    ["0.0.0.0", "0.0.0.0 is"],
    ["[::1]", "::1 is"],
    ["[::ffff:127.0.0.1]", "::ffff:7f00:1 is"],
    ["[64:ff9b::7f00:1]", "64:ff9b::7f00:1 is"],
    ["169.254.169.254", "169.254.169.254 is"],
    ["localhost", "localhost leads to"],
  ])("does not connect to %s", async (host, words) => {
    const seen = await server();
    const result = await testOutbound({ allowLocal: false }).send(post(`http://${host}:${seen.port}/`));
    const message = `${words} a non-public address; only public addresses are allowed`;
    expect(result).toMatchObject({ kind: "failed", failure: "address_refused", message });
    expect(seen.connections).toBe(0);
  });

  test("gives the same error for every internal name, so that callers learn nothing about the network", async () => {
    const inside = [
      "127.0.0.1",
      "10.4.5.6",
      "192.168.1.7",
      "169.254.169.254",
      "100.64.0.1",
      "::1",
      "fd00::7",
      "fe80::1",
    ];
    for (const addresses of [...inside.map((address) => [address]), inside]) {
      const outbound = testOutbound({ allowLocal: false, lookup: lookupOf(addresses) });
      const result = await outbound.send(post("http://database.corp/"));
      expect(result).toMatchObject({
        failure: "address_refused",
        message: "database.corp leads to a non-public address; only public addresses are allowed",
      });
    }
  });

  test("resolves the name again for each connection", async () => {
    const seen = await server();
    const outbound = testOutbound({ allowLocal: false, lookup: lookupOf([nobody], ["127.0.0.1"]) });
    const url = `http://hooks.test:${seen.port}/`;
    const first = await outbound.send(post(url, { timeoutMs: 500 }));
    expect(["connect", "timeout"]).toContain(first.kind === "failed" && first.failure);
    expect(await outbound.send(post(url))).toMatchObject({
      failure: "address_refused",
      message: "hooks.test leads to a non-public address; only public addresses are allowed",
    });
    expect(seen.connections).toBe(0);
  });

  test("uses only the public ones of a name's addresses", async () => {
    const seen = await server();
    const outbound = testOutbound({ allowLocal: false, lookup: lookupOf(["127.0.0.1", nobody, "::1"]) });
    const result = await outbound.send(post(`http://hooks.test:${seen.port}/`, { timeoutMs: 500 }));
    expect(["connect", "timeout"]).toContain(result.kind === "failed" && result.failure);
    expect(seen.connections).toBe(0);
  });

  test("connects to any address for an exempt origin, and only for that origin", async () => {
    const [exempt, other] = [await server(), await server()];
    const outbound = testOutbound({ allowLocal: false, exemptOrigins: [exempt.url] });
    expect(await outbound.send(post(`${exempt.url}/a/b`))).toMatchObject({ status: 200 });
    for (const url of [other.url, `http://localhost:${exempt.port}`, `https://127.0.0.1:${exempt.port}`]) {
      expect(await outbound.send(post(url))).toMatchObject({ failure: "address_refused" });
    }
    expect([exempt.connections, other.connections]).toEqual([1, 0]);
  });
});

describe("over TLS", () => {
  beforeAll(() => setDefaultCACertificates([...getCACertificates(), authorityCertificate]));
  const outbound = () => testOutbound({ lookup: lookupOf(["127.0.0.1"]) });
  const secured = (cert: string) =>
    httpServer(
      (_, response) => response.end("ok"),
      (listener) => createTlsServer({ key: serverKey, cert }, listener),
    );

  test("the certificate is checked for the name in the URL, whatever the Host header says", async () => {
    const { port } = await httpServer(
      (request, response) => response.end((request.socket as TLSSocket & { servername: string }).servername),
      (listener) => createTlsServer({ key: serverKey, cert: trustedCertificate }, listener),
    );
    for (const host of [`hooks.test:${port}`, "other.test"]) {
      const result = await outbound().send(post(`https://hooks.test:${port}/`, { headers: { host } }));
      expect(result).toMatchObject({ status: 200, body: Buffer.from("hooks.test") });
    }
    const result = await outbound().send(
      post(`https://other.test:${port}/`, { headers: { host: "hooks.test" } }),
    );
    expect(result).toMatchObject({ failure: "tls", message: "the certificate is for another name" });
  });

  test("HTTP/1.1 is used, even with a server that prefers HTTP/2", async () => {
    const { port } = await httpServer(
      (request, response) => response.end(request.httpVersion),
      (listener) =>
        createSecureServer({ key: serverKey, cert: trustedCertificate, allowHTTP1: true }, listener as never),
    );
    const result = await outbound().send(post(`https://hooks.test:${port}/`));
    expect(result).toMatchObject({ status: 200, body: Buffer.from("1.1") });
  });

  test.each([
    ["the certificate is self-signed", selfSignedCertificate],
    ["the certificate has expired", expiredCertificate],
  ])("a call fails when %s, and no request is sent", async (message, certificate) => {
    const server = await secured(certificate);
    const result = await outbound().send(post(`https://hooks.test:${server.port}/`));
    expect(result).toMatchObject({ kind: "failed", failure: "tls", message });
    expect(server.requests).toBe(0);
  });

  test("a call fails when the server does not use TLS, and the other way round", async () => {
    const plain = await httpServer((_, response) => response.end(), createServer);
    const result = await outbound().send(post(`https://hooks.test:${plain.port}/`));
    expect(result).toMatchObject({ kind: "failed", failure: "tls" });
    const server = await secured(trustedCertificate);
    expect(await outbound().send(post(server.url))).toMatchObject({ kind: "failed" });
    expect(server.requests).toBe(0);
  });
});
