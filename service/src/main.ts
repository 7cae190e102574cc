import type { Command } from "./commands/command.ts";
import { failureMessage } from "./commands/failure-message.ts";
import { UsageError } from "./commands/options.ts";
import { parseCommandLine } from "./commands/parsing.ts";
import { usage } from "./commands/usage.ts";
import { readConfig, SettingError } from "./config/config.ts";
import { ApiError, invalid } from "./contract/errors.ts";
import { resolveOwnImports } from "./platform/ops/own-imports.ts";

/** The command line: finds the command, runs it, and turns what goes wrong into one message and an exit code. */
async function main(words: string[]): Promise<void> {
  const { command, options } = parseCommandLine(words);
  if (options.help === true || !command) {
    process.stdout.write(`${usage(command)}\n`);
    return;
  }
  try {
    if ("runOn" in command) await command.runOn(process.env, options);
    else await command.run(readConfig(process.env), options);
  } catch (error) {
    throw inOptionNames(error, command);
  }
}

/** Fields that were given as options are named as such: `--tax-id` instead of `tax_id`. */
function inOptionNames(error: unknown, command: Command): unknown {
  if (!(error instanceof ApiError) || error.code !== "invalid_request" || !error.errors) return error;
  return invalid(
    error.errors.map(({ field, message }) => {
      const [name = ""] = field.replaceAll("_", "-").split(/[.[]/);
      return { field: Object.hasOwn(command.options, name) ? `--${name}` : field, message };
    }),
  );
}

resolveOwnImports();
main(process.argv.slice(2)).catch(async (error: unknown) => {
  const expected = error instanceof UsageError || error instanceof SettingError || error instanceof ApiError;
  const message = await failureMessage(error);
  if (process.argv.includes("--json")) {
    const errors = error instanceof ApiError ? error.errors : undefined;
    process.stdout.write(`${JSON.stringify({ success: false, error: message, errors })}\n`);
  } else {
    process.stderr.write(`billfold: ${message}\n${listOf(error)}`);
    if (!expected && process.env.BILLFOLD_LOG_LEVEL === "debug") console.error(error);
  }
  process.exitCode = error instanceof UsageError || error instanceof SettingError ? 2 : 1;
});

/** Every error of a refusal on a line of its own, where there is more than the one that the message names. */
function listOf(error: unknown): string {
  const errors = (error instanceof ApiError && error.errors) || [];
  if (errors.length < 2) return "";
  return errors.map(({ field, message }) => `  ${field}: ${message}\n`).join("");
}
