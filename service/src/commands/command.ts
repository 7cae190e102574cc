import type { Config, Environment } from "../config/config.ts";
import type { Options } from "./options.ts";

/** An option as `--help` explains it and the parser reads it. */
export type CommandOption = {
  type: "string" | "boolean";
  multiple?: true;
  /** What the value stands for in the usage line, such as SECONDS. */
  value?: string;
  /** What the option does, in words, with its default. */
  description: string;
  required?: true;
};

export type Command = {
  name: string;
  /** A positional argument, such as the ID of `company approve ID`. */
  operand?: { name: string; description: string };
  summary: string;
  /** More than the summary says, for the help of this command alone. */
  details?: string;
  /** The options of a typical call, for the help. */
  example?: string;
  options: Record<string, CommandOption>;
} & (
  | { run: (config: Config, options: Options) => Promise<void> }
  /** For commands that read the settings themselves, because they also handle invalid ones. */
  | { runOn: (env: Environment, options: Options) => Promise<void> }
);

export const text = (value: string, description: string): CommandOption => ({
  type: "string",
  value,
  description,
});

export const needed = (value: string, description: string): CommandOption => ({
  ...text(value, description),
  required: true,
});

export const repeated = (value: string, description: string): CommandOption => ({
  ...text(value, description),
  multiple: true,
});

export const flag = (description: string): CommandOption => ({ type: "boolean", description });

export const ofCompany = needed("ID", "The id of the company.");
export const companyOperand = { name: "ID", description: "The id of the company." };
