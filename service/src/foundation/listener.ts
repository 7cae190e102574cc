import pg from "pg";
import type { Logger } from "./log.ts";

const heartbeatMs = 250;
// Revocation must hold within a second, so silence counts as loss well before that.
const silenceMaxMs = 750;

/**
 * Hears what other nodes announce. Caches ask `alive()` before they trust themselves: while this
 * connection is not known to be up, an announcement may have been missed.
 */
export type Listener = {
  alive(): boolean;
  on(channel: string, receive: (payload: string) => void): void;
  close(): Promise<void>;
};

export async function openListener(options: {
  connectionString: string;
  channels: readonly string[];
  log: Logger;
}): Promise<Listener> {
  const { connectionString, channels, log } = options;
  const receivers = new Map<string, ((payload: string) => void)[]>();
  let client: pg.Client | undefined;
  let heardAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const announce = (channel: string, payload: string) => {
    for (const receive of receivers.get(channel) ?? []) receive(payload);
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString,
      application_name: "billfold listener",
      keepAlive: true,
      connectionTimeoutMillis: silenceMaxMs,
      query_timeout: silenceMaxMs,
    });
    next.on("error", () => lose(next));
    next.on("end", () => lose(next));
    next.on("notification", (message) => announce(message.channel, message.payload ?? ""));
    await next.connect();
    await next.query(channels.map((channel) => `listen ${channel}`).join("; "));
    client = next;
    heardAt = performance.now();
    // Whatever was announced while we were away is unknown: an empty payload means "forget everything".
    for (const channel of channels) announce(channel, "");
  };

  const lose = (lost: pg.Client) => {
    if (client === lost) client = undefined;
    heardAt = Number.NEGATIVE_INFINITY;
  };

  const beat = async () => {
    if (!client) {
      await connect();
      log.info("listening for announcements again");
      return;
    }
    const current = client;
    const timeout = setTimeout(() => {
      lose(current);
      void current.end().catch(() => undefined);
    }, silenceMaxMs);
    await current.query("select 1").finally(() => clearTimeout(timeout));
    if (client === current) heardAt = performance.now();
  };

  let timer: NodeJS.Timeout;
  const tick = () => {
    timer = setTimeout(() => {
      void beat()
        .catch((error: unknown) =>
          log.warn({ reason: String(error) }, "the announcement connection is down; caches are off"),
        )
        .finally(() => {
          if (!closed) tick();
        });
    }, heartbeatMs);
    timer.unref();
  };

  await connect();
  tick();
  return {
    alive: () => performance.now() - heardAt < silenceMaxMs,
    on: (channel, receive) => {
      receivers.set(channel, [...(receivers.get(channel) ?? []), receive]);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
