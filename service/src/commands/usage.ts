import { settings } from "../config/settings.ts";
import type { Command } from "./command.ts";
import { commands } from "./command-line.ts";
import { wrapped } from "./wrapped.ts";

const exitCodes =
  "Exit codes: 0 success; 1 the command failed or was refused; 2 invalid options or settings.";
const asJson = "Print the result as one JSON object on standard output.";

/** The text of `--help`, for one command or for all. */
export function usage(command: Command | undefined): string {
  return command ? helpOf(command) : overview();
}

function overview(): string {
  const rows = commands.map(
    ({ name, operand, summary }): Row => [[name, operand?.name].filter(Boolean).join(" "), summary],
  );
  return [
    "Usage: billfold COMMAND [OPTIONS]",
    "",
    "Commands:",
    ...columns(rows),
    "",
    "Every command takes --json and --help. 'billfold COMMAND --help' explains its options, with an example.",
    "",
    exitCodes,
  ].join("\n");
}

function helpOf(command: Command): string {
  const { name, operand, summary, details, example } = command;
  const explained: Row[] = [
    ...(operand ? [[operand.name, `${operand.description} Required.`] as Row] : []),
    ...Object.entries(command.options).map(
      ([option, { value, description, required, multiple }]): Row => [
        `--${option}${value ? ` ${value}` : ""}`,
        [description, required && "Required.", multiple && "Can be repeated."].filter(Boolean).join(" "),
      ],
    ),
    ["--json", asJson],
  ];
  const blocks = [
    [`Usage: ${synopsis(command)}`],
    wrapped([summary, details].filter(Boolean).join(" "), 0),
    ["Options:", ...columns(explained)],
    ...(name === "serve" ? [["Settings (environment variables):", ...columns(settingRows())]] : []),
    ...(example ? [["Example:", `  npx billfold ${name} ${example}`]] : []),
    [exitCodes],
  ];
  return blocks.map((lines) => lines.join("\n")).join("\n\n");
}

function synopsis({ name, operand, options }: Command): string {
  const words = Object.entries(options).map(([option, { value, required }]) => {
    const word = `--${option}${value ? ` ${value}` : ""}`;
    return required ? word : `[${word}]`;
  });
  return ["billfold", name, operand?.name, ...words].filter(Boolean).join(" ");
}

const settingRows = (): Row[] =>
  settings.map(({ name, fallback, meaning }) => [
    name,
    `${meaning.replaceAll("`", "")} Default: ${fallback}.`,
  ]);

type Row = [name: string, explanation: string];

/** Names at the left, explanations beside them; a long name has its explanation below. */
function columns(rows: readonly Row[]): string[] {
  const width = Math.min(32, Math.max(...rows.map(([name]) => name.length))) + 2;
  return rows.flatMap(([name, explanation]) => {
    const [first = "", ...rest] = wrapped(explanation, width + 2);
    if (name.length + 2 > width) return [`  ${name}`, first, ...rest];
    return [`  ${name.padEnd(width)}${first.trimStart()}`, ...rest];
  });
}
