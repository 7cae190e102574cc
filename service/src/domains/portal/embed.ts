import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A script for partners' pages, with its hashes for caches and browsers. */
export type Script = { fileName: string; body: Buffer; tag: string };

const read = (name: string) => readFileSync(new URL(`../../../assets/portal/${name}`, import.meta.url));

const panels = read("embed.js");

/** Changes with every byte, so it may be cached for good. */
export const embedScript: Script & { integrity: string } = {
  fileName: `embed.${hash("sha256", panels).slice(0, 16)}.js`,
  body: panels,
  tag: `"${hash("sha256", panels).slice(0, 32)}"`,
  integrity: `sha384-${hash("sha384", panels, "base64")}`,
};

/** Served at the fixed address; it fetches the script of the current version. */
export const embedLoader: Script = loaderOf(read("loader.js").toString());

function loaderOf(source: string): Script {
  const body = Buffer.from(source.replaceAll("__EMBED_FILE__", embedScript.fileName));
  return { fileName: "embed.js", body, tag: `"${hash("sha256", body).slice(0, 32)}"` };
}
