/** The request is not authentic, or this receiver's configuration cannot verify it. The message says what to do. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

const rawBody =
  'Pass the raw bytes, from before anything parses them: express.raw({ type: "application/json" }) in Express, ' +
  "await request.arrayBuffer() in Next, Hono, Deno, Bun and Workers, or use the handlers of billfold-sdk/express, " +
  "/fastify, /hono and /next.";

const messages = {
  secret_missing: () =>
    "There is no webhook secret to verify with. Pass `secret`: it begins with whsec_ and was shown when the endpoint was made. Is the environment variable set that it comes from?",
  secret_malformed: (cure: string) => `The webhook secret is not as it was shown: ${cure}`,
  payload_empty: () =>
    `The body is empty, though the service never sends an empty one: most likely a body parser has read the request before. ${rawBody}`,
  payload_parsed: (what = "an object and not the raw body: it was parsed before") =>
    `The payload is ${what}, and the signature is over the bytes. ${rawBody}`,
  payload_changed: (change: string) => `The secret is right, but the body ${change}. ${rawBody}`,
  payload_no_json: () =>
    "The signature fits, but the body is no JSON. If you have signed it yourself, sign an event in JSON.",
  payload_too_long: (bytesMax: number) =>
    `The body has more than ${bytesMax} bytes. Raise bytesMax if it is an event.`,
  payload_broken_off: () => "The body broke off before its end. If it is an event, it will be sent again.",
  header_missing: () =>
    "The X-Pay-Signature header is missing. Either this request does not come from Billfold, or a proxy drops the header; let it pass.",
  header_malformed: (fault: string) =>
    `The X-Pay-Signature header must read t=<unix seconds>,v1=<64 lower-case hex digits>, but ${fault}`,
  too_old: (seconds: number, tolerance: number) =>
    `The signature fits, but it was made ${seconds} seconds ago, and ${tolerance} are accepted. Is this machine's clock right (NTP)? Was the request held back or sent again? To verify a stored one, raise toleranceSeconds.`,
  from_the_future: (seconds: number, tolerance: number) =>
    `The signature fits, but its time is ${seconds} seconds ahead, and ${tolerance} are accepted. The service does not sign ahead of time: this machine's clock is behind. Synchronise it (NTP).`,
  signature_mismatch: (secrets: number) =>
    `No signature of X-Pay-Signature fits the body and the ${secrets === 1 ? "secret" : `${secrets} secrets`}. Either it is the secret of another endpoint or environment, or one that was rotated; or the body is not what was sent. POST /webhooks/diagnose (webhooks.diagnose of the client) tells which, from this body and its headers.`,
};

export type WebhookRefusal = keyof typeof messages;

export function refuse<Reason extends WebhookRefusal>(
  reason: Reason,
  ...words: Parameters<(typeof messages)[Reason]>
): WebhookVerificationError {
  const message = messages[reason] as (...words: unknown[]) => string;
  return new WebhookVerificationError(reason, message(...words));
}
