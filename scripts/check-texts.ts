import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/**
 * Words that readers have to look up, or that no search would find, with the ordinary term. Names in code are checked by
 * check-words.ts; this is about what people read: documents, messages, help, descriptions of the API and comments.
 */
const plainTerms: readonly [pattern: RegExp, instead: string][] = [
  [/\bmend(s|ed|ing)?\b/i, "fix, correct"],
  [/\banew\b/i, "again"],
  [/\bafresh\b/i, "again, new"],
  [/\black(s|ed|ing)?\b/i, "missing, does not have"],
  [/\bseldom\b/i, "rarely, at increasing intervals"],
  [/\bwhoever\b/i, "anyone who"],
  [/\bdesk\b/i, "dashboard"],
  [/\bfares?\b/i, "status"],
  [/\btold\b/i, "reported, notified"],
  [/\bstands?\b(?! for\b)/i, "is"],
  [/\bhow (it|they|things) (stands?|fares?)\b/i, "status"],
  [/\bas it (lies|now is|came in)\b/i, "unchanged, updated"],
  [/\blook again\b/i, "refresh, check again"],
  [/\bat fault\b/i, "invalid"],
  [/\bbrings? (it|one)\b/i, "is given"],
  [/\bmust be a text\b/i, "must be a string"],
  [/\bmakes no sense\b/i, "is invalid"],
  [/\bin the clear\b/i, "unencrypted"],
  [/\bunder way\b/i, "in progress"],
  [/\bthe very same\b/i, "exactly the same"],
  [/\bnobody knows\b/i, "unknown"],
];

/** Where such a word is right: a part of the text around it. */
const allowed: readonly string[] = [
  // A column of a statement.
  "x.anew",
];

export type TextFault = { file: string; line: number; word: string; instead: string };

/** The plain terms that a text offends against; a line that is allowed offends against none. */
export function faultsOf(text: string): { word: string; instead: string }[] {
  if (allowed.some((part) => text.includes(part))) return [];
  return plainTerms.flatMap(([pattern, instead]) => {
    const [word] = pattern.exec(text) ?? [];
    return word === undefined ? [] : [{ word, instead }];
  });
}

/** The prose of a document, line by line. Code may quote what others wrote. */
export function faultsInMarkdown(file: string, text: string): TextFault[] {
  let isCode = false;
  return text.split("\n").flatMap((line, index) => {
    if (/^ *(```|~~~)/.test(line)) isCode = !isCode;
    const prose = line.replace(/`[^`]*`/g, "");
    return isCode ? [] : faultsOf(prose).map((fault) => ({ file, line: index + 1, ...fault }));
  });
}

/** The strings of a program: messages, help, and descriptions of the API. SQL and names have none of these words. */
export function faultsInProgram(file: string, text: string): TextFault[] {
  return stringsOf(file, text).flatMap(({ line, words }) =>
    // A single word is a name, such as that of a state.
    /\s/.test(words.trim()) ? faultsOf(words).map((fault) => ({ file, line, ...fault })) : [],
  );
}

/** The comments of a program, each as one text. */
export function faultsInComments(file: string, text: string): TextFault[] {
  return commentsOf(file, text).flatMap(({ line, words }) =>
    faultsOf(words).map((fault) => ({ file, line, ...fault })),
  );
}

/** French is set with typographic apostrophes throughout; one that is straight looks like a mistake beside them. */
export function faultsInFrench(file: string, text: string): TextFault[] {
  return stringsOf(file, text)
    .filter(({ words }) => words.includes("'"))
    .map(({ line, words }) => ({ file, line, word: words, instead: words.replaceAll("'", "’") }));
}

/** Each string, or each part of one between values that are put into it. */
function stringsOf(file: string, text: string): { line: number; words: string }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const strings: { line: number; words: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      strings.push({ line, words: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return strings;
}

/** Comments that follow each other, with the line of the first. What they quote may have any words. */
function commentsOf(file: string, text: string): { line: number; words: string }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const add = (at: number) => {
    const ranges = ts.getLeadingCommentRanges(text, at) ?? [];
    if (ranges.length === 0) return;
    const words = ranges.map(({ pos, end }) => text.slice(pos, end)).join(" ");
    found.set(
      ranges[0]!.pos,
      words.replaceAll(/^\s*(?:\/\*\*?|\*|\/\/)|\*\/\s*$/gm, " ").replaceAll(/`[^`]*`|\s+/g, " "),
    );
  };
  const visit = (node: ts.Node): void => {
    add(node.getFullStart());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found].map(([at, words]) => ({
    line: source.getLineAndCharacterOfPosition(at).line + 1,
    words,
  }));
}

const documents =
  /^((README|ARCHITECTURE|CONTRIBUTING)\.md|docs\/(.*\/)?[^/]+\.md|(service|consumer|sdk|deploy|examples)\/(.*\/)?README\.md)$/;
const programs = /^(service\/src|consumer\/src|sdk\/src)\/.*\.ts$/;
const commented =
  /^((service|site|embed|consumer|sdk|sandbox|bench)\/src|service\/dev|scripts|examples)\/.*\.(ts|tsx|mjs)$/;
const french = /\/texts\/fr(\.ts|\/.*\.ts)$/;
const notRead = /\.(test|fixture)\.ts$|\/api-types\.ts$/;

/** All faults in the documents and programs that git tracks. */
export function textFaults(): TextFault[] {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  return files.flatMap((file) => {
    const read = () => readFileSync(file, "utf8");
    if (documents.test(file)) return faultsInMarkdown(file, read());
    if (notRead.test(file)) return [];
    const inComments = commented.test(file) ? faultsInComments(file, read()) : [];
    if (french.test(file)) return [...inComments, ...faultsInFrench(file, read())];
    return [...inComments, ...(programs.test(file) ? faultsInProgram(file, read()) : [])];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = textFaults();
  for (const { file, line, word, instead } of faults)
    console.log(`${file}:${line}: "${word}"; write: ${instead}`);
  if (faults.length > 0) {
    console.log(
      "\nUse the plain term. Where the word is right, add the line to `allowed` in scripts/check-texts.ts.",
    );
    process.exitCode = 1;
  }
}
