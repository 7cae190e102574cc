import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../test/harness.ts";
import { signIn } from "../../../test/site-session.ts";
import { createOperator, hashPassword } from "../../domains/tenancy/users/service.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { sitePages } from "./pages.ts";
import { createVisitor, newAddress } from "./visitor.fixture.ts";

let service: TestService;
let built: FastifyInstance;
const root = mkdtempSync(path.join(os.tmpdir(), "billfold-site-"));

const footer = ["contact", "privacy", "terms"]
  .map((name) => `<a href="https://${name}.billfold.invalid/" class="x">${name}</a>`)
  .join("");
const scripts = {
  "/sign-in": ["assets/main.js", "assets/sign-in.js"],
  "/app": ["assets/main.js", "assets/overview.js"],
  "/app/invoices/$id": ["assets/main.js", "assets/invoice.js"],
  "/app/invoices/new": ["assets/main.js", "assets/editor.js"],
  "/operator": ["assets/main.js", "assets/companies.js"],
};
beforeAll(async () => {
  service = await startService();
  for (const language of ["en", "fr"]) {
    const folder = path.join(root, language);
    mkdirSync(path.join(folder, "assets"), { recursive: true });
    for (const name of ["landing", "not-found", "app", "entry"]) {
      const links = name === "landing" ? footer : "<!--preload--><!--session--><script>let a</script>";
      writeFileSync(
        path.join(folder, `${name}.html`),
        `<!doctype html><html lang="${language}"><style>b{}</style><title>${name}</title>${links}`,
      );
    }
    writeFileSync(path.join(folder, "pages.json"), JSON.stringify({ scripts }));
    writeFileSync(path.join(folder, "mark.svg"), "<svg/>");
  }
  writeFileSync(path.join(root, "en", "assets", "app-1a2b.js"), "let a = 1;\n".repeat(500));
  writeFileSync(path.join(root, "secret.txt"), "no");
  built = fastify();
  sitePages(built, {
    root,
    operatorLinks: { contact: "mailto:help@example.com", terms: 'https://example.com/?a="b"' },
    describeSession: async ({ headers }) => (headers.cookie ? { user: { name: "</script><b>" } } : null),
  });
});
afterAll(async () => {
  await service.close();
  await built.close();
  rmSync(root, { recursive: true });
});

describe("the site's pages", () => {
  test.each([
    ["/", "landing"],
    ["/register", "entry"],
    ["/sign-in", "entry"],
    ["/reset?token=x", "entry"],
    ["/app", "app"],
    ["/app/invoices/7", "app"],
    ["/operator/companies", "app"],
  ])(
    "%s is a page, with a policy that blocks everything foreign, and inline all that the build did not write",
    async (url, name) => {
      const { statusCode, headers, body } = await built.inject(url);
      expect([statusCode, body]).toEqual([200, expect.stringContaining(`<title>${name}</title>`)]);
      const policy = String(headers["content-security-policy"]);
      const allowed = (content: string) => ` 'sha256-${hash("sha256", content, "base64")}'`;
      const script = name === "landing" ? "" : allowed("let a");
      expect(policy).toContain(
        `default-src 'none'; script-src 'self'${script}; style-src 'self'${allowed("b{}")};`,
      );
      expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
      expect(policy).not.toContain("unsafe");
      expect(headers["referrer-policy"]).toBe("no-referrer");
    },
  );

  test.each([
    ["/app", "overview"],
    ["/app/invoices/7", "invoice"],
    ["/app/invoices/new", "editor"],
    ["/app/nowhere", "overview"],
    ["/operator/nowhere", "companies"],
  ])("%s names all scripts of the page at once", async (url, name) => {
    const { body } = await built.inject({ url, headers: { cookie: "a=b" } });
    expect(body.match(/modulepreload[^>]+href="([^"]+)"/g)).toHaveLength(2);
    expect(body).toContain(`href="/site/en/assets/${name}.js"`);
  });

  test("the first paint has the theme that the reader has chosen", async () => {
    const { body } = await built.inject({ url: "/app", headers: { cookie: "a=b; billfold_theme=dark" } });
    expect(body).toContain('<html data-theme="dark" lang="en">');
    const { body: other } = await built.inject({ url: "/", headers: { cookie: 'billfold_theme="><b>' } });
    expect(other).not.toContain("data-theme");
  });

  test("a page of the dashboard contains the session as data, and is stored nowhere", async () => {
    const { body, headers } = await built.inject({ url: "/app", headers: { cookie: "a=b" } });
    const [, data] = /<script type="application\/json" id="session">(.*?)<\/script>/.exec(body)!;
    expect(JSON.parse(data!)).toEqual({ user: { name: "</script><b>" } });
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("without a session, the scripts are those of the sign-in page, which comes next", async () => {
    const { body } = await built.inject("/app");
    expect(body).toContain("sign-in.js");
    expect(body).toContain('id="session">null</script>');
  });

  test("the landing page links to what the operator has set, and to nothing else", async () => {
    const { body } = await built.inject("/");
    expect(body.match(/<a .*?<\/a>/g)).toEqual([
      '<a href="mailto:help@example.com" class="x">contact</a>',
      '<a href="https://example.com/?a=&#34;b&#34;" class="x">terms</a>',
    ]);
  });

  test("a language that is chosen on the landing page is remembered", async () => {
    const { body, headers } = await built.inject({
      url: "/?language=fr",
      headers: { "accept-language": "en" },
    });
    expect(body).toContain('<html lang="fr">');
    expect(headers["set-cookie"]).toMatch(/^billfold_language=fr; Path=\/; Max-Age=31536000; SameSite=Lax$/);
    expect((await built.inject("/?language=xx")).headers["set-cookie"]).toBeUndefined();
  });

  test("there is an icon for browsers that ask for none in particular", async () => {
    const { statusCode, headers } = await built.inject("/favicon.ico");
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  });

  test.each<[who: string, headers: Record<string, string>, language: string]>([
    ["nobody knows", {}, "en"],
    ["a browser asks for", { "accept-language": "fr-SN,fr;q=0.9,en;q=0.8" }, "fr"],
    ["the reader chose", { "accept-language": "fr", cookie: "a=b; billfold_language=en" }, "en"],
    ["the reader chose, whatever the browser asks for", { cookie: "billfold_language=fr" }, "fr"],
    ["does not exist", { cookie: "billfold_language=../../etc" }, "en"],
  ])("the language that %s is served, and caches are told that it depends", async (_who, given, language) => {
    const { headers, body } = await built.inject({ url: "/app", headers: given });
    expect(body).toContain(`<html lang="${language}">`);
    expect(headers).toMatchObject({
      "content-language": language,
      vary: "accept-encoding, accept-language, cookie",
    });
  });

  test.each(["/", "/sign-in", "/register", "/app/invoices", "/favicon.ico"])(
    "%s answers HEAD as GET, without a body",
    async (url) => {
      const [got, asked] = await Promise.all([built.inject(url), built.inject({ method: "HEAD", url })]);
      expect([asked.statusCode, asked.headers["content-type"], asked.body]).toEqual([
        200,
        got.headers["content-type"],
        "",
      ]);
      const unknown = await built.inject({ method: "HEAD", url: "/app/api/none" });
      expect(unknown.statusCode).toBe(404);
    },
  );

  test("files are kept for good, packed, and not sent twice", async () => {
    const headers = { "accept-encoding": "br" };
    const file = await built.inject({ url: "/site/en/assets/app-1a2b.js", headers });
    expect(file.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "br",
    });
    const again = await built.inject({
      url: "/site/en/assets/app-1a2b.js",
      headers: { "if-none-match": String(file.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  test.each([
    "/site/secret.txt",
    "/site/nothing.js",
    "/site/..%2f..%2fpackage.json",
    "/site/.hidden.js",
    "/site/",
  ])("%s is not there", async (url) => expect((await built.inject(url)).statusCode).toBe(404));
});

test("without a built site the page says which command builds it", async () => {
  const bare = fastify();
  sitePages(bare, { root: path.join(root, "nowhere") });
  const { statusCode, body } = await bare.inject("/app");
  expect([statusCode, body]).toEqual([503, expect.stringContaining("npm run prepare")]);
  await bare.close();
});

describe("an address that does not exist", () => {
  const asked = (url: string, accept: string) => fetch(`${service.url}${url}`, { headers: { accept } });
  const browser = "text/html,application/xhtml+xml,*/*;q=0.8";

  test("is a page for browsers, in their language", async () => {
    const reply = await fetch(`${service.url}/nope/page`, {
      headers: { accept: browser, "accept-language": "fr" },
    });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await reply.text()).toContain("Page introuvable");
  });

  test.each([
    ["/nope/page", "*/*"],
    ["/nope/page", "application/json"],
    ["/api/v1/nope", browser],
    ["/app/api/nope", browser],
    ["/operator/api/nope", browser],
  ])("%s is JSON for a program that accepts %s", async (url, accept) => {
    const reply = await asked(url, accept);
    expect([reply.status, await reply.json()]).toEqual([
      404,
      expect.objectContaining({ code: "unknown_path" }),
    ]);
  });
});

describe("/mail", () => {
  test("shows what would have been sent, newest first, without letting a name become markup", async () => {
    const { mail, config, db } = service.context;
    const letter = { kind: "known_address", to: newAddress(), language: "en", html: "" } as const;
    const link = `${config.siteUrl}/reset?token=t`;
    await mail.queue(db, { ...letter, subject: "Older", text: "x" });
    await mail.queue(db, { ...letter, subject: "<b>Newer</b>", text: `${link}\n` });
    const { status, text } = await createVisitor(service).get("/mail");
    expect(status).toBe(200);
    expect(text.indexOf("&lt;b&gt;Newer")).toBeLessThan(text.indexOf("Older"));
    expect(text).toContain(`href="${config.siteUrl}/reset?token=t"`);
  });

  test("is for this machine only", async () => {
    const visitor = createVisitor(service, { "x-forwarded-for": "203.0.113.9" });
    expect((await visitor.get("/mail")).status).toBe(404);
    const { port } = new URL(service.url);
    const rebound = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: `evil.example:${port}` };
      get({ port, host: "127.0.0.1", path: "/mail", headers }, (reply) => resolve(reply.statusCode)).on(
        "error",
        reject,
      );
    });
    expect(rebound).toBe(404);
  });

  test.each([
    "x-real-ip: 203.0.113.9",
    "via: 1.1 proxy",
    "forwarded: for=203.0.113.9",
    "x-forwarded-proto: https",
  ])("is not shown through a proxy that sends %s", async (line) => {
    const [name, value] = line.split(": ") as [string, string];
    expect((await createVisitor(service, { [name]: value }).get("/mail")).status).toBe(404);
  });

  test("is not shown through a proxy that passes nothing on but the request, as nginx does by default", async () => {
    const { hostname, port } = new URL(service.url);
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /mail HTTP/1.0\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`),
      );
      socket.once("data", (bytes) => resolve(bytes.toString().split("\r\n", 1)[0]!)).once("error", reject);
    });
    expect(status).toBe("HTTP/1.1 404 Not Found");
  });

  test.each<Record<string, string>>([
    { BILLFOLD_SITE_URL: "https://staging.example" },
    { BILLFOLD_ENVIRONMENT: "staging" },
    { BILLFOLD_MAIL_PAGE: "0" },
  ])("with %j is for signed-in operators only, though the request looks local", async (env) => {
    const other = await startService({ env });
    const company = await other.company();
    const owner = await signIn(other, { companyId: company.id });
    const operator = await signIn(other, { operator: true });
    expect((await createVisitor(other).get("/mail")).status).toBe(404);
    expect((await owner.call("GET", "/mail", undefined, { base: "" })).status).toBe(404);
    expect((await operator.call("GET", "/mail", undefined, { base: "" })).status).toBe(200);
    await other.close();
  });

  test("is shown to everybody where the operator has said so", async () => {
    const other = await startService({
      env: { BILLFOLD_MAIL_PAGE: "1", BILLFOLD_SITE_URL: "https://staging.example" },
    });
    expect((await createVisitor(other, { "x-forwarded-for": "203.0.113.9" }).get("/mail")).status).toBe(200);
    await other.close();
  });
});

describe("in production", () => {
  const production = {
    BILLFOLD_ENVIRONMENT: "production",
    BILLFOLD_SITE_URL: "https://site.example",
    BILLFOLD_BASE_URL: "https://site.example/api/v1",
    BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
  };

  test("without SMTP whatever needs a mail says what lacks, and /mail is not there", async () => {
    const live = await startService({ env: production });
    const visitor = createVisitor(live, { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" });
    const headers = { origin: "https://site.example" };
    const body = {
      company: { name: "X", country: "NG" },
      user: { name: "A", email: newAddress(), password: "correct horse battery" },
    };
    const asked = [
      ["/app/registrations", body],
      ["/app/auth/request-password-reset", { email: newAddress() }],
    ] as const;
    for (const [url, given] of asked) {
      const reply = await visitor.send("POST", url, { raw: JSON.stringify(given), headers });
      expect([reply.status, reply.body.code]).toEqual([503, "mail_not_configured"]);
      expect(reply.body.error).toContain("BILLFOLD_SMTP_URL");
    }
    expect((await visitor.get("/mail")).status).toBe(404);
    await live.close();
  });

  test("every cookie is Secure and tied to this very host", async () => {
    const live = await startService({ env: production });
    const email = newAddress();
    const password = "correct horse battery";
    const passwordHash = await hashPassword(password);
    await inTransaction(live.context.db, (tx) => {
      const administration = { tx, now: live.context.clock.now() };
      return createOperator(administration, { email, name: "Op", passwordHash });
    });
    const visitor = createVisitor(live, { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" });
    const reply = await visitor.send("POST", "/app/auth/sign-in/email", {
      raw: JSON.stringify({ email, password }),
      headers: { origin: "https://site.example" },
    });
    expect(reply.status).toBe(200);
    for (const cookie of reply.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-billfold[_.]\w+=/);
      for (const attribute of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"])
        expect(cookie).toContain(attribute);
    }
    expect((await visitor.get("/app/session")).body).toMatchObject({ operator: true, company: null });
    visitor.cookies.set("billfold_session", visitor.cookies.get("__Host-billfold_session")!);
    visitor.cookies.delete("__Host-billfold_session");
    expect((await visitor.get("/app/session")).status).toBe(401);
    await live.close();
  });
});
