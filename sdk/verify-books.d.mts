export type Verified = {
  company_id: number;
  events: number;
  checkpoints: number;
  failures: number;
  /** The first hundred. */
  found: { where: string; what: string }[];
  /** The events whose bodies an erasure has replaced, and the sequence of its event. */
  redacted: { sequence: number; by: number }[];
  last: number;
  hash: string;
  /** The public keys in the file, in base64: compare them with those that you kept. */
  keys: string[];
};
/** The body of an event. */
export type BookedEvent = { type: string; data: { object: Record<string, unknown> } };
/** Gets each event whose body can be read, with its sequence, so that nobody has to parse it a second time. */
export type OnEvent = (event: BookedEvent, sequence: number) => void;
export function createVerifier(onEvent?: OnEvent): {
  /** Lines of unknown types are left out: later versions may add some. */
  line(text: string): void;
  finish(): Verified;
};
/** Verifies a file, which is compressed if its name ends in .gz. */
export function verifyFile(path: string, onEvent?: OnEvent): Promise<Verified>;
