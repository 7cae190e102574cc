import { settings } from "../config/settings.ts";
import { type Command, commands } from "./command-line.ts";

/** The text of `--help`, for one command or for all. */
export function usage(command: Command | undefined): string {
  if (!command) {
    const lines = commands.map(
      ({ name, operands = "", summary }) => `  ${`${name} ${operands}`.padEnd(20)} ${summary}`,
    );
    return `Usage: billfold COMMAND [OPTIONS] [--json]\n\n${lines.join("\n")}\n\n'billfold COMMAND --help' says more.`;
  }
  const names = Object.entries(command.options).map(
    ([name, { type, multiple }]) =>
      `  --${name}${type === "string" ? " …" : ""}${multiple ? " (may be repeated)" : ""}`,
  );
  const head = `Usage: billfold ${command.name} ${command.operands ?? ""}\n\n${command.summary}`;
  if (command.name !== "serve")
    return [head, "", ...names, "  --json (one JSON object on standard output)"].join("\n");
  const table = settings.map(
    ({ name, fallback, meaning }) => `  ${name.padEnd(30)} ${meaning} [${fallback}]`,
  );
  return [head, "", "Settings, from the environment [default]:", ...table].join("\n");
}
