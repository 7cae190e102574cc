import type { Command } from "./command.ts";
import { companyCommands } from "./definitions/company-commands.ts";
import { integrationCommands } from "./definitions/integration-commands.ts";
import { keyCommands } from "./definitions/key-commands.ts";
import { serviceCommands } from "./definitions/service-commands.ts";
import { webhookCommands } from "./definitions/webhook-commands.ts";

/** Every command. Their implementations are loaded on demand: a command should not wait for the web framework. */
export const commands: readonly Command[] = [
  ...serviceCommands,
  ...companyCommands,
  ...keyCommands,
  ...webhookCommands,
  ...integrationCommands,
];
