import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "./harness.ts";
import { signIn } from "./site-session.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The sources of a program, without its tests. */
const sourcesOf = (folder: string, kinds: RegExp) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((file) => kinds.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
    .map((file) => ({
      file: `${folder}/${file.replaceAll("\\", "/")}`,
      text: readFileSync(`${root}${folder}/${file}`, "utf8"),
    }));

const linesWith = (sources: ReturnType<typeof sourcesOf>, pattern: RegExp) =>
  sources.flatMap(({ file, text }) =>
    text
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

describe("one module decides where a browser is redirected", () => {
  test("the service redirects only by http/redirect.ts, and sets no Location header elsewhere", () => {
    const sources = sourcesOf("service/src", /\.ts$/).filter(
      ({ file }) => file !== "service/src/http/redirect.ts",
    );
    expect(
      linesWith(sources, /\.redirect\(|\.header\(\s*["'`]location|["'`]?location["'`]?: (?!string)/i),
    ).toEqual([]);
  });

  // The guide of a page, the operator's support address, and a document of the API to print.
  const ownAddresses = [
    'site/src/help/help-menu.tsx: const visit = (address: string) => void window.open(address, "_blank", "noopener");',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it quotes the source
    "site/src/help/help-menu.tsx: const mailTo = (email: string) => location.assign(`mailto:${addressOf(email)}`);",
    'site/src/invoices/invoice-actions.tsx: const opened = window.open(address, "_blank");',
  ];

  test("the site follows a path from outside only by return-path.ts", () => {
    const sources = sourcesOf("site/src", /\.tsx?$/);
    const found = linesWith(
      sources,
      /location\.(assign|replace)\(|location(\.href)? = |navigate\(\{ href|window\.open\(/,
    );
    expect(
      found.filter(
        (line) => !/returnPath\(|window\.open\(downloadUrl\(/.test(line) && !ownAddresses.includes(line),
      ),
    ).toEqual([]);
  });
});

describe("no redirect leaves the site", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: { BILLFOLD_TRUSTED_PROXIES: "127.0.0.1" } });
  });
  afterAll(() => service.close());

  const forms = [
    "https://evil.example",
    "//evil.example",
    "/..//evil.example",
    "/../..//evil.example",
    "/.//evil.example",
    "/confirm/../..//evil.example/x",
    "/%2e%2e//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
  ];
  let requests = 0;
  const leaves = (location: string | null) =>
    location !== null && new URL(location, service.url).origin !== new URL(service.url).origin;

  test.each(forms)("to %j, whichever parameter of the account pages holds it", async (form) => {
    const session = await signIn(service, {});
    const away: string[] = [];
    for (const path of [
      "verify-email",
      "reset-password/x",
      "sign-out",
      "list-sessions",
      "sign-in/email",
      "error",
    ]) {
      for (const name of ["callbackURL", "redirectTo", "errorCallbackURL", "newUserCallbackURL"]) {
        const query = `token=x&${name}=${encodeURIComponent(form)}`;
        for (const method of ["GET", "POST"]) {
          requests += 1;
          const options = {
            base: "",
            headers: { "x-forwarded-for": `203.0.${requests >> 8}.${requests & 255}` },
            raw: JSON.stringify({ [name]: form, email: "a@b.example", password: "x" }),
          };
          const { headers } = await session.call(method, `/app/auth/${path}?${query}`, undefined, options);
          if (leaves(headers.get("location"))) away.push(`${method} ${path} ${name}`);
        }
      }
    }
    expect(away).toEqual([]);
  });

  test.each([
    "/docs//evil.example/",
    "/docs/..//evil.example/",
    "/docs/reference//evil.example",
    "/docs/%2e%2e//evil.example/",
  ])("from %s", async (path) => {
    const { hostname, port } = new URL(service.url);
    const { request } = await import("node:http");
    const location = await new Promise<string | undefined>((resolve, reject) => {
      // The path is sent unchanged: a URL object would normalise it.
      request({ hostname, port, path }, (reply) => resolve(reply.resume().headers.location))
        .on("error", reject)
        .end();
    });
    expect(leaves(location ?? null)).toBe(false);
  });
});
