import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser } from "./browser.fixture.ts";
import {
  type Control,
  findControls,
  hasOverlay,
  keyOf,
  operate,
  overlayName,
  overlayOf,
} from "./controls.fixture.ts";
import {
  type Colleague,
  dashboardPages,
  hasLoaded,
  newColleague,
  openSeededDashboard,
  type SeededDashboard,
  screenWidths,
  visit,
} from "./dashboard-pages.fixture.ts";

const open = new AsyncDisposableStack();
let dashboard: SeededDashboard;
let colleague: Colleague;
beforeAll(async () => {
  if (hasNoBrowser) return;
  dashboard = await openSeededDashboard(open);
  colleague = await newColleague(dashboard);
  await colleague.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  colleague.page.on("popup", (page) => void page.close());
}, 180_000);
afterAll(() => open.disposeAsync());

describe.skipIf(hasNoBrowser)("with half a year of records", () => {
  test.each(dashboardPages)("%s: every control works", async (_name, address) => {
    colleague.complaints.length = 0;
    const url = `${dashboard.seller.url}${address(dashboard)}`;
    const operated = operatedOn(url);
    const faults: string[] = [];
    // A control that every width shows is operated on the narrowest one.
    for (const width of screenWidths) {
      await colleague.page.setViewportSize({ width, height: 900 });
      for (const fault of await operateAll(url, operated)) faults.push(`${width} px: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});

const operatedByTemplate = new Map<string, Set<string>>();

/** Invoices in different states share most of their controls, as do the editors: each is operated once. */
function operatedOn(url: string): Set<string> {
  const { pathname, search } = new URL(url);
  const template = pathname.replace(/\/(new|\d+\/edit)$/, "/editor").replace(/\d+/g, "#") + search;
  const operated = operatedByTemplate.get(template) ?? new Set();
  operatedByTemplate.set(template, operated);
  return operated;
}

/** Dialogs and menus that open from several pages. */
const operatedInOverlays = new Set<string>();

async function operateAll(url: string, operated: Set<string>): Promise<string[]> {
  const { page } = colleague;
  const faults: string[] = [];
  await start(url);
  for (let isFresh = true; ; ) {
    const control = await next(page.locator("main"), "", operated);
    if (!control && isFresh) return faults;
    isFresh = !control;
    if (!control) {
      await start(url);
      continue;
    }
    operated.add(keyOf(control));
    if (control.kind === "link") faults.push(...(await follow(control, url)));
    else faults.push(...(await act(control, keyOf(control))), ...(await leaveOverlays()));
    if (new URL(page.url()).pathname !== new URL(url).pathname) await start(url);
  }
}

/** The page as it is for somebody who has typed nothing yet. */
async function start(url: string): Promise<void> {
  await colleague.page.evaluate("try { localStorage.clear() } catch {}");
  await visit(colleague, url);
}

async function next(
  within: ReturnType<typeof overlayOf>,
  path: string,
  operated: ReadonlySet<string>,
): Promise<Control | undefined> {
  return (await findControls(within)).find((control) => !operated.has(path + keyOf(control)));
}

/** They choose what may be chosen already. */
const isIdempotent = /^(All|None)$/;

/** Operates it, and checks that the page explains what the service refused. */
async function act(control: Control, name: string): Promise<string[]> {
  const { page, complaints } = colleague;
  complaints.length = 0;
  const fault = isIdempotent.test(control.name) ? undefined : await operate(page, control);
  await hasLoaded(colleague);
  const isExplained = (await page.locator('[role=alert], [aria-invalid="true"], [role=dialog]').count()) > 0;
  const refusal = /^(POST|PUT|PATCH|DELETE) \S+: (403|409|422)$/;
  const unexplained = complaints.filter((complaint) => !(isExplained && refusal.test(complaint)));
  return [...(fault ? [fault] : []), ...unexplained].map((what) => `${name}: ${what}`);
}

/** Operates what the open dialog or menu offers, once, and closes it. */
async function leaveOverlays(): Promise<string[]> {
  const { page } = colleague;
  const faults: string[] = [];
  for (let steps = 0; await hasOverlay(page); steps++) {
    const overlay = await overlayName(page);
    if (steps > 100) return [...faults, `${overlay} cannot be closed`];
    const path = `${overlay}: `;
    const offered = await findControls(overlayOf(page));
    const left = offered.filter((found) => !operatedInOverlays.has(path + keyOf(found)));
    const control = left.find(({ kind }) => kind !== "cancel" && kind !== "confirm") ?? left[0];
    if (control) operatedInOverlays.add(path + keyOf(control));
    // What cannot be undone has tests of its own, except for discarding what was typed here.
    if (control && control.kind !== "confirm") {
      if (control.kind !== "link") faults.push(...(await act(control, path + keyOf(control))));
    } else {
      const discard = offered.find(({ name }) => name === "Discard changes");
      if (discard) faults.push(...(await act(discard, path + keyOf(discard))));
      else await page.keyboard.press("Escape");
      await hasLoaded(colleague);
    }
  }
  return faults;
}

const followed = new Set<string>();

/** Targets that differ only in the record are opened once. */
async function follow({ mark, name, href, isDocument }: Control, from: string): Promise<string[]> {
  const { page, complaints } = colleague;
  const { protocol, origin, pathname, searchParams } = new URL(href!);
  if (protocol === "mailto:" || protocol === "tel:") return [];
  if (origin !== dashboard.seller.url) return [`link “${name}” leads to ${origin}`];
  const target = `${pathname.replace(/\d+/g, "#")}?${[...searchParams.keys()].join("&")}`;
  if (followed.has(target)) return [];
  followed.add(target);
  if (isDocument || !pathname.startsWith("/app")) {
    const response = await page.request.get(href!);
    return response.ok() ? [] : [`link “${name}” leads to ${pathname}: ${response.status()}`];
  }
  complaints.length = 0;
  await page.locator(`[data-control="${mark}"]`).click();
  await expect.poll(() => new URL(page.url()).pathname, { message: `link “${name}”` }).toBe(pathname);
  await hasLoaded(colleague);
  const isMissing = await page.getByRole("heading", { name: /not found/i }).count();
  const faults = [...(isMissing ? ["leads nowhere"] : []), ...complaints];
  if (page.url() !== from) await start(from);
  return faults.map((fault) => `link “${name}”: ${fault}`);
}
