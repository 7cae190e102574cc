import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import net, { type LookupFunction, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createOutbound, type Outbound, type OutboundRequest } from "./outbound.ts";

/** An Outbound that may call this machine, unless the test is about that. */
export function testOutbound(options: Partial<Parameters<typeof createOutbound>[0]> = {}): Outbound {
  const outbound = createOutbound({
    allowLocal: true,
    httpsOnly: false,
    exemptOrigins: [],
    connectionsPerOrigin: 4,
    ...options,
  });
  onTestFinished(() => outbound.close());
  return outbound;
}

export function post(url: string, changes: Partial<OutboundRequest> = {}): OutboundRequest {
  const headers = { "content-type": "application/json" };
  return {
    method: "POST",
    url,
    headers,
    body: '{"id":1}',
    timeoutMs: 20_000,
    responseBytesMax: 2048,
    ...changes,
  };
}

/** A server that counts its connections and requests, because most tests are about what a server must not receive. */
export type TestServer = { url: string; port: number; connections: number; open: number; requests: number };

export function httpServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  make: (listener: RequestListener) => net.Server = createServer,
): Promise<TestServer> {
  const seen = { url: "", port: 0, connections: 0, open: 0, requests: 0 };
  const server = make((request, response) => {
    seen.requests += 1;
    request.resume().on("end", () => answer(request, response));
  });
  return listen(server, seen);
}

/** A server whose response the test writes as raw bytes. */
export function rawServer(
  receive: (socket: Socket, nth: { connection: number; request: number }) => void,
): Promise<TestServer> {
  const seen = { url: "", port: 0, connections: 0, open: 0, requests: 0 };
  const server = net.createServer((socket) => {
    const connection = seen.connections;
    let request = 0;
    socket.on("data", () => {
      seen.requests += 1;
      request += 1;
      receive(socket, { connection, request });
    });
  });
  return listen(server, seen);
}

async function listen(server: net.Server, seen: TestServer): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.prependListener("connection", (socket: Socket) => {
    sockets.add(socket);
    seen.connections += 1;
    seen.open += 1;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      seen.open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  seen.port = (server.address() as net.AddressInfo).port;
  seen.url = `http://127.0.0.1:${seen.port}`;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return seen;
}

/** Resolves every name to these addresses: the first list at first, the last one from then on. */
export function lookupOf(...answers: string[][]): LookupFunction {
  let turn = 0;
  return (_, __, callback) => {
    const addresses = answers[Math.min(turn, answers.length - 1)] ?? [];
    turn += 1;
    process.nextTick(
      callback,
      null,
      addresses.map((address) => ({ address, family: net.isIP(address) })),
    );
  };
}

// All are for the name hooks.test and, except for the expired one, valid until 2120. They protect nothing.
export const authorityCertificate = `-----BEGIN CERTIFICATE-----
MIIBZDCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1
dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOVGVzdCBhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQE
3HJR4k1tI9NYDiKG6votFwas3QP3wERnyNKdcTr3533QpRt99fQhQDtLtkTSLhgJ
cFggQzIoZf+Cxs79kf8po0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQE
AwICBDAdBgNVHQ4EFgQUcfF3rQUDx8oOKEdCprZcSepUXLQwCgYIKoZIzj0EAwID
RwAwRAIgICtaAK/mdci5yXVs3rY6naVwDu7QpTu4DG57YhBoZZQCIG9w5/lnUIA8
ozZgaxY0dL835rwwTGkAbHWqSwgNm8se
-----END CERTIFICATE-----
`;

export const serverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgA0CJgjoWzNA1d7Ht
Fz1IOs2+c1NlYqUgDltBSgOT1Y+hRANCAASGkMFWd8FLEqkNzRptWnUlZXB5Oylu
/IePqZGEMPeGNbpeThK1SFloBqKp3Cf5u6Cx7A0SeTw0En50x/RtANg3
-----END PRIVATE KEY-----
`;

export const trustedCertificate = `-----BEGIN CERTIFICATE-----
MIIBhDCCASmgAwIBAgIBAzAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1
dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFTETMBEG
A1UEAwwKaG9va3MudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIaQwVZ3
wUsSqQ3NGm1adSVlcHk7KW78h4+pkYQw94Y1ul5OErVIWWgGoqncJ/m7oLHsDRJ5
PDQSfnTH9G0A2DejZDBiMAkGA1UdEwQCMAAwFQYDVR0RBA4wDIIKaG9va3MudGVz
dDAdBgNVHQ4EFgQUxbnbnn9EITvHiAIfVCHF5byF9zwwHwYDVR0jBBgwFoAUcfF3
rQUDx8oOKEdCprZcSepUXLQwCgYIKoZIzj0EAwIDSQAwRgIhALeEM+T58V9rKG+p
DPzGXGEBv3ZgHTne8WlP3l16wucvAiEAyUTJwVJK3ToOlFVJ7daFja09VdMM0kV7
t/rBszdRftg=
-----END CERTIFICATE-----
`;

export const expiredCertificate = `-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIBBDAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1
dGhvcml0eTAeFw0yMDAxMDEwMDAwMDBaFw0yMDAxMDIwMDAwMDBaMBUxEzARBgNV
BAMMCmhvb2tzLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASGkMFWd8FL
EqkNzRptWnUlZXB5Oylu/IePqZGEMPeGNbpeThK1SFloBqKp3Cf5u6Cx7A0SeTw0
En50x/RtANg3o2QwYjAJBgNVHRMEAjAAMBUGA1UdEQQOMAyCCmhvb2tzLnRlc3Qw
HQYDVR0OBBYEFMW5255/RCE7x4gCH1QhxeW8hfc8MB8GA1UdIwQYMBaAFHHxd60F
A8fKDihHQqa2XEnqVFy0MAoGCCqGSM49BAMCA0gAMEUCIQDwmjPukY3f7fYOXXlL
AbeXYpaPt+q/bbe4PfzSFKf05AIgEe5rQDcYrZY1GB0ChGlAwhnNQtPCfIFaCD9j
zODcbQM=
-----END CERTIFICATE-----
`;

export const selfSignedCertificate = `-----BEGIN CERTIFICATE-----
MIIBXzCCAQSgAwIBAgIBAjAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDApob29rcy50
ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYDVQQD
DApob29rcy50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEhpDBVnfBSxKp
Dc0abVp1JWVweTspbvyHj6mRhDD3hjW6Xk4StUhZaAaiqdwn+bugsewNEnk8NBJ+
dMf0bQDYN6NDMEEwCQYDVR0TBAIwADAVBgNVHREEDjAMggpob29rcy50ZXN0MB0G
A1UdDgQWBBTFuduef0QhO8eIAh9UIcXlvIX3PDAKBggqhkjOPQQDAgNJADBGAiEA
xXJK/VgnW3Um8CxFIB00UZp8V7wAKLq1V4Zmios+mzECIQDpA6/tOC0P5nK6Q3Md
GbJz9mVpkag7f/amOzEM181MYQ==
-----END CERTIFICATE-----
`;
