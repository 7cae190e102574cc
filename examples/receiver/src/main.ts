import { createClient } from "billfold-sdk";
import { createIntake } from "./intake.ts";
import { openJournal } from "./journal.ts";
import { openReceiver } from "./receiver.ts";
import { readSettings, SettingError } from "./settings.ts";

const catchUpMs = 60_000;

/** A webhook receiver as a partner would run it: deliveries announce events, and the feed is authoritative. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { port, file, webhookSecrets: secrets } = settings;
  const onTrouble = (message: string) => console.error(message);
  const journal = openJournal(file);
  const intake = createIntake(createClient(settings), journal, {
    // Your own work begins here. Slow work belongs in a queue of your own.
    onEvent: ({ sequence, type }) => console.log(`${sequence} ${type}`),
    onTrouble,
  });
  const receiver = await openReceiver(intake, { port, secrets, onTrouble });
  console.log(`Receiving at ${receiver.url}, after event ${journal.last()}. Ctrl-C stops it.`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void receiver.close());
  // If the latest delivery is missing, there is no visible gap yet.
  setInterval(() => void intake.catchUp(), catchUpMs).unref();
  await intake.catchUp();
}

main().catch((error: Error) => {
  console.error(error instanceof SettingError ? error.message : `The receiver can't start: ${error.message}`);
  process.exitCode = 1;
});
