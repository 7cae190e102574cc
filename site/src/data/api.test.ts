import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ApiFailure, call, callOnce, downloadUrl, onStepUpRequired, query, setIdentity } from "./api.ts";

/** A server that sends the reply that a test sets, and records requests. Status 0 breaks the connection. */
let server: Server;
let reply: { status: number; body: string; headers?: Record<string, string> };
const asked: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers, body });
    if (reply.status === 0) {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Browsers resolve a path against the page's origin; Node needs a host.
  const { port } = server.address() as AddressInfo;
  const plain = fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => plain(`http://127.0.0.1:${port}${path}`, init));
});
afterEach(() => {
  asked.length = 0;
  setIdentity({ csrfToken: undefined, companyId: undefined });
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

const failure = async (promise: Promise<unknown>): Promise<ApiFailure> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiFailure);
  return error as ApiFailure;
};

describe("a call", () => {
  test("goes to the API with the company, and with the CSRF token if it changes something", async () => {
    setIdentity({ csrfToken: "token", companyId: 7 });
    reply = { status: 201, body: '{"success":true,"key":{"app_id":"a"}}' };
    const answer = await call("POST", "/keys", { scopes: [] }, { idempotencyKey: "once" });
    expect(answer).toEqual({ success: true, key: { app_id: "a" } });
    expect(asked).toMatchObject([{ method: "POST", url: "/app/api/keys", body: '{"scopes":[]}' }]);
    expect(asked[0]?.headers).toMatchObject({
      "x-csrf-token": "token",
      "x-company-id": "7",
      "idempotency-key": "once",
      "content-type": "application/json",
    });
  });

  test("that reads carries no CSRF token, and full paths stay as they are", async () => {
    setIdentity({ csrfToken: "token" });
    reply = { status: 200, body: "{}" };
    await call("GET", "/app/session");
    await call("GET", "/operator/api/health");
    expect(asked.map(({ url }) => url)).toEqual(["/app/session", "/operator/api/health"]);
    expect(asked[0]?.headers).not.toHaveProperty("x-csrf-token");
    expect(asked[0]?.headers).not.toHaveProperty("x-company-id");
  });
});

describe("a failure", () => {
  test("has the message, field errors and request id of the response", async () => {
    const errors = [{ field: "email", message: "must be an email address" }];
    reply = {
      status: 422,
      body: JSON.stringify({ error: "email: no", code: "invalid_request", errors, request_id: "req_1" }),
    };
    const error = await failure(call("POST", "/users", {}));
    expect([error.status, error.code, error.message, error.requestId]).toEqual([
      422,
      "invalid_request",
      "email: no",
      "req_1",
    ]);
    expect(error.errors).toEqual(errors);
  });

  test("of better-auth is understood too", async () => {
    reply = {
      status: 401,
      body: '{"code":"INVALID","message":"Wrong password."}',
      headers: { "x-request-id": "req_2" },
    };
    const error = await failure(call("POST", "/app/auth/sign-in/email", {}));
    expect([error.code, error.message, error.requestId]).toEqual(["INVALID", "Wrong password.", "req_2"]);
  });

  test("without a message has a default one, never the HTML of a proxy", async () => {
    reply = { status: 502, body: "<html>Bad gateway</html>" };
    const error = await failure(call("GET", "/usage"));
    expect([error.status, error.code]).toEqual([502, "http_502"]);
    expect(error.message).toContain("Try again");
    expect(error.message).not.toContain("html");
  });

  test("to reach the service has its own code and says what to do", async () => {
    const reachable = fetch;
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const error = await failure(call("GET", "/usage"));
    vi.stubGlobal("fetch", reachable);
    expect([error.status, error.code]).toEqual([0, "unreachable"]);
    expect(error.message).toContain("connection");
  });
});

describe("addresses", () => {
  test("leave out empty query parameters", () => {
    expect(query({ status: "paid", q: "", cursor: undefined, limit: 25, all: false })).toBe(
      "?status=paid&limit=25&all=false",
    );
    expect(query({ q: "" })).toBe("");
    expect(query({ q: "a&b" })).toBe("?q=a%26b");
  });

  test("of downloads contain the company, because a link sends no headers", () => {
    expect(downloadUrl("/invoices/1.pdf")).toBe("/app/api/invoices/1.pdf");
    setIdentity({ companyId: 7 });
    expect(downloadUrl("/invoices/1.pdf")).toBe("/app/api/invoices/1.pdf?company_id=7");
    expect(downloadUrl("/exports/invoices.csv?status=paid")).toBe(
      "/app/api/exports/invoices.csv?status=paid&company_id=7",
    );
  });
});

describe("a change that requires a step-up", () => {
  const refusal = { success: false, error: "Prove it.", code: "step_up_required", request_id: "r" };

  test("is sent again with the same body and idempotency key after the step-up", async () => {
    reply = { status: 403, body: JSON.stringify(refusal) };
    onStepUpRequired(async () => {
      reply = { status: 201, body: '{"success":true}' };
      return true;
    });
    expect(await call("POST", "/keys", { scopes: [] }, { idempotencyKey: "k" })).toEqual({ success: true });
    expect(asked.map(({ url, body, headers }) => [url, body, headers["idempotency-key"]])).toEqual([
      ["/app/api/keys", '{"scopes":[]}', "k"],
      ["/app/api/keys", '{"scopes":[]}', "k"],
    ]);
  });

  test("fails with a clear message and is not sent again when the step-up is cancelled", async () => {
    reply = { status: 403, body: JSON.stringify(refusal) };
    onStepUpRequired(async () => false);
    const { status, code, message } = await failure(call("POST", "/keys", { scopes: [] }));
    expect([status, code, asked.length]).toEqual([403, "step_up_required", 1]);
    expect(message).toContain("Nothing was changed");
  });
});

describe("a call that takes effect once", () => {
  const pay = (body: object = { amount: "5" }) => callOnce("/payments", body).catch(() => undefined);
  const keys = () => asked.map(({ headers }) => headers["idempotency-key"]);

  test("keeps its key while there is no response, or the service fails", async () => {
    reply = { status: 0, body: "" };
    await pay();
    reply = { status: 503, body: "" };
    await pay();
    reply = { status: 200, body: "{}" };
    await pay();
    expect([keys().length, new Set(keys()).size]).toEqual([3, 1]);
  });

  test("sends one key when it is pressed twice at once", async () => {
    reply = { status: 200, body: "{}" };
    await Promise.all([pay(), pay()]);
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  });

  test("gets a new key after it succeeded", async () => {
    reply = { status: 200, body: "{}" };
    await pay();
    await pay();
    expect(new Set(keys()).size).toBe(2);
  });

  test("gets a new key after a refusal, and for another body", async () => {
    reply = { status: 422, body: "{}" };
    await pay();
    reply = { status: 0, body: "" };
    await pay();
    await pay({ amount: "6" });
    expect(new Set(keys()).size).toBe(3);
  });
});
