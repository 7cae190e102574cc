import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import path from "node:path";
import { stagePackage } from "./packaging/staging.ts";

/**
 * `npm run pack`: builds the service as one package, dist/billfold-VERSION.tgz, which runs with npx and needs no
 * build. The package contains more than the service's folder, so `npm pack` in that folder runs this too and its
 * result is replaced.
 */
const root = path.join(import.meta.dirname, "..");
const dist = path.join(root, "dist");

npm(["run", "build:site", "--silent"], root);
npm(["run", "build:docs", "--silent"], root);
stagePackage(path.join(dist, "billfold"));
const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", dist], path.join(dist, "billfold")));

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
console.log(
  `dist/${packed.filename}: ${packed.entryCount} files, ${megabytes(packed.size)} MB packed, ${megabytes(packed.unpackedSize)} MB unpacked`,
);
const asked = placeAskedFor();
if (asked) copyFileSync(path.join(dist, packed.filename), path.join(asked, packed.filename));
console.log(`Run it anywhere: npx ${asked ? "." : "./dist"}/${packed.filename} serve`);

/** Where `npm pack` put its own file; undefined for a dry run, or if `npm pack` did not start this script. */
function placeAskedFor(): string | undefined {
  const {
    npm_lifecycle_event,
    npm_config_dry_run,
    npm_config_pack_destination = ".",
    INIT_CWD,
  } = process.env;
  if (npm_lifecycle_event !== "postpack" || npm_config_dry_run === "true") return undefined;
  return path.resolve(INIT_CWD ?? root, npm_config_pack_destination);
}

function npm(words: string[], cwd: string): string {
  return execFileSync("npm", words, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    // The calling npm's options are not meant for this one, and with the tests' NODE_ENV the site would be larger.
    env: { ...withoutOrders(process.env), NODE_ENV: "production" },
    shell: process.platform === "win32",
  });
}

function withoutOrders(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|cache|userconfig)$/;
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("npm_") || kept.test(name)),
  );
}
