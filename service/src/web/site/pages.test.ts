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
beforeAll(async () => {
  service = await startService();
  mkdirSync(path.join(root, "assets"));
  writeFileSync(path.join(root, "index.html"), "<!doctype html><title>Billfold</title>");
  writeFileSync(path.join(root, "assets", "app-1a2b.js"), "let a = 1;\n".repeat(500));
  writeFileSync(path.join(root, "secret.txt"), "no");
  built = fastify();
  sitePages(built, root);
});
afterAll(async () => {
  await service.close();
  await built.close();
  rmSync(root, { recursive: true });
});

describe("the site's pages", () => {
  test.each([
    "/",
    "/register",
    "/sign-in",
    "/reset?token=x",
    "/app",
    "/app/invoices/7",
    "/operator/companies",
  ])("%s is the one page, with a policy that lets nothing foreign or inline in", async (url) => {
    const { statusCode, headers, body } = await built.inject(url);
    expect([statusCode, body]).toEqual([200, "<!doctype html><title>Billfold</title>"]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
    expect(policy).not.toContain("unsafe");
    expect(headers["referrer-policy"]).toBe("no-referrer");
  });

  test("files are kept for good, packed, and not sent twice", async () => {
    const headers = { "accept-encoding": "br" };
    const file = await built.inject({ url: "/site/assets/app-1a2b.js", headers });
    expect(file.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "br",
    });
    const again = await built.inject({
      url: "/site/assets/app-1a2b.js",
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
  sitePages(bare, path.join(root, "nowhere"));
  const { statusCode, body } = await bare.inject("/app");
  expect([statusCode, body]).toEqual([503, expect.stringContaining("npm run prepare")]);
  await bare.close();
});

describe("/mail", () => {
  test("shows what would have been sent, newest first, without letting a name become markup", async () => {
    const { mail, config } = service.context;
    mail.send({ to: newAddress(), subject: "Older", text: "x" });
    mail.send({ to: newAddress(), subject: "<b>Newer</b>", text: `${config.siteUrl}/reset?token=t\n` });
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
