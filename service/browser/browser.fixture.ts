import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

/** A Chromium that was seen to start here, or why there is none. */
export type Found = { start: Start } | { missing: string };
type Start = { executablePath: string; args: string[]; env: Record<string, string> };

declare module "vitest" {
  interface ProvidedContext {
    chromium: Found;
  }
}

/** The sizes that pages are held against: a cheap phone, and a desk. */
export const sizes = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 } },
} as const;
export type Size = keyof typeof sizes;

/** Is there no browser? Then tests that need one are left out; the setup has said so, and what to do. */
export const withoutBrowser = "missing" in inject("chromium");

export function openBrowser(): Promise<Browser> {
  const found = inject("chromium");
  if ("missing" in found) throw new Error(found.missing);
  return launch(found.start);
}

/** Someone with a browser of their own, and whatever it had to complain about or fetched from elsewhere. */
export type Visitor = { page: Page; complaints: string[]; leave(): Promise<void> };

export async function newVisitor(
  browser: Browser,
  site: string,
  { size = "phone", hasScripts = true }: { size?: Size; hasScripts?: boolean } = {},
): Promise<Visitor> {
  const context = await browser.newContext({ ...sizes[size], javaScriptEnabled: hasScripts });
  const complaints: string[] = [];
  context.on("console", (message) => {
    // That a page is missing, or that a form was not right, is what such a page is there to say.
    const isStatus = message.text().startsWith("Failed to load resource: the server responded with a status of 4");
    if (/^(error|warning)$/.test(message.type()) && !isStatus) complaints.push(message.text());
  });
  context.on("weberror", (fault) => void complaints.push(String(fault.error())));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && origin !== site) complaints.push(`asked for ${request.url()}`);
  });
  return { page: await context.newPage(), complaints, leave: () => context.close() };
}

/** The first Chromium that starts: the one that npm brought, where it fits the processor, or the system's. */
export async function findChromium(): Promise<Found> {
  const failures: string[] = [];
  for (const candidate of await candidates()) {
    try {
      await tryOut(candidate);
      return { start: candidate };
    } catch (error) {
      failures.push(`${candidate.executablePath}: ${(error as Error).message.split("\n")[0]}`);
    }
  }
  return {
    missing: [
      "There is no Chromium that starts here, so the browser tests are left out.",
      ...failures,
      "Install one, for example with: apt-get install chromium",
    ].join("\n  "),
  };
}

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const installed = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

async function candidates(): Promise<Start[]> {
  const env = ownEnvironment();
  const system = installed
    .map((name) => path.join("/usr/bin", name))
    .filter((file) => existsSync(file))
    .map((executablePath) => ({ executablePath, args: quiet, env }));
  return [...(await fromNpm(env)), ...system];
}

// With one process for everything the browser ends with the first visitor who leaves; without its web security it is
// not the browser that people have. How it runs without a screen, and its features, are told by who starts it.
const unfit = /^--(single-process|disable-web-security|allow-running-insecure-content|headless|(en|dis)able-features)/;

/** The package holds binaries for this one processor. Slim systems lack a few libraries, which it holds too. */
async function fromNpm(env: Start["env"]): Promise<Start[]> {
  if (process.arch !== "x64" || process.platform !== "linux") return [];
  const { default: bundled, inflate } = await import("@sparticuz/chromium");
  const executablePath = await bundled.executablePath();
  const args = [...bundled.args.filter((argument) => !unfit.test(argument)), ...quiet];
  const bin = path.join(import.meta.dirname, "../../node_modules/@sparticuz/chromium/bin");
  const libraries = path.join(await inflate(path.join(bin, "al2023.tar.br")), "lib");
  const lent = { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(os.tmpdir(), "fonts") };
  return [
    { executablePath, args, env },
    { executablePath, args, env: { ...env, ...lent } },
  ];
}

function ownEnvironment(): Record<string, string> {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}

async function tryOut(start: Start): Promise<void> {
  const browser = await launch(start);
  const page = await browser.newPage();
  await page.screenshot();
  await browser.close();
}

const launch = ({ executablePath, args, env }: Start) =>
  chromium.launch({ executablePath, args, env, headless: true, timeout: 30_000 });
