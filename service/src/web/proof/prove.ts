import type { Context } from "../../context.ts";
import { findCheckpointCovering } from "../../domains/backoffice/books/service.ts";
import { findGivenOut, findNewestHashes } from "../../domains/sending/documents/service.ts";
import { findEventAt } from "../../domains/webhooks/events/service.ts";
import type { Proof, ProvenKind, Verdict } from "./page.ts";

export type ProvenRecord = { kind: ProvenKind; id: number };

type Proven = {
  kind: "invoice" | "receipt";
  id: number;
  event: "invoice.issued" | "payment.recorded";
  /** When the event happened. */
  at: Date;
  /** What else this page proves: receipts of payments, and credit notes. */
  others: readonly ProvenRecord[];
};

/** Stores nothing: a reader only asks. */
export async function prove(
  { reads }: Pick<Context, "reads">,
  companyId: number,
  document: Proven,
  query: unknown,
): Promise<Proof> {
  const place = await findEventAt(reads, companyId, document.event, document);
  const { sha256 } = query as { sha256?: unknown };
  return {
    place,
    checkpoint: place && (await findCheckpointCovering(reads, companyId, place.sequence)),
    verdict: await judge(reads, companyId, document, typeof sha256 === "string" ? sha256 : ""),
    files: await findNewestHashes(reads, companyId, document.kind, document.id, filesShown),
  };
}

async function judge(
  db: Context["reads"],
  companyId: number,
  { kind, id, others }: Proven,
  given: string,
): Promise<Verdict> {
  const sha256 = given.slice(0, fingerprintTextMax).replace(/\s/g, "").toLowerCase();
  if (sha256 === "") return { state: "unasked" };
  if (!/^[0-9a-f]{64}$/.test(sha256)) return { state: "malformed" };
  const found = (await findGivenOut(db, companyId, sha256)).map(
    (json) => JSON.parse(json) as { kind: string; record_id: number | null; given_out_at: string },
  );
  // A file of another record is none of this reader's business, genuine or not.
  for (const record of [{ kind, id }, ...others]) {
    const own = found.find((file) => file.kind === record.kind && file.record_id === record.id);
    if (own) return { state: "genuine", kind: record.kind, givenOutAt: new Date(own.given_out_at) };
  }
  return { state: "unknown" };
}

const fingerprintTextMax = 200;
const filesShown = 3;
