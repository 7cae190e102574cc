import { homedir } from "node:os";
import path from "node:path";

/** Only this file reads the environment. An invalid value prevents the start and is named. */
export type Config = {
  /** The base address of the API, which ends in /api/v1. */
  baseUrl: string;
  appId: string;
  secret: string;
  /** The environment that the API must report, so that nothing is registered at a wrong address. */
  environment: string;
  /** The folder in which it is remembered which products were reported. */
  stateFolder: string;
};

/** The consumer cannot start with these settings. The exit code is 2, and the message says what to do. */
export class SettingError extends Error {}

const environments = ["sandbox", "staging", "production"];

export const settings = [
  { name: "BILLFOLD_CONSUMER_BASE_URL", meaning: "URL of the API, ending in /api/v1; https in production" },
  { name: "BILLFOLD_CONSUMER_APP_ID", meaning: "App ID of the company's key" },
  { name: "BILLFOLD_CONSUMER_SECRET", meaning: "Secret of that key" },
  {
    name: "BILLFOLD_CONSUMER_ENVIRONMENT",
    meaning: `${environments.join(", ")}: the environment that the API must be`,
  },
  {
    name: "BILLFOLD_CONSUMER_STATE",
    meaning: "optional: folder in which it notes the products it has reported (default: ~/.local/state)",
  },
] as const;

type Name = (typeof settings)[number]["name"];

export function readConfig(env: Record<string, string | undefined>): Config {
  const read = (name: Name, faultOf: (value: string) => string | undefined): string => {
    const value = env[name] ?? "";
    const fault = value === "" ? "must be set" : faultOf(value);
    if (fault) faults.push(`${name} ${fault}`);
    return value;
  };
  const faults: string[] = [];
  const environment = read("BILLFOLD_CONSUMER_ENVIRONMENT", (value) =>
    environments.includes(value) ? undefined : `must be one of ${environments.join(", ")}, not '${value}'`,
  );
  const baseUrl = read("BILLFOLD_CONSUMER_BASE_URL", (value) => addressFault(value, environment));
  const appId = read("BILLFOLD_CONSUMER_APP_ID", (value) =>
    /^[\w-]{1,100}$/.test(value) ? undefined : `must be an App ID such as bf_test_…, not '${value}'`,
  );
  // The value is a secret, so the message must not repeat it.
  const secret = read("BILLFOLD_CONSUMER_SECRET", (value) =>
    /^[\x21-\x7e]+$/.test(value) ? undefined : "must be the Secret exactly as shown, without spaces",
  );
  if (faults.length > 0) throw new SettingError(`${faults.join("; ")}. --help lists the settings.`);
  const stateFolder =
    env.BILLFOLD_CONSUMER_STATE ||
    path.join(env.XDG_STATE_HOME || path.join(homedir(), ".local", "state"), "billfold-consumer");
  return { baseUrl: baseUrl.replace(/(^|[^/])\/+$/, "$1"), appId, secret, environment, stateFolder };
}

function addressFault(value: string, environment: string): string | undefined {
  const shown = value.replace(/^([^/]*\/\/).*@/, "$1…@");
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "") {
    return `must be an http:// or https:// address, not '${shown}'`;
  }
  if (!/\/api\/v1\/*$/.test(url.pathname)) return `must end in /api/v1, not '${shown}'`;
  if (environment === "production" && url.protocol !== "https:") {
    return `must be an https:// address in production, not '${shown}'`;
  }
  return undefined;
}
