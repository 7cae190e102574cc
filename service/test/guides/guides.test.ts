import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/foundation/database.ts";
import { migrate } from "../../src/foundation/migrate.ts";
import { type FreshDatabase, freshDatabase } from "../fresh-database.ts";
import { root } from "./folder.ts";
import { preludeOf, readGuides } from "./guide.ts";
import { runGuide } from "./run-guide.ts";
import { languages } from "./steps.ts";
import { typeFaults } from "./types.ts";

const guides = readGuides();
const patienceMs = 240_000;

let template: FreshDatabase;
let sdk: string;
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
  sdk = buildSdk();
  faults = typeFaults(guides, sdk);
  faults.catch(() => undefined);
}, 120_000);
afterAll(() => template.drop());

/** The SDK as partners install it. */
function buildSdk(): string {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: object;
  };
  if (!("build:sdk" in scripts)) return path.join(root, "sdk");
  execFileSync("npm", ["run", "--silent", "build:sdk"], { cwd: root, stdio: "inherit" });
  const built = path.join(root, "sdk/dist");
  return existsSync(built) ? built : path.join(root, "sdk");
}

describe.concurrent("works as written:", () => {
  test.for(guides.map((guide) => [guide.name, guide] as const))(
    "%s",
    { timeout: patienceMs },
    async ([, guide]) => {
      expect((await faults).get(guide.name) ?? [], `types of the programs in ${guide.file}`).toEqual([]);
      await runGuide(guide, { template: template.name, sdk, prelude: preludeOf(guide, guides) });
    },
  );
});

test("every block says in which language it is", () => {
  const unknown = guides.flatMap(({ file, fences }) =>
    fences
      .filter(({ language }) => !languages.includes(language))
      .map(({ language, line }) => `${file}:${line - 1}: '${language}' is none of ${languages.join(", ")}`),
  );
  expect(unknown).toEqual([]);
});
