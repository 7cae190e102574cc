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
export function createVerifier(): { line(text: string): void; finish(): Verified };
export function verifyFile(path: string): Promise<Verified>;
