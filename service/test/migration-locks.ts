import { type SqlStatement, splitStatements } from "../src/platform/db/sql-statements.ts";

/** The first migration that is held to these rules; those before it are released and never change. */
export const firstChecked = 29;

/** What is wrong with a statement, and what to write instead. */
type Fault = string;

/**
 * Reads a migration and returns what would lock a table for long, or break the version that is still running. The
 * comment `-- safe: why` right before a statement exempts it. `earlier` are the texts of the migrations before this one.
 */
export function findFaults(sql: string, earlier: readonly string[] = []): string[] {
  const statements = splitStatements(sql);
  const before = earlier.flatMap(splitStatements);
  const created = new Set<string>();
  const requiresStop = sql.startsWith("-- requires-stop:");
  return statements.flatMap((statement, index) => {
    const table = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement.normal)?.[1];
    if (table) created.add(table);
    if (statement.comments.some((line) => /^safe: \S/.test(line))) return [];
    const known = { created, requiresStop, before: [...before, ...statements.slice(0, index)] };
    return faultsOf(statement, known).map((fault) => `${shortened(statement.text)}\n  ${fault}`);
  });
}

type Known = { created: ReadonlySet<string>; requiresStop: boolean; before: readonly SqlStatement[] };

const shortened = (text: string) => (text.length > 120 ? `${text.slice(0, 117)}…` : text);

function faultsOf(statement: SqlStatement, known: Known): Fault[] {
  const { normal } = statement;
  const altered = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(normal);
  if (altered) return known.created.has(altered[1]!) ? [] : alterTableFaults(altered[1]!, altered[2]!, known);
  const rule = rules.find(({ pattern }) => pattern.test(normal));
  if (!rule) return [`This check does not know what it locks. ${exemption}`];
  const fault = rule.fault?.(rule.pattern.exec(normal)!, statement, known);
  return fault ? [fault] : [];
}

const exemption =
  "If it holds no lock for longer than a moment, and older versions go on working, write the comment '-- safe: why' above it.";

type Rule = {
  pattern: RegExp;
  /** Without it, the statement is allowed. */
  fault?: (match: RegExpExecArray, statement: SqlStatement, known: Known) => Fault | undefined;
};

const rules: readonly Rule[] = [
  {
    pattern: /^create (?:unique )?index (concurrently )?.*? on (?:only )?(\w+)/,
    fault: ([, concurrently, table], _, { created }) => {
      if (created.has(table!) || concurrently) return undefined;
      return `It blocks writes to ${table} until the index is complete. Write 'create index concurrently'.`;
    },
  },
  {
    pattern: /^drop index (concurrently )?/,
    fault: ([, concurrently]) =>
      concurrently
        ? undefined
        : "It waits for every query on the table, and all others wait behind it. Write 'drop index concurrently'.",
  },
  {
    pattern: /^(?:update|delete from) (?:only )?(\w+)/,
    fault: ([, table], { comments }, { created }) =>
      created.has(table!) || comments.includes("in batches")
        ? undefined
        : `It locks every row that it changes until the end. Write the comment '-- in batches' above it, and the conditions 'ctid between $1 and $2' and one that is false for rows that are done.`,
  },
  {
    pattern: /^insert into (\w+)(.*)$/,
    fault: ([, table, rest], _, { created }) =>
      created.has(table!) || /\bvalues\b/.test(rest!)
        ? undefined
        : `It may be one long transaction. Add the rows as they are needed, or fill a column in batches. ${exemption}`,
  },
  {
    pattern: /^(?:drop table|drop view|alter index \w+ rename|alter view|alter sequence)/,
    fault: (_, __, { requiresStop }) => (requiresStop ? undefined : contraction),
  },
  {
    pattern: /^(?:lock|truncate|cluster|reindex|vacuum|refresh|do\b)/,
    fault: () =>
      `It locks whole tables, or hides what it locks. Write single statements that this check can read. ${exemption}`,
  },
  {
    pattern: /^(?:begin|commit|rollback|set)\b/,
    fault: () => "Each statement of a migration is committed on its own. Remove it.",
  },
  {
    pattern:
      /^(?:create (?:or replace )?(?:function|view|trigger|constraint trigger|procedure)|create (?:table|unlogged table|sequence|type|extension|schema|domain)|comment on|drop (?:trigger|function)|alter type \w+ add value|grant|revoke|select)\b/,
  },
];

const contraction =
  "Versions before this one may still use it. Remove it in a later release, when no supported version uses it any more, and say so in '-- safe: unused since …' above it; or begin the file with '-- requires-stop: why', so that older versions are stopped first.";

function alterTableFaults(table: string, actions: string, known: Known): Fault[] {
  return splitAtCommas(actions).flatMap((action) => actionFault(table, action, known) ?? []);
}

function actionFault(table: string, action: string, known: Known): Fault | undefined {
  if (/^rename|^drop column|^drop (?!constraint|not null)/.test(action)) {
    return known.requiresStop ? undefined : contraction;
  }
  if (/^add (?:constraint|check|foreign key|unique|primary key|exclude)/.test(action))
    return constraintFault(action);
  const added = /^add (?:column )?(?:if not exists )?\w+ (.*)$/.exec(action);
  if (added) return columnFault(added[1]!);
  const column = /^alter (?:column )?(\w+) (.*)$/.exec(action);
  if (column) return alterColumnFault(table, column[1]!, column[2]!, known);
  if (/^validate constraint|^drop constraint|^(?:enable|disable) trigger|^set \(|^reset \(/.test(action))
    return undefined;
  return `This check does not know what '${action}' locks. ${exemption}`;
}

function constraintFault(action: string): Fault | undefined {
  if (/\bnot valid$/.test(action) || /\busing index\b/.test(action)) return undefined;
  if (/\b(?:unique|primary key)\b/.test(action)) {
    return "It builds an index while the table is locked. Write 'create unique index concurrently NAME …' first, then 'add constraint NAME unique using index NAME'.";
  }
  return "It reads the whole table while it is locked. Write 'add constraint … not valid', and then 'validate constraint …' as a statement of its own.";
}

const rewrites =
  /\bgenerated always as \(.*\) stored\b|\bgenerated (?:always|by default) as identity\b|\b(?:big)?serial\b/;
// A stable function such as now() is called once; a volatile one once for each row.
const volatile = /\bdefault [^,]*\b(?:gen_random_uuid|uuidv7|random|clock_timestamp|nextval|timeofday)\b/;

function columnFault(definition: string): Fault | undefined {
  if (rewrites.test(definition) || volatile.test(definition)) {
    return "It writes the whole table anew while it is locked. Add the column without a default or generation, fill it in batches, and set the default for new rows.";
  }
  if (/\bcheck \(/.test(definition)) {
    return "PostgreSQL reads the whole table for the check while it is locked. Add the column without it, then 'add constraint … check (…) not valid', then 'validate constraint …'.";
  }
  if (/\b(?:unique|primary key)\b/.test(definition)) return constraintFault(definition);
  if (/\bnot null\b/.test(definition) && !/\bdefault\b/.test(definition)) {
    return "It fails on a table that has rows, and so do inserts by older versions. Add a default, or allow null.";
  }
  return undefined;
}

function alterColumnFault(table: string, column: string, change: string, known: Known): Fault | undefined {
  if (/^(?:set data )?type\b/.test(change)) {
    return `It may write the whole table anew while it is locked. Add a new column, fill it in batches, and read the new one. ${exemption}`;
  }
  if (change === "set not null") {
    return isKnownNotNull(table, column, known.before)
      ? undefined
      : `It reads the whole table while it is locked. First write 'alter table ${table} add constraint NAME check (${column} is not null) not valid' and 'alter table ${table} validate constraint NAME'; then it is quick.`;
  }
  if (/^(?:drop not null|drop default|set default|set statistics|set storage|set \()/.test(change))
    return undefined;
  return `This check does not know what '${change}' locks. ${exemption}`;
}

/** Whether a check that is validated already proves it. */
function isKnownNotNull(table: string, column: string, before: readonly SqlStatement[]): boolean {
  const prefix = `alter table ${table} `;
  const texts = before.map(({ normal }) => normal).filter((normal) => normal.startsWith(prefix));
  const names = texts.flatMap((normal) => {
    const found = /add constraint (\w+) check \((\w+) is not null\) not valid/.exec(normal);
    return found?.[2] === column ? [found[1]!] : [];
  });
  return names.some((name) => texts.some((normal) => normal.includes(`validate constraint ${name}`)));
}

/** At the commas outside of parentheses and literals. */
function splitAtCommas(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let quote = "";
  for (const character of text) {
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (character === "," && depth === 0 && quote === "") parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
