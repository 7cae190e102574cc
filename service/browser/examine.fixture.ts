import { mkdirSync } from "node:fs";
import path from "node:path";
import { source as axe } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { newVisitor, type Size, type Visitor, type VisitorOptions } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { brokenWords } from "./layout-faults.fixture.ts";

/** Brings a page to the state that is to be examined. */
export type Opening = (page: Page) => Promise<unknown>;

/** Opens an address, waits for the heading, and performs any further action. */
export const at =
  (url: string, heading: string, then: Opening = async () => undefined): Opening =>
  async (page) => {
    await page.goto(url);
    await sees(page, heading);
    await then(page);
  };

export type Examine = (name: string, opening: Opening) => Promise<void>;

/**
 * Examines pages on several screen sizes, in both colour schemes: they fit, no word is broken, they are accessible, the browser reports no
 * errors, and nothing is loaded from other origins. `BILLFOLD_SHOTS` names a folder for screenshots.
 */
export async function newExaminer(
  browser: Browser,
  sites: string | readonly string[],
  {
    looks = ["phone", "desktop"],
    ...habits
  }: Omit<VisitorOptions, "size"> & { looks?: readonly Size[] } = {},
): Promise<Examine> {
  const opened = looks.map(async (size) => ({
    size,
    ...(await newVisitor(browser, sites, { ...habits, size })),
  }));
  const visitors = await Promise.all(opened);
  return async (name, opening) => {
    const looked = visitors.map((visitor) => look(visitor, `${name}-${visitor.size}`, opening));
    expect((await Promise.all(looked)).flat()).toEqual([]);
  };
}

async function look({ page, complaints }: Visitor, name: string, opening: Opening): Promise<string[]> {
  complaints.length = 0;
  await opening(page);
  // A page that reloads itself must not do so while it is examined.
  await page.route("**", () => undefined);
  // The browser's own tools insert this, so the page's policy does not apply to it and stays in force.
  await page.evaluate(axe);
  const faults: string[] = [];
  for (const [colorScheme, rules] of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await shoot(page, `${name}-${colorScheme}`);
    for (const fault of await faultsOf(page, rules)) faults.push(`${name}-${colorScheme}: ${fault}`);
  }
  await page.unrouteAll();
  return [...faults, ...complaints];
}

// A colour scheme changes only colours, so all other rules are checked once.
const schemes = [
  ["light", { rules: { "target-size": { enabled: true } } }],
  ["dark", { runOnly: ["cat.color"] }],
] as const;

type Finding = { id: string; nodes: { html: string; failureSummary: string }[] };

const overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** The page fits, but a table may have hidden columns. An element that can be focused can be scrolled by everybody. */
const cutTables = `[...document.querySelectorAll("table")].filter(({ parentElement: { scrollWidth, clientWidth, tabIndex } }) =>
  scrollWidth > clientWidth && tabIndex < 0).map(({ caption }) => caption?.textContent)`;

async function faultsOf(page: Page, rules: object): Promise<string[]> {
  const options = JSON.stringify({ ...rules, resultTypes: ["violations"] });
  const violations = await page.evaluate<Finding[]>(`axe.run(${options}).then((found) => found.violations)`);
  const hidden = await page.evaluate<number>(overhang);
  const cut = await page.evaluate<string[]>(cutTables);
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    ),
    ...(hidden > 0 ? [`${hidden} px are out of sight to the right`] : []),
    ...cut.map((caption) => `the table is cut off: ${caption}`),
    ...(await brokenWords(page)),
  ];
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.BILLFOLD_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
