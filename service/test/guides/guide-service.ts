import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freshDatabase } from "../fresh-database.ts";
import { type Folder, root } from "./folder.ts";
import { metricsPort, type Ports, servicePort } from "./ports.ts";

type Demo = { app_id: string; secret: string; webhook_secret: string };

/** The service that the reader has started with `npm start`, on a separate database. */
export type GuideService = {
  /** Its output until it was ready. */
  announcement: string;
  demo: Demo;
  /** Variables for the reader's own commands, because port and database differ from the defaults. */
  env: Record<string, string>;
  complaints(): string;
  close(): Promise<void>;
};

export async function startGuideService(
  folder: Folder,
  ports: Ports,
  template: string,
  settings: Record<string, string>,
): Promise<GuideService> {
  const database = await freshDatabase(template);
  const site = `http://127.0.0.1:${ports.of(servicePort)}`;
  const env = {
    DATABASE_URL: database.connectionString,
    BILLFOLD_DATA_DIR: path.join(folder.at, "data"),
    BILLFOLD_SITE_URL: site,
    BILLFOLD_BASE_URL: `${site}/api/v1`,
    BILLFOLD_METRICS_PORT: String(ports.of(metricsPort)),
  };
  const { PATH = "", HOME = "" } = process.env;
  const own = {
    PATH,
    HOME,
    PORT: String(ports.of(servicePort)),
    BILLFOLD_LOG_LEVEL: "warn",
    NODE_COMPILE_CACHE: compileCache,
  };
  const service = spawn(process.execPath, [path.join(root, "service/src/main.ts"), "serve"], {
    cwd: folder.at,
    env: { ...own, ...env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(service, "close");
  let heard = "";
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      heard += text;
    });
  }
  const close = async () => {
    service.kill();
    await ended;
    await database.drop();
  };
  // The announcement arrives in one piece, and ends in an empty line.
  while (!/is ready.*\n\n/s.test(heard)) {
    if (service.exitCode === null) await delay(20);
    else await close().then(() => Promise.reject(new Error(`The service did not start: ${heard}`)));
  }
  const announcement = heard;
  const demo = JSON.parse(readFileSync(path.join(env.BILLFOLD_DATA_DIR, "demo.json"), "utf8")) as Demo;
  return { announcement, demo, env, complaints: () => heard.slice(announcement.length), close };
}

/** The cache that `npm start` uses: it halves the time to load the program. */
export const compileCache = path.join(root, "node_modules/.cache/compiled");
