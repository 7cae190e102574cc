/** A checkpoint that was kept outside, with the key that signed it. */
export type KeptCheckpoint = {
  company_id: number;
  sequence: number;
  hash: string;
  /** How many hashes of documents it signs, and the last one; checkpoints from before have none. */
  documents?: number | null;
  documents_hash?: string | null;
  signed_at: string;
  key_id: number;
  public_key: string;
  signature: string;
};
/** What does not fit, and the checkpoint that it is about. */
export type Contradiction = { where: string; what: string };
export function readCheckpoint(text: string): KeptCheckpoint;
export function createComparison(kept: readonly KeptCheckpoint[]): {
  line(text: string): void;
  finish(): Contradiction[];
};
export function compareFile(path: string, kept: readonly KeptCheckpoint[]): Promise<Contradiction[]>;
