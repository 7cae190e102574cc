import { createHmac } from "node:crypto";
import { makeId, unixSeconds } from "./store.ts";

/** Sends a session's notification once, without retries; receivers that miss it have to poll. */
export async function notify(
  at: string,
  secret: string,
  now: Date,
  event: { type: string; object: object },
): Promise<void> {
  const time = unixSeconds(now);
  const body = JSON.stringify({
    id: makeId("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: time,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  });
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": `t=${time},v1=${signature}`,
  };
  await fetch(at, { method: "POST", headers, body, signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
}
