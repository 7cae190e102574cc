/** What is known of a request that was sent under an Idempotency-Key. */
export type StoredOutcome = {
  status: number;
  created_at: Date;
  /** The beginning of the response; empty if the response contains a secret. */
  start: string;
  /** Null in responses that an earlier version stored. */
  request_id: string | null;
};
