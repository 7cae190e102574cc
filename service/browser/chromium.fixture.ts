import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";

/** A Chromium that has been started successfully on this machine, or the reason why there is none. */
export type Found = { start: Start } | { missing: string };
type Start = { executablePath: string; args: string[]; env: Record<string, string> };

/** The first one that starts: the one from npm, where it fits the processor, or the one of the system. */
export async function findChromium(): Promise<Found> {
  const failures: string[] = [];
  const note = (what: string, error: unknown) =>
    void failures.push(`${what}: ${(error as Error).message.split("\n")[0]}`);
  const env = ownEnvironment();
  const packed = await fromNpm(env).catch((error: unknown) => {
    note("@sparticuz/chromium", error);
    return [];
  });
  for (const candidate of [...packed, ...fromSystem(env)]) {
    try {
      await tryOut(candidate);
      return { start: candidate };
    } catch (error) {
      note(candidate.executablePath, error);
    }
  }
  return {
    missing: [
      "THE BROWSER TESTS ARE LEFT OUT: there is no Chromium here that starts.",
      ...failures,
      "Install one, on Debian and Ubuntu with: apt-get install chromium",
    ].join("\n  "),
  };
}

export const launch = ({ executablePath, args, env }: Start): Promise<Browser> =>
  chromium.launch({ executablePath, args, env, headless: true, timeout: 30_000 });

/** Starting is not enough: a Chromium that lacks a library may fail at the first page or the first screenshot. */
async function tryOut(start: Start): Promise<void> {
  const browser = await launch(start);
  try {
    await (await browser.newPage()).screenshot();
  } finally {
    await browser.close();
  }
}

const modest = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const installed = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function fromSystem(env: Start["env"]): Start[] {
  const files = installed.map((name) => path.join("/usr/bin", name)).filter((file) => existsSync(file));
  return files.map((executablePath) => ({ executablePath, args: modest, env }));
}

// In single-process mode the browser ends when the first context is closed. Without web security it differs from
// the browsers that people use. Playwright sets the remaining arguments itself, so they would be duplicates.
const unfit =
  /^--(single-process|disable-web-security|allow-running-insecure-content|headless|(en|dis)able-features)/;

/** The package holds binaries for one processor architecture, and a few libraries that slim systems lack. */
async function fromNpm(env: Start["env"]): Promise<Start[]> {
  if (process.arch !== "x64" || process.platform !== "linux") return [];
  const { default: packed, inflate } = await import("@sparticuz/chromium");
  const executablePath = await packed.executablePath();
  const args = [...packed.args.filter((argument) => !unfit.test(argument)), ...modest];
  const bin = path.join(import.meta.dirname, "../../node_modules/@sparticuz/chromium/bin");
  const libraries = path.join(await inflate(path.join(bin, "al2023.tar.br")), "lib");
  const lent = { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(os.tmpdir(), "fonts") };
  return [
    { executablePath, args, env },
    { executablePath, args, env: { ...env, ...lent } },
  ];
}

function ownEnvironment(): Record<string, string> {
  const set = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(set);
}
