import path from "node:path";
import { ApiError, createClient, ForbiddenError, UnauthenticatedError } from "billfold-sdk";
import { ExportError, readExport } from "./export.ts";
import { openLedger } from "./ledger.ts";
import { createReport } from "./report.ts";
import { readSettings, SettingError } from "./settings.ts";
import { FeedWentBack, follow, sync } from "./sync.ts";

/** The command line: one run, and with `--follow` the feed until Ctrl-C. The exit code is for the scheduler. */
async function main(words: readonly string[]): Promise<number> {
  const settings = readSettings(process.env);
  const shop = readExport(settings.exportFolder);
  const client = createClient(settings);
  const ledger = openLedger(settings.resultFolder);
  const report = createReport();
  await sync(client, shop, ledger, report);
  console.log(report.table());
  console.log(`Written back: ${path.join(settings.resultFolder, "invoices.csv")}`);
  for (const sentence of report.refusals()) console.error(`Refused: ${sentence}`);
  if (words.includes("--follow")) {
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
    console.log("Following what happens; Ctrl-C ends it.");
    await follow(client, ledger, stop.signal);
  }
  return report.refusals().length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    const isOurs = error instanceof SettingError || error instanceof ExportError;
    const request = error instanceof ApiError && error.requestId ? ` (request ${error.requestId})` : "";
    const isTheKey = error instanceof UnauthenticatedError || error instanceof ForbiddenError;
    const advice =
      isOurs || isTheKey || error instanceof FeedWentBack ? "" : " Nothing is lost: run it again.";
    console.error(`The sync stopped: ${error.message}${request}${advice}`);
    process.exitCode = isOurs ? 2 : 3;
  },
);
