import { readFileSync } from "node:fs";
import path from "node:path";

export type Settings = {
  /** The base address of Billfold's API, which ends in /api/v1. */
  baseUrl: string;
  appId: string;
  secret: string;
  /** During a rotation there are two secrets, the new one and the old one. */
  webhookSecrets: string[];
  port: number;
  /** The file that stores the events. */
  file: string;
};

/** The receiver can't start with these settings. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>;
type Demo = { app_id: string; secret: string; webhook_secret: string };

const root = path.join(import.meta.dirname, "../../..");

export function readSettings(env: Environment): Settings {
  const given = [env.BILLFOLD_APP_ID, env.BILLFOLD_SECRET, env.BILLFOLD_WEBHOOK_SECRET];
  const [appId = "", secret = "", webhookSecret = ""] = given.every(Boolean) ? given : demoKeys(env);
  return {
    baseUrl: env.BILLFOLD_BASE_URL ?? "http://127.0.0.1:8080/api/v1",
    ...{ appId, secret },
    webhookSecrets: webhookSecret.split(",").map((word) => word.trim()),
    port: Number(env.RECEIVER_PORT ?? 3000),
    file: path.resolve(root, env.RECEIVER_FILE ?? "data/receiver/events.jsonl"),
  };
}

/** The credentials of the demo company that `npm start` creates. */
function demoKeys(env: Environment): string[] {
  const file = path.resolve(root, env.BILLFOLD_DATA_DIR ?? "data", "demo.json");
  try {
    const { app_id, secret, webhook_secret } = JSON.parse(readFileSync(file, "utf8")) as Demo;
    return [app_id, secret, webhook_secret];
  } catch {
    throw new SettingError(
      `There are no keys: start Billfold with 'npm start' first, which makes ${file}, or set BILLFOLD_APP_ID, BILLFOLD_SECRET and BILLFOLD_WEBHOOK_SECRET.`,
    );
  }
}
