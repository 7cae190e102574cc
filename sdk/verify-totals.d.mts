import type { BookedEvent } from "./verify-books.mjs";

export type Recomputed = {
  /** How many states of invoices and credit notes the file has. */
  documents: number;
  failures: number;
  /** The first hundred. */
  found: { where: string; what: string }[];
};
export function createRecomputation(): {
  line(text: string): void;
  /** The same for an event that was parsed already, with its sequence. */
  event(event: BookedEvent, sequence: number): void;
  finish(): Recomputed;
};
export function recomputeFile(path: string): Promise<Recomputed>;
