import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SearchResults } from "../../../service/src/domains/backoffice/search/schema.ts";
import { readRoutes } from "../../routes.ts";
import { navigationItems } from "../shell/navigation.ts";
import { texts } from "../texts/palette.ts";
import { texts as shellTexts } from "../texts/shell.ts";

/** Pages that the palette leaves out, and why. */
const leftOut: Readonly<Record<string, string>> = {
  "/app/transfers": "an older address of /app/import-export, which the palette's import uses",
  "/app/events/deliveries/$id": "a delivery has neither number nor name, and is reached from its event",
};

// Commands and hits are made by hooks, so their addresses are read from the source, as the build reads the routes.
const sourceOf = (file: string) => readFileSync(path.join(import.meta.dirname, file), "utf8");
const addressesIn = (file: string) =>
  new Set([...sourceOf(file).matchAll(/\bto: "(\/app[^"]*)"/g)].map(([, address]) => address!));

const commands = addressesIn("commands.ts");
const hits = addressesIn("hits.ts");
const settings = Object.keys(shellTexts.settings).map((name) => `/app/settings/${name}`);
const offered = new Set([...navigationItems.map(({ to }) => to), ...settings]);
const pages = [...new Set(readRoutes().map((route) => route.path))].filter(
  (page) => page.startsWith("/app") && !(page in leftOut),
);

test("the palette offers every page of the dashboard", () => {
  const plain = pages.filter((page) => !page.includes("$") && !page.endsWith("/new"));
  expect(plain.length).toBeGreaterThan(20);
  expect(plain.filter((page) => !offered.has(page))).toEqual([]);
});

test("the palette has an action for every page that creates a record", () => {
  const creating = pages.filter((page) => page.endsWith("/new"));
  expect(creating.length).toBeGreaterThan(3);
  expect(creating.filter((page) => !commands.has(page))).toEqual([]);
});

test("the palette finds the records of every page that shows one", () => {
  const showing = pages.filter((page) => page.endsWith("/$id"));
  expect(showing.length).toBeGreaterThan(5);
  expect(showing.filter((page) => !hits.has(page))).toEqual([]);
});

test("every address in the palette is a page", () => {
  const all = new Set(readRoutes().map((route) => route.path));
  expect([...commands, ...hits, ...offered].filter((address) => !all.has(address))).toEqual([]);
});

test("the palette shows every kind of record that the search finds, under a title", () => {
  const shown = [...sourceOf("hits.ts").matchAll(/\bkind: "(\w+)"/g)].map(([, kind]) => kind!);
  expect(shown.sort()).toEqual(Object.keys(SearchResults).sort());
  expect(Object.keys(texts.groups)).toEqual(expect.arrayContaining(shown));
});

test("the settings that the palette offers are those of the settings' navigation", () => {
  const [, listed] = /settingsScopes = \{([\s\S]*?)\n\}/.exec(sourceOf("commands.ts"))!;
  const names = [...listed!.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name!);
  expect(names.sort()).toEqual(Object.keys(shellTexts.settings).sort());
});
