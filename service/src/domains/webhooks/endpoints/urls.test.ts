import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

const production = {
  BILLFOLD_ENVIRONMENT: "production",
  BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
  BILLFOLD_SITE_URL: "https://billfold.example.com",
  BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
};
const headers = { "x-forwarded-proto": "https" };
const started: TestService[] = [];
const at: Record<"sandbox" | "production" | "development", TestCompany> = {} as never;
beforeAll(async () => {
  const start = async (env: Record<string, string>) => {
    const service = await startService({ env });
    started.push(service);
    return service.company();
  };
  at.sandbox = await start({ BILLFOLD_SITE_URL: "http://10.1.2.3:8080" });
  at.production = await start(production);
  at.development = await start({ BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" });
});
afterAll(() => Promise.all(started.map((service) => service.close())));

/** By POST and by PATCH, which must agree; nothing when the URL is accepted by both. */
async function faultOf(where: keyof typeof at, url: string): Promise<string | undefined> {
  const by = at[where];
  const made = await by.call("POST /webhooks/endpoints", {
    body: { url: "https://hooks.example/" },
    headers,
  });
  const one = `/webhooks/endpoints/${made.body.endpoint.id}`;
  const posted = await by.call("POST /webhooks/endpoints", { body: { url }, headers });
  const patched = await by.call(`PATCH ${one}`, { body: { url }, headers });
  const kept = (await by.call(`GET ${one}`, { headers })).body.endpoint.url;
  await by.call(`DELETE ${one}`, { headers });
  if (posted.status === 201) {
    await by.call(`DELETE /webhooks/endpoints/${posted.body.endpoint.id}`, { headers });
    expect([patched.status, kept, posted.body.endpoint.url]).toEqual([200, url, url]);
    return undefined;
  }
  expect([posted.status, patched.status, kept]).toEqual([422, 422, "https://hooks.example/"]);
  expect(patched.body.errors).toEqual(posted.body.errors);
  expect(posted.body.errors).toEqual([{ field: "url", message: expect.any(String) }]);
  return posted.body.errors[0].message;
}

const local: [string, ...string[]][] = [
  ["a loopback address", "127.0.0.1", "127.1", "127.255.255.254", "[::1]", "[0:0:0:0:0:0:0:1]"],
  ["a loopback address", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1."],
  ["a loopback address", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "１２７.0.0.1"],
  ["a private address", "10.0.0.7", "172.16.0.1", "192.168.1.1", "3232235777", "[fd00::1]", "[::ffff:a00:7]"],
  [
    "a cloud metadata address",
    "169.254.169.254",
    "0xa9fea9fe",
    "[::ffff:169.254.169.254]",
    "100.100.100.200",
  ],
  ["a link-local address", "169.254.1.1", "[fe80::1]"],
  ["a carrier's shared address", "100.64.0.1"],
  ["an unspecified address", "0.0.0.0", "0", "[::]"],
  ["a multicast address", "224.0.0.1", "[ff02::1]"],
  [
    "a local name",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "printer.local",
    "metadata.google.internal",
  ],
];

describe("a url that leads to this machine or its network is 422", () => {
  test.each(local)("as %s: %s, …", async (words, ...hosts) => {
    for (const host of hosts) {
      for (const where of ["sandbox", "production"] as const) {
        expect([host, where, await faultOf(where, `https://${host}/hook`)]).toEqual([
          host,
          where,
          expect.stringContaining(`must not point to ${words}`),
        ]);
      }
    }
  });

  test("at whichever port", async () => {
    for (const port of [80, 443, 5432, 8443, 65_535]) {
      expect(await faultOf("sandbox", `https://127.0.0.1:${port}/hook`)).toContain("a loopback address");
    }
  });

  test("unless the operator allows it for development", async () => {
    for (const host of local.flatMap(([, ...hosts]) => hosts)) {
      expect([host, await faultOf("development", `http://${host}/hook`)]).toEqual([host, undefined]);
    }
  });
});

describe("a url is 422 everywhere", () => {
  test.each([
    ["with a user name", "https://user@hooks.example/", "user name or password"],
    ["with a password", "https://user:hunter2@hooks.example/", "user name or password"],
    ["with a fragment", "https://hooks.example/#part", "fragment"],
    ["at a port of another protocol", "https://hooks.example:25/", "port 25"],
    ["of another scheme", "ftp://hooks.example/", "http:// or https://"],
    ["of a scheme that has no host", "javascript:alert(1)", "http:// or https://"],
    ["that is a file", "file:///etc/passwd", "http:// or https://"],
    ["without a scheme", "hooks.example/hook", "a full URL"],
    ["without a host", "https://", "a full URL"],
    ["that is only a path", "/hook", "a full URL"],
    ["with a port that is none", "https://hooks.example:99999/", "a full URL"],
    ["with an address that is none", "https://256.1.1.1/", "a full URL"],
  ])("%s", async (_name, url, message) => {
    for (const where of ["sandbox", "production", "development"] as const) {
      expect([where, await faultOf(where, url)]).toEqual([where, expect.stringContaining(message)]);
    }
  });

  test("and a password in it is not repeated", async () => {
    const body = { url: "https://user:hunter2@127.0.0.1/" };
    expect((await at.sandbox.call("POST /webhooks/endpoints", { body })).text).not.toContain("hunter2");
  });
});

describe("http://", () => {
  test("is taken outside production", async () => {
    expect(await faultOf("sandbox", "http://hooks.example/hook")).toBeUndefined();
    expect(await faultOf("development", "http://hooks.example/hook")).toBeUndefined();
  });

  test("is 422 in production", async () => {
    expect(await faultOf("production", "http://hooks.example/hook")).toBe("must be an https:// address");
  });
});

describe("a url is taken everywhere, as it was written", () => {
  test.each([
    "https://hooks.example",
    "https://hooks.example/a/b?token=x&y=%20",
    "https://hooks.example:8443/hook",
    "https://HOOKS.example/Hook",
    "https://8.8.8.8/hook",
    "https://[2606:4700:4700::1111]/hook",
    "https://bücher.example/hook",
    "https://localhost.example/hook",
    `https://hooks.example/${"x".repeat(1900)}`,
  ])("%s", async (url) => {
    for (const where of ["sandbox", "production", "development"] as const) {
      expect([where, await faultOf(where, url)]).toEqual([where, undefined]);
    }
  });

  test("also the service's own receiver, wherever the service is", async () => {
    expect(await faultOf("production", "https://billfold.example.com/gateway/webhook")).toBeUndefined();
    expect(await faultOf("sandbox", "http://10.1.2.3:8080/sandbox/webhook")).toBeUndefined();
    for (const other of ["http://10.1.2.3/", "https://10.1.2.3:8080/", "http://10.1.2.4:8080/"]) {
      expect([other, await faultOf("sandbox", other)]).toEqual([other, expect.any(String)]);
    }
  });
});
