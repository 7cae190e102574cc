import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSdk } from "../../../sdk/scripts/build.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { migrate } from "../../src/platform/db/migrations/migrate.ts";
import { type FreshDatabase, freshDatabase } from "../fresh-database.ts";
import { preludeOf, readGuides } from "./guide.ts";
import { runGuide } from "./run-guide.ts";
import { languages } from "./steps.ts";
import { typeFaults } from "./types.ts";

const guides = readGuides();
const patienceMs = 240_000;

let template: FreshDatabase;
// The SDK as partners install it.
const sdk = mkdtempSync(path.join(os.tmpdir(), "billfold-sdk-"));
let faults: Promise<Map<string, string[]>>;

beforeAll(async () => {
  template = await freshDatabase();
  const db = openDatabase({
    connectionString: template.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
  await migrate(db);
  await db.close();
  buildSdk(sdk);
  faults = typeFaults(guides, sdk);
  faults.catch(() => undefined);
}, 120_000);
afterAll(async () => {
  rmSync(sdk, { recursive: true });
  await template.drop();
});

describe.concurrent("works as written:", () => {
  const tried = guides.filter(({ steps }) => steps.length > 0);
  test.for(tried.map((guide) => [guide.name, guide] as const))(
    "%s",
    { timeout: patienceMs },
    async ([, guide]) => {
      expect((await faults).get(guide.name) ?? [], `types of the programs in ${guide.file}`).toEqual([]);
      await runGuide(guide, { template: template.name, sdk, prelude: preludeOf(guide, guides) });
    },
  );
});

test("every block names its language", () => {
  const unknown = guides.flatMap(({ file, fences }) =>
    fences
      .filter(({ language }) => !languages.includes(language))
      .map(({ language, line }) => `${file}:${line - 1}: '${language}' is none of ${languages.join(", ")}`),
  );
  expect(unknown).toEqual([]);
});
