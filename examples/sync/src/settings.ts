import { readFileSync } from "node:fs";
import path from "node:path";

export type Settings = {
  /** The base address of Billfold's API, which ends in /api/v1. */
  baseUrl: string;
  appId: string;
  secret: string;
  /** The folders where the partner's system writes its files and reads ours. */
  exportFolder: string;
  resultFolder: string;
};

/** The script can't run with these settings. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>;

const root = path.join(import.meta.dirname, "../../..");

export function readSettings(env: Environment): Settings {
  return {
    baseUrl: env.BILLFOLD_BASE_URL ?? "http://127.0.0.1:8080/api/v1",
    ...readKey(env),
    exportFolder: path.resolve(root, env.SYNC_EXPORT ?? "examples/sync/data"),
    resultFolder: path.resolve(root, env.SYNC_RESULT ?? "data/sync"),
  };
}

/** From the environment, or else the demo company's that `npm start` creates. */
function readKey(env: Environment): { appId: string; secret: string } {
  const { BILLFOLD_APP_ID: appId, BILLFOLD_SECRET: secret } = env;
  if (appId && secret) return { appId, secret };
  const file = path.resolve(root, env.BILLFOLD_DATA_DIR ?? "data", "demo.json");
  try {
    const demo = JSON.parse(readFileSync(file, "utf8")) as { app_id: string; secret: string };
    return { appId: demo.app_id, secret: demo.secret };
  } catch {
    throw new SettingError(
      `There is no key: start Billfold with 'npm start' first, which makes ${file}, or set BILLFOLD_APP_ID and BILLFOLD_SECRET.`,
    );
  }
}
