/** One statement of an SQL text: without comments in its normal form, and with the comments right before it. */
export type SqlStatement = {
  /** As it is written. */
  text: string;
  /** Without comments, in one line, keywords in lower case; literals and quoted names as they are. */
  normal: string;
  /** The lines of comment before it, without the dashes. */
  comments: string[];
};

/** Splits an SQL text at its semicolons, except those in literals, comments, dollar quotes and `begin atomic … end`. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let [text, normal, comments] = ["", "", [] as string[]];
  const finish = () => {
    const trimmed = normal.replace(/\s+/g, " ").trim();
    if (trimmed !== "") statements.push({ text: text.trim(), normal: restore(trimmed, literals), comments });
    [text, normal, comments] = ["", "", []];
    literals = [];
  };
  let literals: string[] = [];
  for (let at = 0; at < sql.length; ) {
    const { kind, end } = tokenAt(sql, at);
    const token = sql.slice(at, end);
    at = end;
    if (kind === "comment") {
      if (normal.trim() === "")
        comments.push(...token.split("\n").map((line) => line.replace(/^\s*--\s?/, "").trim()));
      else text += token;
      normal += " ";
      continue;
    }
    if (kind === "end" && !isInAtomicBody(normal)) {
      finish();
      continue;
    }
    text += token;
    if (kind === "literal") normal += `\u0000${literals.push(token) - 1}\u0000`;
    else normal += token.toLowerCase();
  }
  finish();
  return statements;
}

const restore = (normal: string, literals: readonly string[]) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL's texts can't contain this character
  normal.replace(/\u0000(\d+)\u0000/g, (_, index: string) => literals[Number(index)]!);

const isInAtomicBody = (normal: string) => {
  const start = normal.search(/\bbegin\s+atomic\b/);
  return start >= 0 && !/\bend\s*$/.test(normal.slice(start));
};

type Token = { kind: "comment" | "literal" | "end" | "code"; end: number };

function tokenAt(sql: string, at: number): Token {
  const until = (mark: string, from: number) => {
    const found = sql.indexOf(mark, from);
    return found < 0 ? sql.length : found + mark.length;
  };
  const character = sql[at]!;
  if (sql.startsWith("--", at)) return { kind: "comment", end: until("\n", at) };
  if (sql.startsWith("/*", at)) return { kind: "comment", end: until("*/", at + 2) };
  // A doubled quote is two literals side by side, which splits nothing wrongly.
  if (character === "'" || character === '"') return { kind: "literal", end: until(character, at + 1) };
  if (character === ";") return { kind: "end", end: at + 1 };
  dollarQuote.lastIndex = at;
  const tag = dollarQuote.exec(sql)?.[0];
  if (tag) return { kind: "literal", end: until(tag, at + tag.length) };
  plainCode.lastIndex = at + 1;
  plainCode.exec(sql);
  return { kind: "code", end: plainCode.lastIndex };
}

const dollarQuote = /\$(?:[A-Za-z_]\w*)?\$/y;
/** What begins none of the tokens above. */
const plainCode = /[^-/'";$]*/y;
