import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The fonts beyond Inter, one family of Noto Sans per script. Each is divided into files by characters: a Chinese
 * invoice needs a few of a hundred.
 */
export type FontFile = { id: string; path: string };

const require = createRequire(import.meta.url);

type Family = { package: string; name: string; isFile: (subset: string) => boolean; characters: RegExp };

const byScript = (name: string, characters: RegExp, weights = "-variable"): Family => ({
  package: `@fontsource${weights}/noto-sans-${name}`,
  name: `noto-sans-${name}`,
  isFile: (subset) => subset === name,
  characters,
});
const numbered = (name: string, characters: RegExp): Family => ({
  package: `@fontsource-variable/${name}`,
  name,
  isFile: (subset) => /^\[\d+\]$/.test(subset),
  characters,
});

const chinese = numbered("noto-sans-sc", /[\p{scx=Han}\u3000-\u303f\u3200-\u33ff\ufe10-\uffef]/u);
const japanese = numbered(
  "noto-sans-jp",
  /[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}\u3000-\u303f\u3200-\u33ff\uff00-\uffef]/u,
);
const korean = numbered("noto-sans-kr", /[\p{scx=Hang}\p{scx=Han}\u3000-\u303f\uff00-\uffef]/u);

const families: Family[] = [
  byScript("arabic", /\p{scx=Arab}/u),
  byScript("hebrew", /\p{scx=Hebr}/u),
  byScript("ethiopic", /\p{scx=Ethi}/u),
  byScript("devanagari", /\p{scx=Deva}/u),
  byScript("bengali", /\p{scx=Beng}/u),
  byScript("gujarati", /\p{scx=Gujr}/u),
  byScript("gurmukhi", /\p{scx=Guru}/u),
  byScript("tamil", /\p{scx=Taml}/u),
  byScript("telugu", /\p{scx=Telu}/u),
  byScript("kannada", /\p{scx=Knda}/u),
  byScript("malayalam", /\p{scx=Mlym}/u),
  byScript("sinhala", /\p{scx=Sinh}/u),
  byScript("thai", /\p{scx=Thai}/u),
  byScript("lao", /\p{scx=Laoo}/u),
  byScript("khmer", /\p{scx=Khmr}/u),
  byScript("myanmar", /\p{scx=Mymr}/u),
  byScript("armenian", /\p{scx=Armn}/u),
  byScript("georgian", /\p{scx=Geor}/u),
  byScript("oriya", /\p{scx=Orya}/u),
  byScript("ol-chiki", /\p{scx=Olck}/u),
  byScript("meetei-mayek", /\p{scx=Mtei}/u),
  byScript("thaana", /\p{scx=Thaa}/u),
  byScript("syriac", /\p{scx=Syrc}/u),
  byScript("adlam", /\p{scx=Adlm}/u),
  byScript("javanese", /\p{scx=Java}/u),
  byScript("cherokee", /\p{scx=Cher}/u),
  byScript("canadian-aboriginal", /\p{scx=Cans}/u),
  byScript("nko", /\p{scx=Nkoo}/u, ""),
  byScript("tifinagh", /\p{scx=Tfng}/u, ""),
  byScript("vai", /\p{scx=Vaii}/u, ""),
  byScript("mongolian", /\p{scx=Mong}/u, ""),
  {
    package: "@fontsource-variable/noto-serif-tibetan",
    name: "noto-serif-tibetan",
    isFile: (subset) => subset === "tibetan",
    characters: /\p{scx=Tibt}/u,
  },
  chinese,
  japanese,
  korean,
  { ...byScript("symbols", /\p{scx=Zyyy}/u) },
  numbered("noto-emoji", /\p{Extended_Pictographic}|\p{Regional_Indicator}/u),
];

/**
 * The Han characters differ between the languages that use them, and nothing but the other characters of a text says
 * which one it is in.
 */
function hanOrder(text: string): Family[] {
  if (/[\p{scx=Hira}\p{scx=Kana}]/u.test(text.replace(/[\u3000-\u303f\u30fb\uff00-\uff65]/g, ""))) {
    return [japanese, chinese, korean];
  }
  return /\p{Script=Hangul}/u.test(text) ? [korean, chinese, japanese] : [chinese, japanese, korean];
}

/** The files that may have a character, in the order of preference for the text that it is part of. */
export function filesWith(character: string, text: string): FontFile[] {
  const codePoint = character.codePointAt(0)!;
  const suitable = families.filter(({ characters }) => characters.test(character));
  const han = hanOrder(text);
  const ordered = [
    ...suitable.filter((family) => !han.includes(family)),
    ...han.filter((family) => suitable.includes(family)),
  ];
  return ordered.flatMap((family) =>
    rangesOf(family).filter(({ from, to }) => from <= codePoint && codePoint <= to),
  );
}

type Range = FontFile & { from: number; to: number };
const known = new Map<string, Range[]>();

/** From the list that each package brings, read when the first document needs it. */
function rangesOf({ package: packageName, name, isFile }: Family): Range[] {
  let ranges = known.get(packageName);
  if (!ranges) {
    const list = JSON.parse(readFileSync(require.resolve(`${packageName}/unicode.json`), "utf8"));
    const kind = packageName.startsWith("@fontsource-variable/") ? "wght-normal" : "400-normal";
    ranges = Object.entries(list as Record<string, string>)
      .filter(([subset]) => isFile(subset))
      .flatMap(([subset, given]) => {
        const id = `${name}-${subset.replace(/[[\]]/g, "")}`;
        const path = require.resolve(`${packageName}/files/${id}-${kind}.woff2`);
        return given.split(",").map((range) => ({ id, path, ...parseRange(range) }));
      });
    known.set(packageName, ranges);
  }
  return ranges;
}

/** `U+0600-06FF` or `U+0600`. */
function parseRange(range: string): { from: number; to: number } {
  const [from, to = from] = range.trim().slice(2).split("-") as [string, string?];
  return { from: Number.parseInt(from, 16), to: Number.parseInt(to!, 16) };
}
