import { createClient } from "billfold-sdk";
import { startServer } from "./server.ts";
import { readSettings, SettingError } from "./settings.ts";
import { setUpPortal } from "./setup.ts";

/** A partner's whole server: the server has the secret, and its pages do not. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const client = createClient(settings);
  const panel = await setUpPortal(client, settings.origin);
  await startServer(client, panel, settings);
  console.log(`The sample shop is open: ${settings.origin}/`);
}

main().catch((error: Error) => {
  console.error(
    error instanceof SettingError ? error.message : `The sample shop can't open: ${error.message}`,
  );
  process.exitCode = 1;
});
