import type { Config } from "../config/config.ts";
import { createLog } from "../platform/ops/log.ts";
import { openRuntime, type Runtime } from "../runtime.ts";

/** Standard output belongs to the result; what a person should know meanwhile goes beside it. */
export const notice = (text: string) => void process.stderr.write(`${text}\n`);

/** What a command stands on, beside a running service or alone. It has nothing to log that its error would not say. */
export function openForCommand(config: Config, upgrade = false): Promise<Runtime> {
  const log = createLog({ level: "silent", write: () => undefined });
  return openRuntime({ ...config, databaseConnectionsMax: 2 }, { use: "command", log, notice, upgrade });
}
