/** What the clients of a run were told: the only thing that the auditor knows about what should be stored. */
export type Acknowledged = {
  /** Records by their path in the API, such as /invoices/7, with the fields that no later request may have changed. */
  records: Map<string, AcknowledgedRecord>;
  /** Every request that creates something carries a text of its own, which must be stored exactly once, or never. */
  tokens: Map<string, "pending" | "stored" | "refused">;
  /** Responses that no fault explains; there should be none. */
  surprises: string[];
  counts: { operations: number; requests: number; retries: number; refused: number; byStatus: Counts };
};

export type Counts = Record<string, number>;

export type AcknowledgedRecord = {
  companyId: number;
  path: string;
  /** The name of the record in the response. */
  name: string;
  fields: Record<string, unknown>;
};

export const createAcknowledged = (): Acknowledged => ({
  records: new Map(),
  tokens: new Map(),
  surprises: [],
  counts: { operations: 0, requests: 0, retries: 0, refused: 0, byStatus: {} },
});

/** Adds what is known about a record, in place of what was known before. */
export function acknowledge(
  { records }: Acknowledged,
  { companyId, path, name, fields }: AcknowledgedRecord,
): void {
  const key = `${companyId} ${path}`;
  records.set(key, { companyId, path, name, fields: { ...records.get(key)?.fields, ...fields } });
}

/** The fields in which a record differs from what was acknowledged. */
export function differences(
  { path, fields }: AcknowledgedRecord,
  found: Record<string, unknown> | undefined,
): string[] {
  return Object.entries(fields)
    .filter(([field, value]) => JSON.stringify(found?.[field]) !== JSON.stringify(value))
    .map(
      ([field, value]) =>
        `${path} was acknowledged with ${field} ${JSON.stringify(value)}, and has ${JSON.stringify(found?.[field])}`,
    );
}
