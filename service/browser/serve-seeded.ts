import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type SeedTarget, seedCompany } from "./seeded-company.fixture.ts";

/** Serves a sandbox with realistic records until it is stopped, for looking at pages by hand. */
const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: process.env.PORT ?? "8080" },
    // The company is created in an empty folder; a folder that already has one is only served.
    data: { type: "string", default: process.env.BILLFOLD_DATA_DIR ?? "data/seeded" },
  },
});

const main = path.join(import.meta.dirname, "..", "src", "main.ts");
const url = `http://127.0.0.1:${options.port}`;
const password = "seven quiet ledgers";
const env = {
  ...process.env,
  BILLFOLD_DATA_DIR: path.resolve(options.data),
  PORT: options.port,
  BILLFOLD_METRICS_PORT: "0",
  BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1",
  BILLFOLD_LOG_LEVEL: "warn",
};

const service = spawn(process.execPath, [main, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => service.kill(signal));
service.on("exit", (code) => process.exit(code ?? 1));
await new Promise<void>((resolve) =>
  service.stdout.setEncoding("utf8").on("data", (text: string) => text.includes("is ready") && resolve()),
);

const demo = JSON.parse(readFileSync(path.join(env.BILLFOLD_DATA_DIR, "demo.json"), "utf8")) as Omit<
  SeedTarget,
  "url"
> & { company_id: number };
const people = [
  ["owner", "Ada Obi"],
  ["accountant", "Bola Adeyemi"],
  ["developer", "Chidi Nwosu"],
  ["viewer", "Dupe Ọláyínká"],
] as const;
const emailOf = (role: string) => `${role}@lagosworks.example`;
const listed = await fetch(`${url}/api/v1/invoices?limit=100`, {
  headers: { "X-API-Key": demo.app_id, "X-API-Secret": demo.secret },
});
const { invoices } = (await listed.json()) as { invoices: unknown[] };
if (invoices.length < 100) {
  await seedCompany({ url, ...demo }, new Date());
  for (const [role, name] of people) {
    const words = ["user", "create", "--email", emailOf(role), "--name", name];
    const rights = ["--company", String(demo.company_id), "--role", role];
    execFileSync(process.execPath, [main, ...words, ...rights], { env, input: password });
  }
}
console.log(
  `${url}/sign-in\n${people.map(([role]) => `  ${emailOf(role)}`).join("\n")}\n  password: ${password}`,
);
