import { parseArgs } from "node:util";
import { type Command, commands } from "./command-line.ts";
import { type Options, UsageError } from "./options.ts";

const flag = { type: "boolean" } as const;

/** Returns the command that the words name, and its options. */
export function parseCommandLine(words: string[]): { command: Command | undefined; options: Options } {
  if (words.length === 0 || /^(-h|--help|help)$/.test(words[0]!))
    return { command: undefined, options: { help: true } };
  const command = commands.find((candidate) => words.join(" ").concat(" ").startsWith(`${candidate.name} `));
  if (!command) {
    throw new UsageError(
      `There is no command '${words.slice(0, 2).join(" ")}'. 'billfold --help' lists them.`,
    );
  }
  const rest = words.slice(command.name.split(" ").length);
  const options = { ...command.options, json: flag, help: { ...flag, short: "h" } } as const;
  try {
    const parsed = parseArgs({ args: rest, options, allowPositionals: true, strict: true });
    if (parsed.positionals.length > (command.operands ? 1 : 0)) {
      throw new UsageError(`unexpected '${parsed.positionals.at(-1)}'`);
    }
    return { command, options: { ...parsed.values, words: parsed.positionals } as Options };
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message}. 'billfold ${command.name} --help' says what it takes.`,
    );
  }
}
