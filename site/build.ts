import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { languages } from "../service/src/contract/languages.ts";
import { buildLanguage } from "./build-language.ts";

/** `npm run build:site`: one bundle per language, so that nobody loads texts that they do not read. */
const folder = path.join(import.meta.dirname, "../service/assets/site");

for (const language of languages) await buildLanguage(language, folder);
for (const name of readdirSync(folder)) {
  if (!languages.some((language) => language === name)) rmSync(path.join(folder, name), { recursive: true });
}
