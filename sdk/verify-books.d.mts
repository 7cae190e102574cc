export type Verified = {
  company_id: number;
  events: number;
  checkpoints: number;
  failures: number;
  /** The first hundred. */
  found: { where: string; what: string }[];
  /** The events whose bodies an erasure has replaced, and the sequence of its event. */
  redacted: { sequence: number; by: number }[];
  /** How many checkpoints that were kept outside were compared with the file. */
  kept: number;
  last: number;
  hash: string;
  /** The public keys in the file, in base64: compare them with those that you kept. */
  keys: string[];
};
/** A checkpoint that was kept outside, with the key that signed it. */
export type KeptCheckpoint = {
  company_id: number;
  sequence: number;
  hash: string;
  signed_at: string;
  key_id: number;
  public_key: string;
  signature: string;
};
export function readCheckpoint(text: string): KeptCheckpoint;
export function createVerifier(kept?: readonly KeptCheckpoint[]): {
  line(text: string): void;
  finish(): Verified;
};
export function verifyFile(path: string, kept?: readonly KeptCheckpoint[]): Promise<Verified>;
