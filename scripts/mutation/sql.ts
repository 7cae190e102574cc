import ts from "typescript";
import type { Area } from "./areas.ts";
import { lineAt, type Mutant, mutantId } from "./mutants.ts";

type Operator = {
  name: string;
  pattern: RegExp;
  replace: (match: RegExpExecArray) => string;
  /** Overrides the area of the file. */
  area?: Area;
};

// `or true` keeps the parameters in use, so the statement stays valid, which it would not without the condition.
const always = ([condition]: RegExpExecArray) => `(${condition} or true)`;
const opposite = (pairs: Record<string, string>) => (match: RegExpExecArray) =>
  match[0].replace(match[1]!, () => pairs[match[1]!]!);

/** Mistakes in a statement that the database does not report. */
const operators: readonly Operator[] = [
  {
    name: "no tenant condition",
    area: "tenancy",
    pattern: /(?:\b\w+\.)?\bcompany_id = (?:any ?\(\$\d+(?:::\w+\[\])?\)|\$\d+(?:::\w+)?)/g,
    replace: always,
  },
  {
    name: "no record condition",
    pattern:
      /(?:\b\w+\.)?\b(?!company_id\b)(?:id|\w+_id) = (?:any ?\(\$\d+(?:::\w+\[\])?\)|\$\d+(?:::\w+)?)/g,
    replace: always,
  },
  {
    name: "no status condition",
    pattern: /(?:\b\w+\.)?\b(?:\w+_)?(?:status|state) (?:=|<>) '\w+'/g,
    replace: always,
  },
  {
    name: "no lock",
    pattern: /\s+for (?:no key update|update|share|key share)(?: of \w+)?(?: skip locked| nowait)?/g,
    replace: () => "",
  },
  { name: "no advisory lock", pattern: /\bpg_try_advisory_xact_lock\(/g, replace: () => "(0 <> " },
  { name: "no advisory lock", pattern: /\bpg_advisory_xact_lock\(/g, replace: () => "(" },
  {
    name: "no conflict clause",
    pattern: /\s+on conflict(?: \([^)]*\))?(?: where [\w\s.'=<>]+?)? do nothing/g,
    replace: () => "",
  },
  {
    name: "conflict changes nothing",
    pattern: /\bdo update set (?:[^`"$]|\$\d)+?(?=\breturning\b|$)/g,
    replace: () => "do nothing ",
  },
  {
    name: "a row more",
    pattern: /\blimit (\$\d+|(?!1\b)\d+)/g,
    replace: ([, count]) => `limit ${count} + 1`,
  },
  {
    name: "boundary",
    pattern: / (<=|>=|<|>) /g,
    replace: opposite({ "<": "<=", "<=": "<", ">": ">=", ">=": ">" }),
  },
  { name: "order", pattern: /\b(desc)\b/g, replace: () => "asc" },
  {
    name: "null",
    pattern: / is (not null|null)\b/g,
    replace: opposite({ null: "not null", "not null": "null" }),
  },
  { name: "and becomes or", pattern: /\s(and)\s/g, replace: opposite({ and: "or" }) },
  { name: "sign", pattern: /[\w)] (\+|-) [\w$(]/g, replace: opposite({ "+": "-", "-": "+" }) },
  {
    name: "least and greatest",
    pattern: /\b(least|greatest)\(/g,
    replace: opposite({ least: "greatest", greatest: "least" }),
  },
];

const looksLikeSql =
  /\b(?:select|insert into|update \w+ set|delete from|where|order by|for update|on conflict|company_id|limit \$)\b|\b\w+_at [<>]/;

/** Every mutant of the SQL in a file. The database decides later which statements are valid. */
export function sqlMutants(file: string, text: string, area: Area): Mutant[] {
  const found = new Map<string, Mutant>();
  for (const { start, end } of sqlTexts(file, text)) {
    for (const operator of operators) {
      for (const match of text.slice(start, end).matchAll(operator.pattern)) {
        const replacement = operator.replace(match);
        const at = { start: start + match.index, end: start + match.index + match[0].length };
        const mutant = {
          area: operator.area ?? area,
          kind: "sql" as const,
          file,
          line: lineAt(text, at.start + match[0].search(/\S/)),
          mutator: operator.name,
          original: match[0],
          replacement,
          ...at,
        };
        const id = mutantId(text, { ...mutant });
        found.set(id, { id, ...mutant });
      }
    }
  }
  return [...found.values()];
}

/** The literal parts of SQL texts: between quotes, and between the placeholders of templates. */
function sqlTexts(file: string, text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const take = (node: ts.Node) => {
    // The delimiters take one character at the start and one or two at the end: `…${, }…`, "…".
    const closing =
      node.kind === ts.SyntaxKind.TemplateHead || node.kind === ts.SyntaxKind.TemplateMiddle ? 2 : 1;
    found.push({ start: node.getStart() + 1, end: node.getEnd() - closing });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (looksLikeSql.test(node.text)) take(node);
    } else if (ts.isTemplateExpression(node) && looksLikeSql.test(node.getText())) {
      for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) take(part);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}
