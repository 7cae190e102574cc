import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import { ApiError } from "./errors.ts";
import { clientOf, json, refuse, secret, serve } from "./faulty-server.fixture.ts";

describe("errors", () => {
  test.each([
    [401, "UnauthenticatedError"],
    [403, "ForbiddenError"],
    [404, "NotFoundError"],
    [413, "ApiError"],
    [422, "InvalidError"],
    [429, "TooManyRequestsError"],
    [500, "ServerError"],
    [502, "UnavailableError"],
    [503, "UnavailableError"],
  ])("%i is %s, with code, message, field errors and request id", async (status, name) => {
    const errors = [{ field: "lines[0].quantity", message: "must be above 0" }];
    const { baseUrl } = await serve(
      json(
        status,
        { success: false, error: "No.", code: "a_code", errors, request_id: "req_9" },
        { "retry-after": "0" },
      ),
    );
    const error = await clientOf(baseUrl, { retries: 0 })
      .client.invoices.list()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name,
      status,
      code: "a_code",
      message: "No.",
      errors,
      requestId: "req_9",
      retryAfterSeconds: 0,
    });
  });

  test("what a proxy says in the service's place is an error too", async () => {
    const { baseUrl } = await serve((response) => response.writeHead(504).end("<h1>Gateway Timeout</h1>"));
    await expect(clientOf(baseUrl).client.ping()).rejects.toThrow("GET /ping returned 504");
  });

  const date = (seconds: number) => new Date(Date.UTC(2020, 0, 1) + seconds * 1000).toUTCString();
  test.each([
    ["90", 90],
    ["0", 0],
    [date(90), 90],
    [date(-90), 0],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
  ])("Retry-After %s, by the clock of whoever wrote it", async (header, seconds) => {
    const { baseUrl } = await serve(refuse(503, "busy", { "retry-after": header, date: date(0) }));
    const failing = clientOf(baseUrl, { retries: 0 }).client.ping();
    await expect(failing).rejects.toMatchObject({ retryAfterSeconds: seconds });
  });

  test("what a code tells besides is kept: the scope that lacks, the quota that is used up", async () => {
    const reported = { quota: "invoices", limit: 500, used: 500, resets_at: "2026-12-01T00:00:00.000Z" };
    const body = { success: false, error: "No.", code: "quota_exceeded", request_id: "req_9", ...reported };
    const { baseUrl } = await serve(json(429, body), json(403, { error: "No.", code: "a_code" }));
    const { client } = clientOf(baseUrl, { retries: 0 });
    await expect(client.ping()).rejects.toMatchObject({ details: reported, requestId: "req_9" });
    await expect(client.ping()).rejects.toMatchObject({ details: {} });
  });

  test("no error, and no view of the client, shows the secret", async () => {
    const said = `Bearer x:${secret} is odd`;
    const echo = await serve(
      json(422, { error: said, code: said, errors: [{ field: said, message: said }], scope: said }),
    );
    const leaky = () => Promise.reject(new Error(`bad header: ${secret}`));
    const { client } = clientOf(echo.baseUrl);
    const failures = await Promise.all([
      client.ping().catch((thrown: unknown) => thrown),
      clientOf("http://127.0.0.1:9/api/v1", { retries: 0 })
        .client.ping()
        .catch((thrown: unknown) => thrown),
      clientOf("http://localhost/api/v1", { fetch: leaky, retries: 0 })
        .client.ping()
        .catch((thrown: unknown) => thrown),
    ]);
    expect(failures.map((failure) => failure instanceof ApiError)).toEqual([true, true, true]);
    for (const shown of [...failures, client]) {
      expect(inspect(shown, { depth: 10, showHidden: true })).not.toContain(secret);
    }
  });

  test.each([
    [{ appId: "a b" }, /appId must be/],
    // These come from environment variables that are not set.
    [{ appId: undefined as unknown as string }, /appId and secret are missing/],
    [{ secret: undefined as unknown as string }, /appId and secret are missing/],
    [{ secret: `${secret}\n` }, /secret must be the Secret exactly as shown/],
  ])("%j is refused at the start, without repeating it", (option, message) => {
    const options = { baseUrl: "https://host/api/v1", appId: "a", secret, ...option };
    expect(() => createClient(options)).toThrow(message);
    expect(() => createClient(options)).not.toThrow(new RegExp(secret));
  });
});
