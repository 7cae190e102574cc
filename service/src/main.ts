import { UsageError } from "./commands/options.ts";
import { parseCommandLine } from "./commands/parsing.ts";
import { usage } from "./commands/usage.ts";
import { readConfig, SettingError } from "./config/config.ts";
import { ApiError } from "./contract/errors.ts";

/** The command line: finds the command, runs it, and turns what goes wrong into one message and an exit code. */
async function main(words: string[]): Promise<void> {
  const { command, options } = parseCommandLine(words);
  if (options.help === true || !command) {
    process.stdout.write(`${usage(command)}\n`);
    return;
  }
  if ("runOn" in command) await command.runOn(process.env, options);
  else await command.run(readConfig(process.env), options);
}

main(process.argv.slice(2)).catch(async (error: unknown) => {
  const expected = error instanceof UsageError || error instanceof SettingError || error instanceof ApiError;
  const message = await messageOf(error);
  if (process.argv.includes("--json")) {
    const errors = error instanceof ApiError ? error.errors : undefined;
    process.stdout.write(`${JSON.stringify({ success: false, error: message, errors })}\n`);
  } else {
    process.stderr.write(`billfold: ${message}\n`);
    if (!expected && process.env.BILLFOLD_LOG_LEVEL === "debug") console.error(error);
  }
  process.exitCode = error instanceof UsageError || error instanceof SettingError ? 2 : 1;
});

async function messageOf(error: unknown): Promise<string> {
  const { isConnectionFailure } = await import("./platform/db/database.ts");
  const words = error instanceof Error ? error.message : String(error);
  if (!isConnectionFailure(error)) return words;
  return `The database can't be reached (${words}). See that PostgreSQL runs where DATABASE_URL says; 'billfold doctor' looks closer.`;
}
