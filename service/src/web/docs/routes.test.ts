import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../test/harness.ts";
import { loadBundle } from "./bundle.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({
    env: {
      BILLFOLD_ENVIRONMENT: "production",
      BILLFOLD_SITE_URL: "https://pay.example",
      BILLFOLD_BASE_URL: "https://pay.example/api/v1",
      BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
    },
  });
});
afterAll(() => service.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(service.url + path, {
    headers: { "x-forwarded-proto": "https", ...headers },
    redirect: "manual",
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const allGuides = async () =>
  (await loadBundle(service.context.config)).groups.flatMap(({ guides }) => guides);
const source = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");

describe("the documentation, in production and behind a proxy", () => {
  test("is a page for every guide, with the way to all others, and nothing foreign or inline", async () => {
    const guides = await allGuides();
    expect(guides.length).toBeGreaterThan(3);
    for (const { name, title } of guides) {
      const { status, headers, text } = await get(`/docs/${name}`);
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(text).toContain(`<title>${title} · Billfold</title>`);
      expect(text).not.toMatch(/<style|style="|<script(?! defer src="\/docs\/assets\/)|\son\w+="/);
      for (const other of guides) expect(text).toContain(`href="/docs/${other.name}"`);
    }
  });

  test("names the addresses of the service that shows it", async () => {
    const { text } = await get("/docs/portal");
    expect(text).toContain("https://pay.example/portal/embed.js");
    expect(text).not.toContain("127.0.0.1:8080");
  });

  test("tells those who check links that it is there, without sending it", async () => {
    for (const [path, status] of Object.entries({
      "/docs": 200,
      "/docs/webhooks": 200,
      "/docs/nowhere": 404,
    })) {
      const headers = { "x-forwarded-proto": "https" };
      const response = await fetch(service.url + path, { method: "HEAD", headers });
      expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        status,
        "text/html; charset=utf-8",
        "",
      ]);
    }
  });

  test("is found with a slash too many", async () => {
    const { status, headers } = await get("/docs/webhooks/");
    expect([status, headers.get("location")]).toEqual([301, "/docs/webhooks"]);
  });

  test("is there as Markdown too, with this service's addresses and with links that lead on", async () => {
    const { headers, text } = await get("/docs/webhooks.md");
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(text.split("\n").length).toBe(source("guides/webhooks.md").split("\n").length);
    expect(text).not.toContain("127.0.0.1:8080");
    const names = (await allGuides()).map(({ name }) => name);
    for (const name of ["README", ...names]) {
      const { text: page } = await get(`/docs/${name}.md`);
      const prose = page.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "");
      for (const [, href = ""] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (href.startsWith("https://") || href.startsWith("#")) continue;
        expect([name, href, (await get(href.split("#", 1)[0]!)).status]).toEqual([name, href, 200]);
      }
    }
  });

  test("is sent once to whoever has it already", async () => {
    for (const path of ["/docs", "/docs/webhooks", "/docs/webhooks.md", "/llms.txt"]) {
      const first = await get(path);
      expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-cache"]);
      const again = await get(path, { "if-none-match": first.headers.get("etag")! });
      expect([again.status, again.text]).toEqual([304, ""]);
    }
  });

  test("has a style and a script whose addresses change with them, so that they are kept for good", async () => {
    const { text } = await get("/docs");
    const files = [...text.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files).toEqual([
      expect.stringMatching(/\/style-[0-9a-f]{12}\.css$/),
      expect.stringMatching(/\/page-[0-9a-f]{12}\.js$/),
    ]);
    for (const file of files) {
      const { status, headers } = await get(file);
      expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    }
  });

  test.each([
    "/docs/nowhere",
    "/docs/nowhere.md",
    "/docs/a/b",
    "/docs/assets/style.css",
    "/docs/..%2Fpackage.json",
    "/docs/..%2F..%2Fservice%2Fpackage.json.md",
    "/docs/README",
  ])("%s is a page that says so, and leads on", async (path) => {
    const { status, headers, text } = await get(path, { "if-none-match": "*" });
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(text).toContain("Page not found");
    expect(text).toContain('href="/docs/reference"');
  });

  test("answers questions, and repeats them as text", async () => {
    const { status, text } = await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(status).toBe(200);
    expect(text).not.toContain("<script>");
    expect((await get("/docs/search?q=signature")).text).toContain('href="/docs/webhooks#');
    expect((await get("/docs/search?q=bulk")).text).toContain('href="/docs/sync#');
    expect((await get("/docs/search?q=a&q=b")).status).toBe(200);
    expect((await get(`/docs/search?q=${"x".repeat(5000)}`)).status).toBe(200);
    expect((await get("/docs/search")).text).toContain("Search for a field");
  });

  test.each(["coupon", "attachment", "inventory"])(
    "a search for %s, which is not supported, finds the page that says so first",
    async (word) => {
      const { text } = await get(`/docs/search?q=${word}`);
      expect(/<ol class="hits"><li><a href="([^"]*)"/.exec(text)?.[1]).toMatch(/^\/docs\/not-supported/);
    },
  );

  test("is listed for programs that read", async () => {
    const { headers, text } = await get("/llms.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Billfold\n\n> /);
    for (const { name } of await allGuides())
      expect(text).toContain(`](https://pay.example/docs/${name}.md): `);
    expect(text).toContain("(https://pay.example/api/v1/openapi.json)");
  });

  test("has one address", async () => {
    const { status, headers } = await get("/docs/");
    expect([status, headers.get("location")]).toEqual([301, "/docs"]);
  });
});
