import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Mutant, mutate } from "./mutants.ts";

// Runs in a copy of the tree and prints the ids of the mutants whose statements the database can prepare. Every test
// would kill a mutant with invalid SQL, so it would show nothing about any of them.

const [list = "", connectionString = ""] = process.argv.slice(2);
const mutants = JSON.parse(readFileSync(list, "utf8")) as Mutant[];
const { openDatabase, registeredStatements } = (await import(
  pathToFileURL("service/src/platform/db/database.ts").href
)) as typeof import("../../service/src/platform/db/database.ts");
const statements = registeredStatements();
const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
const valid: string[] = [];
for (const mutant of mutants) {
  const text = readFileSync(mutant.file, "utf8");
  writeFileSync(mutant.file, mutate(text, mutant));
  try {
    statements.clear();
    await import(`${pathToFileURL(mutant.file).href}?mutant=${mutant.id}`);
    for (const statement of statements.values()) {
      await db.query(`prepare mutant as ${statement}`);
      await db.query("deallocate mutant");
    }
    valid.push(mutant.id);
  } catch {
    // The statement is invalid, so its mutant is left out.
  } finally {
    writeFileSync(mutant.file, text);
  }
}
await db.close();
process.stdout.write(JSON.stringify(valid));
process.exit(0);
