import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { type Mutant, mutate } from "./mutants.ts";

// Runs in a copy of the tree: prints the ids of those mutants whose statements
// the database can prepare. A mutant that is no valid SQL would be killed by every test, and say nothing about any.

const [list = "", connectionString = ""] = process.argv.slice(2);
const mutants = JSON.parse(readFileSync(list, "utf8")) as Mutant[];
const client = new pg.Client({ connectionString });
await client.connect();
const { registeredStatements } = (await import(
  pathToFileURL("service/src/foundation/database.ts").href
)) as typeof import("../../service/src/foundation/database.ts");
const statements = registeredStatements();
const valid: string[] = [];
for (const mutant of mutants) {
  const text = readFileSync(mutant.file, "utf8");
  writeFileSync(mutant.file, mutate(text, mutant));
  try {
    statements.clear();
    await import(`${pathToFileURL(mutant.file).href}?mutant=${mutant.id}`);
    for (const statement of statements.values()) {
      await client.query(`prepare mutant as ${statement}`);
      await client.query("deallocate mutant");
    }
    valid.push(mutant.id);
  } catch {
    // Not valid, which is what this is for.
  } finally {
    writeFileSync(mutant.file, text);
  }
}
await client.end();
process.stdout.write(JSON.stringify(valid));
process.exit(0);
