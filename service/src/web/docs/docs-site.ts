import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/config.ts";
import { asServed, withAddresses } from "./addresses.ts";
import { type Library, readLibrary } from "./library.ts";
import { type Assets, contentsPage, guidePage, missingPage, searchPage } from "./page.ts";
import { loadRenderer, type Render } from "./render.ts";
import { search } from "./search.ts";

/** Everything is read when the first reader comes, and a page is rendered once. */
export function openDesk(config: Config) {
  let opened: Promise<{ library: Library; assets: Assets; files: Files; render: Render }> | undefined;
  const open = () => {
    opened ??= Promise.all([readLibrary(), loadFiles(), loadRenderer()]).then(
      ([library, { files, assets }, render]) => ({
        library,
        assets,
        files,
        render: (markdown: string) => render(withAddresses(markdown, config)),
      }),
    );
    return opened;
  };
  const kept = new Map<string, string>();
  const keep = (name: string, make: () => string) => {
    const page = kept.get(name) ?? make();
    kept.set(name, page);
    return page;
  };
  return {
    contents: async () => {
      const { library, assets, render } = await open();
      return keep("", () => contentsPage(library, assets, render(library.contents)));
    },
    guide: async (name: string) => {
      const { library, assets, render } = await open();
      const guide = library.guides.find((candidate) => candidate.name === name);
      return guide && keep(name, () => guidePage(library, assets, guide, render(guide.markdown)));
    },
    markdown: async (name: string) => {
      const { library } = await open();
      const guide = library.guides.find((candidate) => candidate.name === name);
      const markdown = name === "README" ? library.contents : guide?.markdown;
      return markdown === undefined ? undefined : asServed(markdown, config);
    },
    search: async (question: string) => {
      const { library, assets } = await open();
      return searchPage(library, assets, question, search(library, question));
    },
    missing: async () => {
      const { library, assets } = await open();
      return missingPage(library, assets);
    },
    files: async () => (await open()).files,
    list: async () => listOf((await open()).library, config),
  };
}

/** For programs that read: https://llmstxt.org. */
function listOf({ shelves }: Library, { siteUrl, baseUrl }: Config): string {
  const lists = shelves.map(({ title, guides }) => {
    const entries = guides.map(
      ({ name, label, summary }) => `- [${label}](${siteUrl}/docs/${name}.md): ${summary}\n`,
    );
    return `## ${title}\n\n${entries.join("")}\n`;
  });
  return `# Billfold

> Invoicing, payments and e-invoicing for companies, as a REST API in JSON.

${lists.join("")}## Contract

- [openapi.json](${baseUrl}/openapi.json): every operation, field and refusal, as OpenAPI 3.1
`;
}

type Files = Map<string, { type: string; text: string }>;

const assetsFolder = fileURLToPath(new URL("../../../assets/docs/", import.meta.url));

/** Their addresses change with what is in them, so that browsers may keep them for good. */
async function loadFiles(): Promise<{ files: Files; assets: Assets }> {
  const files: Files = new Map();
  const add = async (name: string, ending: string, type: string) => {
    const text = await readFile(`${assetsFolder}${name}.${ending}`, "utf8");
    const address = `/docs/assets/${name}-${hash("sha256", text).slice(0, 12)}.${ending}`;
    files.set(address, { type, text });
    return address;
  };
  const style = await add("style", "css", "text/css; charset=utf-8");
  const script = await add("page", "js", "text/javascript; charset=utf-8");
  return { files, assets: { style, script } };
}
