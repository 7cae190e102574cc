import {
  type BillfoldEvent,
  verifyWebhook,
  type WebhookVerification,
  WebhookVerificationError,
} from "../webhooks.ts";
import { refuse, type WebhookRefusal } from "./refusals.ts";

export type WebhookReceiver = Pick<WebhookVerification, "secret" | "toleranceSeconds" | "now"> & {
  /**
   * Called with each event that verifies. What it throws is answered with 500, and the service sends it again. An event
   * may come more than once and out of order: `id` tells whether you have it, `sequence` which is newer.
   */
  onEvent: (event: BillfoldEvent) => unknown;
  /** Hears of what was refused, and of what `onEvent` has thrown. Default: console.error. */
  onError?: ((error: unknown) => unknown) | undefined;
  /** Longer bodies are refused with 413; default 5 000 000. */
  bytesMax?: number | undefined;
};

export type Reply = { status: number; text: string };

/** What to answer. The text of a refusal is shown with the delivery at the service, where its cause is looked for. */
export async function receive(
  receiver: WebhookReceiver,
  payload: unknown,
  header: WebhookVerification["header"],
): Promise<Reply> {
  try {
    const event = await verifyWebhook({ ...receiver, payload: payload as string, header });
    await receiver.onEvent(event);
    return { status: 204, text: "" };
  } catch (error) {
    return replyTo(receiver, error);
  }
}

export const brokenOff = (receiver: WebhookReceiver): Promise<Reply> =>
  replyTo(receiver, refuse("payload_broken_off"));

export const tooLong = (receiver: WebhookReceiver): Promise<Reply> =>
  replyTo(receiver, refuse("payload_too_long", bytesMaxOf(receiver)));

export const bytesMaxOf = ({ bytesMax = 5_000_000 }: WebhookReceiver) => bytesMax;

async function replyTo(receiver: WebhookReceiver, error: unknown): Promise<Reply> {
  const { onError = (failure) => console.error(failure) } = receiver;
  try {
    await onError(error);
  } catch (failure) {
    // Whoever reports failures and fails at it must not leave the service without an answer.
    console.error(failure);
  }
  if (!(error instanceof WebhookVerificationError)) return failed;
  return { status: statuses[error.reason] ?? 400, text: error.message };
}

const statuses: Partial<Record<WebhookRefusal, number>> = { secret_missing: 500, payload_too_long: 413 };

// The error is for the receiver's own log: it may contain what the sender must not see.
const failed: Reply = { status: 500, text: "The event was verified, but its receiver failed." };

type Pieces = { next(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }> };

/**
 * The body in one piece; undefined where it is longer than it may be. It is asked for by hand, because leaving a loop
 * early would cut the connection before the answer is given.
 */
export async function gather(pieces: Pieces, bytesMax: number): Promise<Uint8Array | undefined> {
  const taken: Uint8Array[] = [];
  let length = 0;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    if (!piece.value) continue;
    length += piece.value.length;
    if (length > bytesMax) return undefined;
    taken.push(piece.value);
  }
  const all = new Uint8Array(length);
  taken.reduce((at, piece) => {
    all.set(piece, at);
    return at + piece.length;
  }, 0);
  return all;
}
