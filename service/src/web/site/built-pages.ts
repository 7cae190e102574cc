import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "../../contract/languages.ts";

export const builtSite = fileURLToPath(new URL("../../../assets/site/", import.meta.url));

/** A built page, and the policy under which browsers show it. */
export type BuiltPage = { text: string; policy: string };

/** The pages of the site in one language, as `npm run build:site` has written them. */
export type BuiltPages = {
  landing: BuiltPage;
  notFound: BuiltPage;
  /** The page of the dashboard, and the one of the pages for signing in; scripts draw the rest. */
  app: BuiltPage;
  entry: BuiltPage;
  /** The scripts of the page at a path. */
  scriptsAt(pathname: string): readonly string[];
};

const names = { landing: "landing", notFound: "not-found", app: "app", entry: "entry" } as const;

/** Reads the pages once, and again after a build. Undefined if the site is not built. */
export function createBuiltPages(root: string): (language: Language) => BuiltPages | undefined {
  const known = new Map<Language, { builtAt: number; pages: BuiltPages }>();
  return (language) => {
    const folder = path.join(root, language);
    const file = path.join(folder, "pages.json");
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) return undefined;
    const earlier = known.get(language);
    if (earlier?.builtAt === builtAt) return earlier.pages;
    const read = (name: keyof typeof names) => readPage(path.join(folder, `${names[name]}.html`));
    const { scripts } = JSON.parse(readFileSync(file, "utf8")) as { scripts: Record<string, string[]> };
    const pages: BuiltPages = {
      landing: read("landing"),
      notFound: read("notFound"),
      app: read("app"),
      entry: read("entry"),
      scriptsAt: createScriptLookup(language, scripts),
    };
    known.set(language, { builtAt, pages });
    return pages;
  };
}

function readPage(file: string): BuiltPage {
  const text = readFileSync(file, "utf8");
  return { text, policy: policyFor(contentOf(text, "style"), contentOf(text, "script")) };
}

/** What is written into the page between the first tags of this name that have no attributes. */
function contentOf(text: string, tag: "style" | "script"): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + tag.length + 2, end);
}

/**
 * External and inline content is blocked, so that user input can never become a script. What the build has written into
 * the page, for a first paint without further requests and for the first requests of data, is allowed by its hash.
 */
const policyFor = (style: string | undefined, script: string | undefined) =>
  [
    "default-src 'none'",
    `script-src 'self'${hashOf(script)}`,
    `style-src 'self'${hashOf(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");

const hashOf = (content: string | undefined) =>
  content === undefined ? "" : ` 'sha256-${hash("sha256", content, "base64")}'`;

function createScriptLookup(language: Language, scripts: Record<string, string[]>) {
  const routes = Object.entries(scripts).map(([route, files]) => ({
    pattern: new RegExp(`^${route.replaceAll(/\$\w+/g, "[^/]+")}/?$`),
    // A name without a parameter is more exact: /invoices/new before /invoices/$id.
    parameters: route.split("$").length,
    files: files.map((file) => `/site/${language}/${file}`),
  }));
  routes.sort((one, other) => one.parameters - other.parameters);
  return (pathname: string): readonly string[] => {
    const frame = pathname.startsWith("/operator") ? "/operator" : "/app";
    const found = routes.find(({ pattern }) => pattern.test(pathname));
    return (found ?? routes.find(({ pattern }) => pattern.test(frame)))?.files ?? [];
  };
}
