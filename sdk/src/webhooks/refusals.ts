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
  'Pass the raw bytes of the request, before anything parses them: express.raw({ type: "application/json" }) in Express, ' +
  "await request.arrayBuffer() in Next, Hono, Deno, Bun and Workers, or use the handlers of billfold-sdk/express, " +
  "/fastify, /hono and /next.";

const messages = {
  secret_missing: () =>
    "The webhook secret is missing. Pass `secret`: it starts with whsec_ and was shown when the endpoint was created. Check that its environment variable is set.",
  secret_malformed: (cure: string) => `The webhook secret is invalid: ${cure}`,
  payload_empty: () =>
    `The body is empty, but Billfold never sends an empty body: most likely a body parser has already read the request. ${rawBody}`,
  payload_parsed: (what = "an object instead of the raw body: it has already been parsed") =>
    `The payload is ${what}, but the signature covers the raw bytes. ${rawBody}`,
  payload_changed: (change: string) => `The secret is correct, but the body ${change}. ${rawBody}`,
  payload_no_json: () =>
    "The signature is valid, but the body is not JSON. If you signed it yourself, sign an event in JSON.",
  payload_too_long: (bytesMax: number) =>
    `The body is larger than ${bytesMax} bytes. If it is an event, raise bytesMax.`,
  payload_broken_off: () => "The body was cut off. If it is an event, it will be sent again.",
  header_missing: () =>
    "The X-Pay-Signature header is missing. Either this request does not come from Billfold, or a proxy removes the header; configure the proxy to forward it.",
  header_malformed: (fault: string) =>
    `The X-Pay-Signature header must have the form t=<unix seconds>,v1=<64 lower-case hex digits>, but ${fault}`,
  too_old: (seconds: number, tolerance: number) =>
    `The signature matches, but it is ${seconds} seconds old; the maximum is ${tolerance}. Check this machine's clock (NTP) and whether the request was delayed or replayed. To verify a stored request, raise toleranceSeconds.`,
  from_the_future: (seconds: number, tolerance: number) =>
    `The signature matches, but its timestamp is ${seconds} seconds in the future; the maximum is ${tolerance}. This machine's clock is behind: synchronise it (NTP).`,
  signature_mismatch: (secrets: number) =>
    `No signature in X-Pay-Signature matches the body and the ${secrets === 1 ? "secret" : `${secrets} secrets`}. Either the secret belongs to another endpoint or environment or was rotated, or the body was changed. POST /webhooks/diagnose (client: webhooks.diagnose) finds the cause from this body and its headers.`,
};

export type WebhookRefusal = keyof typeof messages;

export function refuse<Reason extends WebhookRefusal>(
  reason: Reason,
  ...words: Parameters<(typeof messages)[Reason]>
): WebhookVerificationError {
  const message = messages[reason] as (...words: unknown[]) => string;
  return new WebhookVerificationError(reason, message(...words));
}
