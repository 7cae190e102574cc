import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../test/free-port.ts";
import { type Installation, installPackage, npx, npxServe, type Serving } from "./installed.fixture.ts";

const found = await installPackage();
if ("missing" in found) console.warn(`\n${found.missing}\n`);
const installation = found as Installation;

describe.skipIf("missing" in found)("the package, installed by npm into an empty folder", () => {
  let serving: Serving;
  let settings: Record<string, string>;
  beforeAll(async () => {
    settings = { PORT: String(await freePort()), BILLFOLD_METRICS_PORT: "0" };
    serving = await npxServe(installation, settings);
  });
  afterAll(async () => {
    await serving?.stop("SIGTERM");
    installation.remove();
  });

  const demo = () => JSON.parse(readFileSync(path.join(installation.folder, "data/demo.json"), "utf8"));
  const authorized = () => ({ authorization: `Bearer ${demo().app_id}:${demo().secret}` });
  const get = (place: string, headers: Record<string, string> = {}) =>
    fetch(serving.url + place, { headers });

  test("answers the API with the credentials that it made at its first start", async () => {
    const answer = await get("/api/v1/ping", authorized());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ success: true });
  });

  test("renders documents, in a thread whose files are in the package", async () => {
    const invoices = await (await get("/api/v1/invoices?limit=1", authorized())).json();
    const { id } = (invoices as { invoices: { id: number }[] }).invoices[0]!;
    const pdf = await get(`/api/v1/invoices/${id}.pdf`, authorized());
    expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);
    const diagnosis = await fetch(`${serving.url}/api/v1/webhooks/diagnose`, {
      method: "POST",
      headers: { ...authorized(), "content-type": "application/json" },
      body: JSON.stringify({ body: "{}", headers: { "x-pay-signature": "t=1,v1=00" } }),
    });
    expect([diagnosis.status, await diagnosis.json()]).toMatchObject([200, { success: true }]);
  });

  test("serves every file of the site that was built before packing", async () => {
    const page = await (await get("/sign-in")).text();
    const parts = [...page.matchAll(/(?:src|href)="(\/site\/[^"]+)"/g)].map(([, place]) => place!);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect([part, (await get(part)).status]).toEqual([part, 200]);
  });

  test("serves documentation and contract", async () => {
    for (const place of ["/docs", "/docs/quickstart", "/docs/self-hosting.md", "/docs/reference"]) {
      expect([place, (await get(place)).status]).toEqual([place, 200]);
    }
    const contract = await (await get("/api/v1/openapi.json")).json();
    expect(contract).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      servers: [{ url: `${serving.url}/api/v1` }],
    });
  });

  test("renders an invoice, with the fonts that npm installed", async () => {
    const answer = await get("/api/v1/invoices/1.pdf", authorized());
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  test("registers it with the sandbox authority in the package", async () => {
    const set = await npx(
      installation,
      ["einvoicing", "set", "--company", "1", "--adapter", "sandbox"],
      settings,
    );
    expect(set.code).toBe(0);
    const answer = await fetch(`${serving.url}/api/v1/invoices/1/register`, {
      method: "POST",
      headers: authorized(),
    });
    expect(await answer.json()).toMatchObject({ success: true, irn: expect.any(String) });
  });

  test("runs its commands beside the service", async () => {
    const help = await npx(installation, ["--help"]);
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining("Usage: billfold COMMAND") });
    const doctor = await npx(installation, ["doctor"], settings);
    expect(doctor).toMatchObject({ code: 0, output: expect.stringContaining("0 problems") });
    const made = await npx(installation, ["demo", "--json"], settings);
    expect(made.code).toBe(0);
    expect(JSON.parse(made.output.slice(made.output.indexOf("{")))).toMatchObject({ success: true });
  });

  test("stops with its database at Ctrl-C, and starts again with the same data", async () => {
    const postmaster = path.join(installation.folder, "data/postgres/postmaster.pid");
    expect(existsSync(postmaster)).toBe(true);
    await serving.stop("SIGINT");
    expect(existsSync(postmaster)).toBe(false);
    serving = await npxServe(installation, settings);
    expect((await get("/api/v1/ping", authorized())).status).toBe(200);
    await serving.stop("SIGTERM");
    expect(existsSync(postmaster)).toBe(false);
  });

  test("contains no test, no source and no unrelated file", () => {
    const listed = execFileSync("tar", ["tzf", installation.tarball], { encoding: "utf8" })
      .trim()
      .split("\n");
    const allowed =
      /^package\/(README\.md|CHANGELOG\.md|package\.json|openapi\.json|docs\/[\w/-]+\.md|deploy\/(\.env\.example|[\w-]+\.(service|conf)|cluster\/[\w-]+\.(cfg|env|yml))|service\/(package\.json|(bin|src|dev|migrations|assets)\/.+)|sdk\/verify-(books|checkpoint|totals)\.mjs|node_modules\/billfold-sandbox\/(package\.json|src\/.+))$/;
    expect(listed.filter((file) => !allowed.test(file))).toEqual([]);
    expect(listed.filter((file) => /\.ts$|\.(test|fixture)\.|golden/.test(file))).toEqual([]);
  });

  test("npm would publish it, once its owner has chosen a licence", async () => {
    const folder = path.join(installation.folder, "published");
    mkdirSync(folder);
    execFileSync("tar", ["-xzf", installation.tarball, "-C", folder]);
    const file = path.join(folder, "package/package.json");
    const { private: isPrivate, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
    expect([manifest.license, isPrivate]).toEqual(["UNLICENSED", true]);
    writeFileSync(file, JSON.stringify(manifest, null, 2));
    const published = spawnSync("npm", ["publish", "--dry-run", "--offline", "--ignore-scripts"], {
      cwd: path.dirname(file),
      encoding: "utf8",
    });
    expect(published.stdout).toMatch(/^\+ billfold@/);
    expect(published.stderr).not.toContain("npm auto-corrected");
  });
});
