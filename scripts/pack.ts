import { execFileSync } from "node:child_process";
import path from "node:path";
import { stagePackage } from "./packaging/staging.ts";

/** `npm run pack`: the service as one package, dist/billfold-VERSION.tgz, which runs with npx and builds nothing. */
const root = path.join(import.meta.dirname, "..");
const dist = path.join(root, "dist");

npm(["run", "build:site", "--silent"], root);
stagePackage(path.join(dist, "billfold"));
const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", dist], path.join(dist, "billfold")));

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
console.log(
  `dist/${packed.filename}: ${packed.entryCount} files, ${megabytes(packed.size)} MB packed, ${megabytes(packed.unpackedSize)} MB unpacked`,
);
console.log(`Run it anywhere: npx ./dist/${packed.filename} serve`);

function npm(words: string[], cwd: string): string {
  return execFileSync("npm", words, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    // By the tests' own NODE_ENV the site would be a third larger.
    env: { ...process.env, NODE_ENV: "production" },
    shell: process.platform === "win32",
  });
}
