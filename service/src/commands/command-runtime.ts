import type { Config } from "../config/config.ts";
import { createLog } from "../platform/ops/log.ts";
import { openRuntime, type Runtime } from "../runtime.ts";

/** Standard output carries only the result; notices for people go to standard error. */
export const notice = (text: string) => void process.stderr.write(`${text}\n`);

/** The runtime of a command, beside a running service or alone. It logs nothing, because errors are printed. */
export function openForCommand(config: Config, upgrade = false): Promise<Runtime> {
  const log = createLog({ level: "silent", write: () => undefined });
  return openRuntime(
    { ...config, processes: 1, databaseConnectionsMax: 2 },
    { use: "command", log, notice, upgrade },
  );
}
