export type Verified = {
  company_id: number;
  events: number;
  checkpoints: number;
  failures: number;
  /** The first hundred. */
  found: { where: string; what: string }[];
  last: number;
  hash: string;
};
export function createVerifier(): { line(text: string): void; finish(): Verified };
export function verifyFile(path: string): Promise<Verified>;
