import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

// The newest version whose npm package has the program itself; later ones fetch it from Maven Central.
const version = "1.0.18-5.0.0-beta2";
const sha256 = "5c62d437e0f319fe5e9065242e270a14fb0581b4a92c5833f44940e18717dc0b";
const cache = path.join(import.meta.dirname, "../../../node_modules/.cache/openapi-generator");
const jar = path.join(cache, `${version}.jar`);

/** What the generated Python imports. */
const pythonModules = ["certifi", "dateutil", "six", "urllib3"];

/** Why a Python client can't be generated and run here, if it can't; the generator is fetched at its first use. */
export async function pythonMissing(): Promise<string | undefined> {
  const isThere = (program: string, ...words: string[]) =>
    run(program, words).then(
      () => true,
      () => false,
    );
  if (!(await isThere("java", "-version"))) return "java is not installed";
  if (!(await isThere("python3", "-c", `import ${pythonModules.join()}`)))
    return `python3 with ${pythonModules.join(", ")} is not installed`;
  return existsSync(jar) ? undefined : fetchGenerator();
}

async function fetchGenerator(): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-openapi-generator-"));
  try {
    const name = `@openapitools/openapi-generator-cli@${version}`;
    const packed = await run("npm", ["pack", name, `--pack-destination=${folder}`], { cwd: folder }).catch(
      () => undefined,
    );
    if (!packed) return "no npm registry has the generator";
    await run("tar", ["-xzf", path.join(folder, packed.stdout.trim().split("\n").at(-1)!), "-C", folder]);
    const fetched = path.join(folder, "package/bin/openapi-generator.jar");
    const found = createHash("sha256").update(readFileSync(fetched)).digest("hex");
    if (found !== sha256) throw new Error(`${name} has another program than expected: ${found}`);
    mkdirSync(cache, { recursive: true });
    copyFileSync(fetched, `${jar}.${process.pid}`);
    renameSync(`${jar}.${process.pid}`, jar);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a Python client of the contract in `file` into the folder. */
export async function generatePython(file: string, folder: string): Promise<void> {
  const parts = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
  const words = ["generate", "-g", "python", "-i", file, "-o", folder, "--package-name", "billfold_client"];
  const options = ["--skip-validate-spec", "--global-property", parts];
  await run("java", ["-jar", jar, ...words, ...options], { maxBuffer: 64 * 1024 * 1024 });
}
