import { parseArgs } from "node:util";
import { SettingError, settings } from "./config.ts";

export type Options = {
  mode: "once" | "watch";
  includeDrafts: boolean;
  concurrency: number;
  json: boolean;
  /** Undefined disables metrics; 0 uses any free port. */
  metricsPort: number | undefined;
  help: boolean;
};

export function parseOptions(words: readonly string[]): Options {
  const values = parse(words);
  if (values.once && values.watch)
    throw new SettingError("--once and --watch can't be had together: choose one");
  return {
    mode: values.watch ? "watch" : "once",
    includeDrafts: values["include-drafts"] ?? false,
    concurrency: wholeNumber("--concurrency", values.concurrency, 1, 256) ?? 16,
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

Registers a company's invoices with its revenue authority, through the Billfold API: those that are issued and
not registered yet. It keeps nothing of its own, so it can be stopped and started again at any moment.

  --once              ends when nothing is left to register (this is the default)
  --watch             goes on, and registers what is issued from now on
  --include-drafts    registers drafts too, which issues them
  --concurrency N     so many at once, 1 to 256 (16)
  --json              one JSON object a line on standard output, for machines
  --metrics-port N    Prometheus metrics on http://127.0.0.1:N/metrics; 0 is any free port

Settings come from the environment:

${settings.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`).join("\n")}

The key needs the scopes products:read, invoices:read, invoices:write and integrations.

Exit codes: 0 all is registered, or in the authority's hands; 1 some were rejected or lack something, as the report
says; 2 it is not set up rightly; 3 it ended before all was done: run it again.
`;
