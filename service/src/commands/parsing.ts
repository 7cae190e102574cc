import { parseArgs } from "node:util";
import { nearestOf } from "../platform/values/nearest.ts";
import type { Command } from "./command.ts";
import { commands } from "./command-line.ts";
import { type Options, UsageError } from "./options.ts";

const flag = { type: "boolean" } as const;

/** Returns the command that the words name, and its options. */
export function parseCommandLine(words: string[]): { command: Command | undefined; options: Options } {
  if (words.length === 0 || /^(-h|--help|help)$/.test(words[0]!))
    return { command: undefined, options: { help: true } };
  const command = commands.find((candidate) => words.join(" ").concat(" ").startsWith(`${candidate.name} `));
  if (!command) throw unknownCommand(words);
  const rest = words.slice(command.name.split(" ").length);
  const options = optionsOf(command, rest);
  if (options.help !== true) requireAll(command, options);
  return { command, options };
}

function unknownCommand(words: string[]): UsageError {
  const given = words.slice(0, 2).join(" ");
  const nearest = nearestOf(
    given,
    commands.map(({ name }) => name),
  );
  const hint = nearest ? `Did you mean '${nearest}'?` : "'billfold --help' lists all commands.";
  return new UsageError(`There is no command '${given}'. ${hint}`);
}

function optionsOf(command: Command, rest: string[]): Options {
  const options = { ...command.options, json: flag, help: { ...flag, short: "h" } } as const;
  try {
    const parsed = parseArgs({ args: rest, options, allowPositionals: true, strict: true });
    if (parsed.positionals.length > (command.operand ? 1 : 0)) {
      throw new UsageError(`unexpected '${parsed.positionals.at(-1)}'`);
    }
    return { ...parsed.values, words: parsed.positionals } as Options;
  } catch (error) {
    throw new UsageError(`${reasonOf(error as Error, command)}. ${seeHelp(command)}`);
  }
}

/** Node advises how to pass the unknown option as an argument, which no command here has a use for. */
function reasonOf({ message }: Error, command: Command): string {
  const [, name] = /^Unknown option '--([^']*)'/.exec(message) ?? [];
  if (name === undefined) return message.replace(/\.$/, "");
  const nearest = nearestOf(name, Object.keys(command.options));
  return `Unknown option --${name}${nearest ? ` (did you mean --${nearest}?)` : ""}`;
}

/** Names everything that is missing at once, in the order in which the help explains it. */
function requireAll(command: Command, options: Options): void {
  const operand = command.operand && options.words?.[0] === undefined ? [command.operand.name] : [];
  const names = Object.entries(command.options)
    .filter(([name, { required }]) => required && !options[name])
    .map(([name]) => `--${name}`);
  const missing = [...operand, ...names];
  if (missing.length > 0) throw new UsageError(`Missing ${missing.join(", ")}. ${seeHelp(command)}`);
}

const seeHelp = ({ name }: Command) => `See 'billfold ${name} --help'.`;
