import { parseArgs } from "node:util";
import { SettingError, settings } from "./config.ts";

export type Options = {
  mode: "once" | "watch";
  includeDrafts: boolean;
  concurrency: number;
  /** How long --once waits for a service that does not answer. */
  timeoutSeconds: number;
  json: boolean;
  /** Undefined disables metrics; 0 uses any free port. */
  metricsPort: number | undefined;
  help: boolean;
};

export function parseOptions(words: readonly string[]): Options {
  const values = parse(words);
  if (values.once && values.watch) throw new SettingError("--once and --watch can't be combined; choose one");
  return {
    mode: values.watch ? "watch" : "once",
    includeDrafts: values["include-drafts"] ?? false,
    concurrency: wholeNumber("--concurrency", values.concurrency, 1, 256) ?? 16,
    timeoutSeconds: wholeNumber("--timeout", values.timeout, 1, 86_400) ?? 600,
    json: values.json ?? false,
    metricsPort: wholeNumber("--metrics-port", values["metrics-port"], 0, 65_535),
    help: values.help ?? false,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        once: { type: "boolean" },
        watch: { type: "boolean" },
        "include-drafts": { type: "boolean" },
        concurrency: { type: "string" },
        timeout: { type: "string" },
        json: { type: "boolean" },
        "metrics-port": { type: "string" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new SettingError(`${(error as Error).message} --help lists the options.`);
  }
}

function wholeNumber(name: string, given: string | undefined, min: number, max: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (/^\d{1,6}$/.test(given) && value >= min && value <= max) return value;
  throw new SettingError(`${name} must be a whole number from ${min} to ${max}, not '${given}'`);
}

const width = Math.max(...settings.map(({ name }) => name.length));

export const usage = `npm run consumer -- [options]

Registers a company's issued invoices with its revenue authority, through the Billfold API.
You can stop and restart it at any time: it keeps nothing but a note of the products that it has reported.

  --once              stop when nothing is left to register (default)
  --watch             keep running and register new invoices as they are issued
  --include-drafts    also register drafts, which issues them
  --concurrency N     registrations at the same time, 1 to 256 (default 16)
  --timeout SECONDS   with --once, stop after this long without any success (default 600)
  --json              print one JSON object per line on standard output
  --metrics-port N    serve Prometheus metrics on http://127.0.0.1:N/metrics; 0 picks a free port

Settings (environment variables):

${settings.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`).join("\n")}

The key needs the scopes products:read, invoices:read, invoices:write and integrations.

Exit codes: 0 everything is registered or pending at the authority; 1 some invoices were rejected or are incomplete
(see the report); 2 the consumer is misconfigured; 3 it stopped before everything was done: run it again.
`;
