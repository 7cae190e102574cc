import { pathToFileURL } from "node:url";
import { openDatabase } from "../src/platform/db/database.ts";
import { migrate } from "../src/platform/db/migrations/migrate.ts";

/** Applies the migrations of a folder, as the start of a new version does. */
const [connectionString = "", folder = ""] = process.argv.slice(2);
const db = openDatabase({ connectionString, connectionsMax: 2, onError: () => undefined });
try {
  const names = await migrate(db, { folder: pathToFileURL(`${folder}/`), warn: console.log });
  console.log(`applied ${names.join(", ") || "nothing"}`);
} finally {
  await db.close();
}
