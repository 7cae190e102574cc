import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig, type Rolldown } from "vite";
import { readRoutes } from "./routes.ts";
import type { StaticPage, StaticParts } from "./src/static/parts.ts";
import { siteConfig } from "./vite.config.ts";

/** What the service needs to know about the built pages of one language. */
type Pages = {
  /** The scripts of each page, the first one first; the HTML lists all of them, so that they load in parallel. */
  scripts: Record<string, string[]>;
};

/** Builds the site in one language into `folder/language`. */
export async function buildLanguage(language: string, folder: string): Promise<void> {
  const config = siteConfig(language, folder);
  const target = path.join(folder, language);
  const { output } = (await build({ ...config, logLevel: "warn" })) as Rolldown.RolldownOutput;
  const style = styleIn(output, "style");
  const parts = await renderParts(language);
  const script = await inlineScript(config);
  const base = `/site/${language}/`;
  const write = (name: string, text: string) => writeFileSync(path.join(target, name), text);
  write("landing.html", staticPage(base, parts, parts.landing, style));
  write("not-found.html", staticPage(base, parts, parts.notFound, style));
  write("app.html", appPage(base, parts, parts.shell, { style, script }, output));
  write("entry.html", appPage(base, parts, parts.entry, { style, script }, output));
  const pages: Pages = { scripts: scriptsOf(output) };
  write("pages.json", JSON.stringify(pages));
  rmSync(path.join(target, "index.html"));
}

/** The parts are rendered by the components of the site, which only the bundler can load. */
async function renderParts(language: string): Promise<StaticParts> {
  const outDir = path.join(import.meta.dirname, "../node_modules/.cache/billfold-site", language);
  mkdirSync(outDir, { recursive: true });
  const { build: _client, ...config } = siteConfig(language, outDir);
  await build({
    ...config,
    logLevel: "warn",
    build: { ssr: "src/static/render.tsx", outDir, emptyOutDir: true },
  });
  const { parts } = (await import(pathToFileURL(path.join(outDir, "render.js")).href)) as {
    parts: StaticParts;
  };
  return parts;
}

/** The script that is written into the page, which the service allows by its hash. */
async function inlineScript({ root, build: client }: InlineConfig): Promise<string> {
  const [built] = (await build({
    configFile: false,
    root: root!,
    logLevel: "warn",
    build: {
      write: false,
      target: client!.target!,
      lib: { entry: "src/first-requests.ts", formats: ["iife"], name: "firstRequests" },
    },
  })) as Rolldown.RolldownOutput[];
  const code = built!.output[0].code.trim();
  if (code.includes("</script")) throw new Error("the script would end the element that contains it");
  return code;
}

type Output = Rolldown.RolldownOutput["output"];
const chunksOf = (output: Output) => output.filter((file) => file.type === "chunk");

function scriptsOf(output: Output): Pages["scripts"] {
  const chunks = chunksOf(output);
  const chunkOf = (module: string) => {
    const id = path.join(import.meta.dirname, module);
    const own = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
    const found = own ?? chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!found) throw new Error(`${module} is not in the build`);
    return found.fileName;
  };
  const add = (fileName: string, files: Set<string>): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
      add(imported, files);
  };
  return Object.fromEntries(
    readRoutes().map(({ path: at, modules }) => {
      const files = new Set<string>();
      for (const module of ["index.html", "src/start.tsx", ...modules]) add(chunkOf(module), files);
      return [at, [...files]];
    }),
  );
}

const sheetsOf = (output: Output) =>
  output.filter((file) => file.type === "asset").filter(({ fileName }) => fileName.endsWith(".css"));

function styleIn(output: Output, name: string): string {
  const sheet = sheetsOf(output).find(({ names }) => names.includes(`${name}.css`));
  if (!sheet) throw new Error(`${name}.css is not in the build`);
  return String(sheet.source).trim();
}

const head = (base: string, { language }: StaticParts, description: string, style: string) => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<link rel="icon" type="image/svg+xml" href="${base}mark.svg">
<style>${style}</style>`;

const staticPage = (
  base: string,
  parts: StaticParts,
  { title, description, body }: StaticPage,
  style: string,
) => `${head(base, parts, description, style)}
<title>${escaped(title)} · Billfold</title>
</head>
<body>${body}</body>
</html>
`;

/**
 * The style sheet comes after the skeleton, because nothing that follows it is painted until it has arrived, and after
 * the script, which would wait for it.
 */
function appPage(
  base: string,
  parts: StaticParts,
  skeleton: string,
  inline: { style: string; script: string },
  output: Output,
): string {
  const file = chunksOf(output).find(({ isEntry, name }) => isEntry && name === "index")!.fileName;
  const css = sheetsOf(output).flatMap(({ fileName, names }) =>
    names.includes("index.css") ? [fileName] : [],
  );
  const sheets = css.map((sheet) => `<link rel="stylesheet" crossorigin href="${base}${sheet}">`).join("");
  return `${head(base, parts, parts.description, inline.style)}
<title>Billfold</title>
<!--preload-->
<script type="module" crossorigin src="${base}${file}"></script>
</head>
<body><div id="site">${skeleton}</div>
<div id="loading-failed" role="alert" hidden><p>${escaped(parts.failed)}</p><button type="button">${escaped(parts.again)}</button></div>
<noscript>${escaped(parts.noScript)}</noscript>
<!--session-->
<script>${inline.script}</script>
${sheets}
</body>
</html>
`;
}

const directionOf = (language: string) => (language.startsWith("ar") ? "rtl" : "ltr");

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
