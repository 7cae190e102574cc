import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { splitStatements } from "../sql-statements.ts";

export const migrationsFolder = new URL("../../../../migrations/", import.meta.url);

/** Up to here a migration is one transaction: the texts were written for that, and a released text never changes. */
const lastInOneTransaction = 28;

/**
 * A part of a migration that is committed on its own, so that its locks are held only briefly:
 * - `transaction`: one statement, in one transaction with the record that it is done.
 * - `index`: `create index concurrently` and the like, which PostgreSQL runs only outside of a transaction.
 * - `batches`: an update or delete with `ctid between $1 and $2`, once for every few pages of the table. The statement
 *   is marked by the comment `-- in batches`.
 */
export type Step =
  | { kind: "transaction"; sql: string }
  | { kind: "index"; sql: string; action: "create" | "drop"; index: string }
  | { kind: "batches"; sql: string; table: string };

/** A migration whose first line says `-- requires-stop: why` breaks the statements of versions before it. */
export type Migration = {
  number: number;
  name: string;
  sql: string;
  checksum: string;
  requiresStop: boolean;
  /** Split when they are asked for, because most starts find nothing to apply. */
  readonly steps: Step[];
};

export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number.parseInt(name, 10);
      if (number !== index + 1) throw new Error(`migration ${name} is out of order: expected ${index + 1}`);
      const sql = await readFile(new URL(name, folder), "utf8");
      let steps: Step[] | undefined;
      return {
        number,
        name,
        sql,
        checksum: hash("sha256", sql),
        requiresStop: sql.startsWith("-- requires-stop:"),
        get steps() {
          steps ??= number <= lastInOneTransaction ? [{ kind: "transaction", sql }] : stepsOf(name, sql);
          return steps;
        },
      };
    }),
  );
}

/** What an interrupted migration has done is compared by this: the steps that follow may still be corrected. */
export const stepsChecksum = (steps: readonly Step[]) =>
  hash("sha256", steps.map(({ sql }) => sql).join(";\n"));

export function stepsOf(name: string, sql: string): Step[] {
  return splitStatements(sql).map(({ text, normal, comments }): Step => {
    if (/^(begin|start transaction|commit|rollback|end|savepoint)\b/.test(normal)) {
      throw new Error(
        `migration ${name} must not control transactions: each statement is committed on its own`,
      );
    }
    if (comments.includes("in batches")) {
      const table = /^(?:update|delete from) (\w+)/.exec(normal)?.[1];
      if (!table || !normal.includes("ctid between $1 and $2")) {
        throw new Error(
          `migration ${name}: a statement in batches is an update or delete with the condition "ctid between $1 and $2"`,
        );
      }
      return { kind: "batches", sql: text, table };
    }
    const concurrently =
      /^(create|drop) (?:unique )?index concurrently (if (?:not )?exists )?(\w+)(?: on\b|$)/.exec(normal);
    const [, action, condition, index] = concurrently ?? [];
    if (index !== undefined && condition === undefined) {
      return { kind: "index", sql: text, action: action as "create" | "drop", index };
    }
    if (/ index concurrently\b/.test(normal)) {
      throw new Error(
        `migration ${name}: an index that is created or dropped concurrently needs a name and no "if exists", so that an interrupted attempt is recognised`,
      );
    }
    return { kind: "transaction", sql: text };
  });
}
