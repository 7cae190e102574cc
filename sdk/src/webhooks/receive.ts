import {
  type BillfoldEvent,
  verifyWebhook,
  type WebhookVerification,
  WebhookVerificationError,
} from "../webhooks.ts";
import { refuse, type WebhookRefusal } from "./refusals.ts";

export type WebhookReceiver = Pick<WebhookVerification, "secret" | "toleranceSeconds" | "now"> & {
  /**
   * Called with each verified event. If it throws, the response is 500 and the service sends the event again. An
   * event may arrive more than once and out of order: compare `id` to detect duplicates and `sequence` to find the
   * newer one.
   */
  onEvent: (event: BillfoldEvent) => unknown;
  /** Called with refused requests and with errors that `onEvent` throws. Default: console.error. */
  onError?: ((error: unknown) => unknown) | undefined;
  /** Longer bodies are refused with 413; default 5 000 000. */
  bytesMax?: number | undefined;
};

export type Reply = { status: number; text: string };

/** The response. The service shows the text of a refusal with the delivery, to help find the cause. */
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
    // The service must get a response even if the error handler fails.
    console.error(failure);
  }
  if (!(error instanceof WebhookVerificationError)) return failed;
  return { status: statuses[error.reason] ?? 400, text: error.message };
}

const statuses: Partial<Record<WebhookRefusal, number>> = { secret_missing: 500, payload_too_long: 413 };

// The error goes only to the receiver's log, because it may contain data that the sender must not see.
const failed: Reply = { status: 500, text: "The event was verified, but your handler failed." };

type Pieces = { next(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }> };

/**
 * The whole body; undefined if it is too long. The iterator is called directly, because leaving a `for` loop early
 * would close the connection before the response is sent.
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
