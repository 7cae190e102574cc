import type { Database } from "../db/database.ts";
import { failed } from "../outbound/failures.ts";
import type { Outbound } from "../outbound/outbound.ts";
import {
  findInstallation,
  findPlace,
  type OutboundRules,
  type Quiet,
  quietOf,
  recordOutboundRules,
  recordPlace,
} from "./installation.ts";
import type { Logger } from "./log.ts";

/** Whether this process may act. The answer is kept, because every request and every call asks. */
export type Activity = {
  /** Undefined while the service is active. */
  quiet(): Quiet | undefined;
  /** Looks it up again, and tells those that follow it if it changed. */
  refresh(): Promise<void>;
  /** Calls with what is the case now, and with each change. */
  follow(onChange: (quiet: Quiet | undefined) => Promise<void>): Promise<void>;
};

type Change = (quiet: Quiet | undefined) => Promise<void>;

export async function openActivity(
  db: Database,
  {
    dataDir,
    records,
    log,
  }: {
    dataDir: string | undefined;
    /** Of a service, which says in the database where it is and what it allows; undefined for a command. */
    records: OutboundRules | undefined;
    log: Logger;
  },
): Promise<Activity> {
  const followers: Change[] = [];
  const look = async () => {
    const place = await findPlace(db, dataDir);
    const installation = await findInstallation(db);
    if (records && installation && installation.database_oid === null) await recordPlace(db, place);
    return quietOf(installation, place);
  };
  let current = await look();
  if (records && !current)
    // A database that can't be written now is reported by others; only commands need this.
    await recordOutboundRules(db, records).catch((error: unknown) =>
      log.warn({ err: error }, "the addresses that webhooks may have could not be recorded for commands"),
    );
  return {
    quiet: () => current,
    refresh: async () => {
      const found = await look();
      if (found?.because === current?.because) return;
      current = found;
      if (found) log.warn({ because: found.because, cure: found.cure }, found.says);
      else log.info("the service is active");
      for (const onChange of followers) await onChange(found);
    },
    follow: async (onChange) => {
      followers.push(onChange);
      await onChange(current);
    },
  };
}

/** Makes no call while the service is quiet: payments, registrations and webhooks are the original's to send. */
export const quietOutbound = (outbound: Outbound, activity: Activity): Outbound => ({
  ...outbound,
  send: async (request) =>
    activity.quiet()
      ? failed(performance.now(), ["address_refused", "the service is not active: its database is a copy"])
      : outbound.send(request),
});
