import {
  type BillfoldEvent,
  verifyWebhook,
  type WebhookVerification,
  WebhookVerificationError,
} from "../webhooks.ts";

export type WebhookReceiver = Pick<WebhookVerification, "secret" | "toleranceSeconds" | "now"> & {
  /** Called with each event that verifies. What it throws is answered with 500, and the service sends it again. */
  onEvent: (event: BillfoldEvent) => unknown;
  /** Hears of what was refused, and of what `onEvent` has thrown. Default: console.error. */
  onError?: ((error: unknown) => void) | undefined;
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
  const { onError = (error) => console.error(error) } = receiver;
  try {
    const event = await verifyWebhook({ ...receiver, payload: payload as string, header });
    await receiver.onEvent(event);
    return { status: 204, text: "" };
  } catch (error) {
    onError(error);
    if (!(error instanceof WebhookVerificationError)) return failed;
    return { status: error.reason === "secret_missing" ? 500 : 400, text: error.message };
  }
}

// What went wrong is the receiver's own affair, and may hold what strangers must not see.
const failed: Reply = { status: 500, text: "The event was verified, but its receiver failed." };

export const brokenOff: Reply = { status: 400, text: "The body broke off before its end." };

export const tooLong = (receiver: WebhookReceiver): Reply => ({
  status: 413,
  text: `The body has more than ${bytesMaxOf(receiver)} bytes. Raise bytesMax if it is an event.`,
});

export const bytesMaxOf = ({ bytesMax = 5_000_000 }: WebhookReceiver) => bytesMax;

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
