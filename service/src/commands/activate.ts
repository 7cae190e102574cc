import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { measureRegistrations } from "../domains/fiscal/registration/credentials-check.ts";
import { measurePaymentAttempts } from "../domains/payments/payment-attempts/queries.ts";
import { measureRefunds } from "../domains/payments/payments/queries.ts";
import { measureMails } from "../domains/sending/mails/queries.ts";
import { measureQueue } from "../domains/webhooks/deliveries/queries.ts";
import {
  activateInstallation,
  deactivateInstallation,
  findInstallation,
  findPlace,
  quietOf,
} from "../platform/ops/installation.ts";
import { notice, openForCommand } from "./command-runtime.ts";
import { type Options, print } from "./options.ts";

/** Says what the service will send once it is active, and activates it unless `--check` is given. */
export async function activate(config: Config, options: Options): Promise<void> {
  const { context, close } = await openForCommand(config);
  try {
    const place = await findPlace(context.db, dataDirOf(config));
    const quiet = quietOf(await findInstallation(context.db), place);
    const waiting = await whatWaits(context);
    if (options.check === true) {
      print(options, { active: quiet === undefined, waiting });
      return;
    }
    await activateInstallation(context.db, place);
    print(options, { active: true, was_active: quiet === undefined, waiting });
    if (quiet) notice("Running nodes notice it within five seconds.");
  } finally {
    await close();
  }
}

/** Running nodes stop sending within five seconds. */
export async function deactivate(config: Config, options: Options): Promise<void> {
  const { context, close } = await openForCommand(config);
  try {
    await deactivateInstallation(context.db);
    print(options, { active: false });
  } finally {
    await close();
  }
}

/** The embedded database is in the data folder; with DATABASE_URL the folder says nothing about it. */
export const dataDirOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === undefined ? dataDir : undefined;

async function whatWaits(context: Context) {
  const { db, clock } = context;
  const now = clock.now();
  const [deliveries, registrations, refunds, attempts, mails] = await Promise.all([
    measureQueue(db, now),
    measureRegistrations(context, db),
    measureRefunds(db, now, now),
    measurePaymentAttempts(db, now, now),
    measureMails(db, now, 1),
  ]);
  return {
    webhook_retries: deliveries.pending,
    webhook_events: deliveries.behind,
    registrations: registrations.unfinished,
    refunds: refunds.pending,
    payments_to_poll: attempts.watched,
    mails: mails.queued,
  };
}
