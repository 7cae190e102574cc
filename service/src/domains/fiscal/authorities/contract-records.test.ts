import { describe, expect, test } from "vitest";
import { httpServer } from "../../../platform/outbound/outbound.fixture.ts";
import { adapters } from "./adapters.ts";
import {
  type AuthoritySetup,
  callIn,
  lookUp,
  movedTo,
  planFault,
  register,
  registered,
  startAuthoritySetup,
  submit,
} from "./contract.fixture.ts";

const calling = Object.values(adapters)
  .filter((adapter) => adapter.lookUp !== undefined)
  .map((adapter) => [adapter.name, adapter] as const);

/** Every way in which a secret could be written down. */
function secretForms({ account }: AuthoritySetup): string[] {
  const { api_key, api_secret, certificate, username, password } = account;
  return [api_key, api_secret, certificate, username, password]
    .filter((secret) => secret !== undefined)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      ...(["base64", "base64url", "hex"] as const).map((form) =>
        Buffer.from(secret).toString(form).replace(/=+$/, ""),
      ),
      // Somewhere inside a longer text that was encoded as a whole.
      ...[0, 1, 2].map((offset) => {
        const inside = Buffer.from(`${" ".repeat(offset)}${secret}`).toString("base64");
        return inside.slice(offset === 0 ? 0 : 4, -4);
      }),
    ]);
}

function expectNoSecrets(setup: AuthoritySetup): void {
  expect(setup.exchanges.length).toBeGreaterThan(0);
  const kept = JSON.stringify(setup.exchanges);
  for (const form of secretForms(setup)) expect(kept).not.toContain(form);
  for (const { request, response } of setup.exchanges) {
    expect(Buffer.byteLength(request)).toBeLessThanOrEqual(16 * 1024);
    expect(Buffer.byteLength(response)).toBeLessThanOrEqual(16 * 1024);
    expect(request + response).not.toContain("\0");
  }
}

describe.each(calling)("%s", (_, adapter) => {
  test("every call is recorded and readable", async () => {
    const setup = await startAuthoritySetup(adapter);
    await adapter.check(callIn(setup));
    const { irn } = await registered(setup);
    await lookUp(setup);
    expect(setup.exchanges).toHaveLength(setup.authority.calls().length);
    for (const { httpStatus, durationMs, code } of setup.exchanges) {
      expect([200, 201, 202].includes(httpStatus!) || code === "2148").toBe(true);
      expect(durationMs).toBeGreaterThanOrEqual(0);
    }
    const submitted = setup.exchanges.findLast(({ operation }) => operation === "submit")!;
    expect(submitted.request).toMatch(/^POST \/\S+\n\{.*Bola & Sons/s);
    const reported = setup.exchanges.findLast(({ operation }) => operation === "lookup")!;
    expect(reported.request).toMatch(/^GET \/\S+$/);
    expect(reported.response).toContain(irn);
    expectNoSecrets(setup);
  });

  test("so are rejections, with the authority's message, and timeouts", async () => {
    const setup = await startAuthoritySetup(adapter);
    planFault(setup, "duplicate_other");
    await register(setup);
    planFault(setup, "timeout_before", "lookup");
    await adapter.lookUp!(callIn(setup, { timeoutMs: 200 }), setup.document, setup.key);
    const codes = setup.exchanges.map(({ code }) => code).filter((code) => code !== null);
    if (!adapter.poll) expect(codes).toEqual([adapter.name === "india_irp" ? "2150" : "duplicate_other"]);
    expect(setup.exchanges.at(-1)).toMatchObject({ operation: "lookup", httpStatus: null, code: null });
    expect(setup.exchanges.at(-1)!.response).toContain("no response within 0.2 s");
    expectNoSecrets(setup);
  });

  test("a response that repeats our credentials is recorded without them, and truncated", async () => {
    const setup = await startAuthoritySetup(adapter);
    const { url } = await httpServer(({ headers }, response) => {
      const { account } = setup;
      const encoded = Buffer.from(account.api_secret!).toString("base64");
      const details = [{ field: "tin", code: "x", message: `${account.api_secret} ${encoded} \0` }];
      const body = { Status: 0, headers, account, encoded, error: { details }, filler: "é".repeat(20_000) };
      response.writeHead(400).end(JSON.stringify(body));
    });
    const outcome = await submit(movedTo(setup, url));
    expectNoSecrets(setup);
    for (const form of secretForms(setup)) expect(JSON.stringify(outcome)).not.toContain(form);
    expect(outcome).toMatchObject(
      adapter.name === "india_irp" ? { kind: "failed", cause: "protocol" } : { kind: "rejected" },
    );
  });

  const nonsense: [string, number, string][] = [
    ["no JSON", 200, "O\0K"],
    ["no object", 200, "[]"],
    ["another object", 200, '{"hello":"world"}'],
    ["data that is none", 200, '{"code":200,"data":null,"Status":1,"Data":null}'],
    ["data that says no", 200, '{"code":200,"data":{"ok":false},"Status":1,"Data":"e30="}'],
    ["data without end", 200, `{"code":200,"data":{"ok":true,"long":"${"x".repeat(3 * 1024 * 1024)}"}}`],
    ["a way elsewhere", 307, '{"code":200,"data":{"ok":true}}'],
  ];
  test.each(nonsense)("nonsense is no acceptance: %s", async (_, status, body) => {
    const setup = await startAuthoritySetup(adapter);
    const { url } = await httpServer((_, response) =>
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(body),
    );
    const moved = movedTo(setup, url);
    expect(await submit(moved)).toMatchObject({ kind: "failed" });
    expect(await lookUp(moved)).toMatchObject({
      kind: "failed",
      cause: "protocol",
      mayHaveCommitted: true,
    });
    expectNoSecrets(setup);
  });

  test.each([404, 405, 418])(
    "HTTP %i without a word is about the address, and nothing was taken",
    async (status) => {
      const setup = await startAuthoritySetup(adapter);
      const { url } = await httpServer((_, response) => response.writeHead(status).end("<p>Nothing here"));
      const failed = { kind: "failed", cause: "protocol", mayHaveCommitted: false };
      expect(await submit(movedTo(setup, url))).toMatchObject(failed);
      await expect(adapter.check(callIn(movedTo(setup, url)))).rejects.toMatchObject({
        code: "integration_error",
      });
    },
  );
});
