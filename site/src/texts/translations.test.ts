import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "../../../service/src/contract/languages.ts";

const folder = import.meta.dirname;
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    file.endsWith(".ts") &&
    !file.endsWith(".test.ts") &&
    file !== "translation.ts" &&
    !languages.some((language) => file.startsWith(`${language}${path.sep}`)),
);

type Module = Record<string, unknown>;
const load = (file: string): Promise<Module> => import(path.join(folder, file));

/** Every text by its path: `failure.title`. Functions are called with marks, to see whether their words differ. */
function* textsOf(value: unknown, name: string): Generator<[name: string, text: string]> {
  if (typeof value === "string") yield [name, value];
  else if (typeof value === "function") yield [name, said(value as (...values: unknown[]) => unknown)];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, `${name}.${key}`);
  }
}

/** A text with values may expect numbers or words, and may fail for both. */
function said(make: (...values: unknown[]) => unknown): string {
  for (const mark of [7, "7"]) {
    try {
      return String(make(mark, mark, mark, mark));
    } catch {}
  }
  return String(make);
}

/** The same in both languages: names, abbreviations, and words that French and English share. */
const shared = new Set(
  ["App ID", "BIC (SWIFT)", "Factur-X (ZUGFeRD)"].concat(
    "Billfold Menu API BIC IBAN Logo CSV JSON PDF XML TypeScript HTML IRN URL Webhooks Portal Total Type Date Note Notes Code Message Description Documents Documentation Page Pages Client Actions Notifications Services Service Adaptation Observation Information Informations Contact Questions Question Export Import Secret Script Active Version Catalogue Invitation Action English Français Paystack Stripe Billfold Taxes Net Journal Format UBL".split(
      " ",
    ),
  ),
);

// The labels of statuses are a list of what differs from the API's own word, and French has more of those.
const openLists = ["statuses.ts"];

const isWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\b(7|undefined|ms|min|kg|KB|MB)\b/g, ""));

describe.each(languages.slice(1))("in %s", (language) => {
  test("every file of texts is translated", () => {
    const missing = files.filter((file) => !existsSync(path.join(folder, language, file)));
    expect(missing).toEqual([]);
  });

  const done = files.filter(
    (file) => !openLists.includes(file) && existsSync(path.join(folder, language, file)),
  );

  test.each(done)("%s has every text, and each in that language", async (file) => {
    const [english, translated] = [await load(file), await load(path.join(language, file))];
    const [ours, theirs] = [new Map(textsOf(english, "")), new Map(textsOf(translated, ""))];
    expect([...theirs.keys()].sort()).toEqual([...ours.keys()].sort());
    const same = [...theirs].filter(([name, text]) => isWords(text) && ours.get(name) === text);
    expect(same.filter(([, text]) => !shared.has(text))).toEqual([]);
  });
});
