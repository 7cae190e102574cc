import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = [status: number, body: unknown, headers?: Record<string, string>];

/** As much of the API as smoke.mjs asks for. It begins anew for each runtime. */
export async function openServer() {
  let pings = 0;
  const answers: Record<string, (body: string, headers: IncomingMessage["headers"]) => Answer | undefined> = {
    "GET /ping": () => {
      pings += 1;
      return pings === 1 ? [503, { code: "busy" }, { "retry-after": "1" }] : [200, { success: true }];
    },
    "POST /invoices": (body, headers) => [
      201,
      { success: true, invoice: JSON.parse(body), key: headers["idempotency-key"] },
    ],
    "GET /invoices?limit=100&status=open": () => [200, page([3, 2], "next")],
    "GET /invoices?limit=100&status=open&cursor=next": () => [200, page([1], null)],
    "GET /customers/1": () => [404, { code: "not_found", error: "No." }, { "x-request-id": "req_1" }],
    "GET /invoices/7.pdf": () => [200, Buffer.from([37, 80, 68, 70, 255])],
    "GET /books/export?after=1": () => [
      200,
      Buffer.from(`${event(2)}${event(3)}{"type":"end","events":2}\n`),
    ],
    "GET /products": () => undefined,
    "GET /sales": () => [302, {}, { location: "/elsewhere" }],
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const asked = `${request.method} ${request.url!.replace("/api/v1", "")}`;
    const answer = answers[asked] ?? ((): Answer => [418, { code: "unexpected", error: asked }]);
    send(response, answer(Buffer.concat(parts).toString("utf8"), request.headers));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/api/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const event = (sequence: number) => `{"type":"event","sequence":${sequence},"body":"Zoë €"}\n`;

const page = (ids: number[], next_cursor: string | null) => ({
  success: true,
  invoices: ids.map((id) => ({ id })),
  pagination: { limit: 100, has_more: next_cursor !== null, next_cursor },
});

/** What has no answer is left waiting. */
function send(response: ServerResponse, answer: Answer | undefined): void {
  if (!answer) return;
  const [status, body, headers = {}] = answer;
  response.writeHead(status, headers).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}
