import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/config.ts";
import { allPages, type DocsBundle, loadBundle } from "./bundle.ts";
import { type Assets, contentsPage, guidePage, missingPage, searchPage } from "./page.ts";
import { search } from "./search.ts";

/** All files are loaded on the first request. */
export function createDocsSite(config: Config) {
  let loading: Promise<{ bundle: DocsBundle; files: Files; assets: Assets }> | undefined;
  const load = () => {
    loading ??= Promise.all([loadBundle(config), loadFiles()]).then(([bundle, files]) => ({
      bundle,
      ...files,
    }));
    return loading;
  };
  const findGuide = async (name: string) =>
    allPages((await load()).bundle).find((guide) => guide.name === name);
  return {
    contents: async () => {
      const { bundle, assets } = await load();
      return contentsPage(bundle, assets);
    },
    guide: async (name: string) => {
      const [{ bundle, assets }, guide] = [await load(), await findGuide(name)];
      return guide && guidePage(bundle, assets, guide);
    },
    markdown: async (name: string) =>
      name === "README" ? (await load()).bundle.contents.markdown : (await findGuide(name))?.markdown,
    search: async (question: string) => {
      const { bundle, assets } = await load();
      return searchPage(bundle, assets, question, search(bundle, question));
    },
    missing: async () => {
      const { bundle, assets } = await load();
      return missingPage(bundle, assets);
    },
    files: async () => (await load()).files,
    llmsText: async () => (await load()).bundle.llmsText,
  };
}

type Files = Map<string, { type: string; text: string }>;

const assetsFolder = fileURLToPath(new URL("../../../assets/docs/", import.meta.url));

/** The file names contain a hash of the content, so that browsers may cache them forever. */
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
