import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { builtFiles, builtText } from "../../embed/build.ts";
import { apiTypesText } from "../../sdk/scripts/api-types.ts";
import { openEmbeddedCluster } from "../dev/embedded-postgres/embedded-postgres.ts";
import { openDatabase } from "../src/platform/db/database.ts";
import { migrate } from "../src/platform/db/migrations/migrate.ts";
import { dumpSchema } from "../src/platform/db/migrations/schema-dump.ts";
import { contractText } from "./generated.ts";
import { errorTables, guideText, settingsTable } from "./guide-parts.ts";
import { tableTypes } from "./table-types.ts";

type Described = { schema: string; tables: string };

/** Applies the migrations to the given empty database, or to a temporary cluster. */
async function describeDatabase(databaseUrl: string | undefined): Promise<Described> {
  if (!databaseUrl) return inTemporaryCluster(describeDatabase);
  const db = openDatabase({ connectionString: databaseUrl, connectionsMax: 1, onError: () => undefined });
  try {
    await migrate(db);
    return { schema: await dumpSchema(db), tables: await tableTypes(db) };
  } finally {
    await db.close();
  }
}

async function inTemporaryCluster<T>(work: (connectionString: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "billfold-generate-"));
  try {
    const cluster = await openEmbeddedCluster({ dataDir, use: "command", settings: { fsync: "off" } });
    return await work(cluster.connectionString).finally(() => cluster.stop());
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const { schema, tables } = await describeDatabase(process.env.DATABASE_URL);

/** A generated file that is committed, and its expected text. */
type Generated = readonly [file: string, text: () => Promise<string> | string];

const generated: readonly Generated[] = [
  ["../../openapi.json", contractText],
  ["../../sdk/src/api-types.ts", () => apiTypesText(contractText())],
  ["../../docs/guides/errors.md", () => guideText("errors.md", "error-codes", errorTables())],
  ["../../docs/guides/self-hosting.md", () => guideText("self-hosting.md", "settings", settingsTable())],
  ["../schema.sql", () => schema],
  ["../src/platform/db/tables.ts", () => tables],
  ...builtFiles.map((file) => [`../assets/portal/${file}`, () => builtText(file)] as const),
];

for (const [file, text] of generated) {
  const url = new URL(file, import.meta.url);
  const wanted = await text();
  if (!process.argv.includes("--check")) {
    writeFileSync(url, wanted);
  } else if (readFileSync(url, "utf8") !== wanted) {
    console.error(`${path.basename(file)} is stale: run 'npm run generate' and commit what it writes`);
    process.exitCode = 1;
  }
}
