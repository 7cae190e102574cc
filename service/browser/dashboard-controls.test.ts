import type { Response } from "playwright-core";
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

  // After the pages, because what is submitted here changes and removes what they show.
  test("every dialog can be submitted", { timeout: 600_000 }, async () => {
    const faults: string[] = [];
    const outcomes = new Map<string, string>();
    for (const [name, dialog] of inOrderOfEnding(dialogs)) {
      const outcome = await submit(dialog);
      outcomes.set(name, outcome.is);
      faults.push(...outcome.faults.map((fault) => `${name}: ${fault}`));
    }
    console.log([...outcomes].map(([name, is]) => `${is}: ${name}`).join("\n"));
    expect(faults).toEqual([]);
    // A run in which most are refused would prove little.
    const stored = [...outcomes.values()].filter((is) => isStored.test(is));
    expect(stored.length).toBeGreaterThan(outcomes.size / 2);
  });

  test("the bars around the pages: every control works", { timeout: 300_000 }, async () => {
    const url = `${dashboard.seller.url}/app/products`;
    const operated = new Set<string>();
    const faults: string[] = [];
    for (const width of screenWidths) {
      await colleague.page.setViewportSize({ width, height: 900 });
      await start(url);
      for (const bar of ["aside", "header:not(main header)", "nav:not(main nav, aside nav)"]) {
        if (!(await colleague.page.locator(bar).first().isVisible())) continue;
        for (const fault of await operateAll(url, operated, bar)) faults.push(`${width} px: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    expect(operated.size).toBeGreaterThan(15);
  });
});

/** A dialog with a button that stores or removes something, and how to open it. */
type Dialog = { url: string; width: number; openedBy: readonly string[]; confirm: string };

const dialogs = new Map<string, Dialog>();

const isStored = / 2\d\d$/;

/** What ends a record comes after what its other dialogs do with it. */
const ending = [
  /^Mark /,
  /^Create an? (sale|invoice) from/,
  /Void|Delete|Remove|Revoke|Cancel|End |Disable|Erase|Write off|Refund|Reverse|Stop|Sign out/,
];

const inOrderOfEnding = (all: ReadonlyMap<string, Dialog>) => {
  const rank = (name: string) => ending.findIndex((pattern) => pattern.test(name));
  return [...all].sort(([a], [b]) => rank(a) - rank(b));
};

/** Opens the dialog, presses its button, fills in what is missing where the dialog asks for it, and presses again. */
async function submit({ url, width, openedBy, confirm }: Dialog): Promise<{ is: string; faults: string[] }> {
  const { page } = colleague;
  await page.setViewportSize({ width, height: 900 });
  await start(url);
  for (const key of openedBy) {
    const within = (await hasOverlay(page)) ? overlayOf(page) : page.locator("main");
    const opener = (await findControls(within)).find((found) => keyOf(found) === key);
    if (!opener) return { is: "gone", faults: [] };
    await operate(page, opener);
    await hasLoaded(colleague);
  }
  if (!(await hasOverlay(page))) return { is: "not open", faults: [`${openedBy.join(", ")} opens nothing`] };
  const changes: string[] = [];
  const note = (response: Response) => {
    const method = response.request().method();
    if (method !== "GET") changes.push(`${method} ${response.status()}`);
  };
  page.on("response", note);
  const faults: string[] = [];
  for (const isSecond of [false, true]) {
    if (!(await hasOverlay(page))) break;
    const offered = await findControls(overlayOf(page));
    if (isSecond) {
      if (changes.some((change) => isStored.test(change))) break;
      for (const field of offered.filter(({ kind }) => kind === "text" || kind === "toggle"))
        await operate(page, field);
    }
    const button = (await findControls(overlayOf(page))).find((found) => keyOf(found) === confirm);
    if (button) faults.push(...(await act(button, confirm)));
  }
  page.off("response", note);
  return { is: changes.join(", ") || "explained", faults };
}

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

async function operateAll(url: string, operated: Set<string>, part = "main"): Promise<string[]> {
  const { page } = colleague;
  const faults: string[] = [];
  await start(url);
  for (let isFresh = true; ; ) {
    const control = await next(page.locator(part).first(), "", operated);
    if (!control && isFresh) return faults;
    isFresh = !control;
    if (!control) {
      await start(url);
      continue;
    }
    operated.add(keyOf(control));
    if (control.kind === "link") faults.push(...(await follow(control, url)));
    else faults.push(...(await act(control, keyOf(control))), ...(await leaveOverlays(url, keyOf(control))));
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
  return (await findControls(within)).find(
    (control) => !operated.has(path + keyOf(control)) && !isLeft.test(control.name),
  );
}

/** They choose what may be chosen already. */
const isIdempotent = /^(All|None)$/;

/** It would end the session of this test, or change the language in which its controls are named. */
const isLeft = /^(Sign out|Français)$/;

/** The API's answer for a company that registers its invoices nowhere; the page offers to set it up. */
const hasNoAuthority = /^GET \S+\/einvoicing\/integration: 503$/;

/** Operates it, and checks that the page explains what the service refused. */
async function act(control: Control, name: string): Promise<string[]> {
  const { page, complaints } = colleague;
  complaints.length = 0;
  const fault = isIdempotent.test(control.name) ? undefined : await operate(page, control);
  await hasLoaded(colleague);
  const isExplained = (await page.locator('[role=alert], [aria-invalid="true"], [role=dialog]').count()) > 0;
  const refusal = /^(POST|PUT|PATCH|DELETE) \S+: (400|403|409|422)$/;
  const unexplained = complaints.filter(
    (complaint) => !(isExplained && refusal.test(complaint)) && !hasNoAuthority.test(complaint),
  );
  return [...(fault ? [fault] : []), ...unexplained].map((what) => `${name}: ${what}`);
}

/** Operates what the open dialog or menu offers, once, and closes it. */
async function leaveOverlays(url: string, opener: string): Promise<string[]> {
  const { page } = colleague;
  const faults: string[] = [];
  const openedBy = new Map<string, readonly string[]>();
  let lastPressed: readonly string[] = [opener];
  for (let steps = 0; await hasOverlay(page); steps++) {
    const overlay = await overlayName(page);
    if (steps > 100) return [...faults, `${overlay} cannot be closed`];
    const path = `${overlay}: `;
    const opening = openedBy.get(overlay) ?? lastPressed;
    openedBy.set(overlay, opening);
    const offered = await findControls(overlayOf(page));
    const left = offered.filter(
      (found) => !operatedInOverlays.has(path + keyOf(found)) && !isLeft.test(found.name),
    );
    const control = left.find(({ kind }) => kind !== "cancel" && kind !== "confirm") ?? left[0];
    if (control) operatedInOverlays.add(path + keyOf(control));
    if (control) lastPressed = [...opening, keyOf(control)];
    // What changes records is pressed when all pages have been seen, except for discarding what was typed here.
    const { width } = page.viewportSize()!;
    for (const found of offered) {
      const confirm = keyOf(found);
      if (found.kind !== "confirm" || found.name === "Discard changes" || dialogs.has(path + confirm))
        continue;
      dialogs.set(path + confirm, { url, width, openedBy: opening, confirm });
    }
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
  // The settings open with their first page.
  const opened = pathname === "/app/settings" ? "/app/settings/company" : pathname;
  await expect.poll(() => new URL(page.url()).pathname, { message: `link “${name}”` }).toBe(opened);
  await hasLoaded(colleague);
  const isMissing = await page.getByRole("heading", { name: /not found/i }).count();
  const faults = [...(isMissing ? ["leads nowhere"] : []), ...complaints];
  if (page.url() !== from) await start(from);
  return faults.map((fault) => `link “${name}”: ${fault}`);
}
