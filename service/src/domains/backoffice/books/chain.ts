import { hash } from "node:crypto";
import { type ChainCounters, redactedDigest, type StoredEvent } from "../../webhooks/events/service.ts";
import type { StoredCheckpoint } from "./queries.ts";
import { isSigned } from "./signed-checkpoint.ts";

/** What is wrong with a record: `events` is what follows from the events, `table` what is stored. */
export type Difference = { record: string; field: string; events: unknown; table: unknown };

/** The hash before the first event. */
export const zeros = "0".repeat(64);

/** Of the salt and the body; all hashes are in hexadecimal, as the database gives them. */
const bodyHashOf = (salt: string, body: string): string =>
  hash("sha256", Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(body)]));

const chainedHashOf = (previous: string, sequence: number, bodyHash: string): string =>
  hash("sha256", Buffer.from(`${previous}${sequence.toString(16).padStart(16, "0")}${bodyHash}`, "hex"));

/**
 * Follows the chain event by event, and recomputes what the database found not to be intact. After a difference it goes on
 * from what is stored, so that each is named once.
 */
export function createChainCheck(
  report: (difference: Difference) => void,
  checkpoints: readonly StoredCheckpoint[],
) {
  const signed = new Map(checkpoints.map((checkpoint) => [checkpoint.sequence, checkpoint]));
  let sequence = 0;
  let chained = 0;
  let previous = zeros;
  /** Bodies that an erasure has replaced; it comes later, and names them. */
  const redacted = new Map<number, Buffer>();
  let redactedCount = 0;
  /** Somebody who computed the chain again, without the key, cannot make the checkpoints fit. */
  const compareCheckpoint = (at: number, hash: string | null) => {
    const checkpoint = signed.get(at);
    if (checkpoint === undefined) return;
    signed.delete(at);
    const record = `checkpoint ${at}`;
    if (checkpoint.hash !== hash) report({ record, field: "hash", events: hash, table: checkpoint.hash });
    if (!isSigned(checkpoint, checkpoint.public_key, checkpoint.signature))
      report({
        record,
        field: "signature",
        events: "a signature that fits",
        table: checkpoint.signature.toString("base64"),
      });
  };
  const expect = (at: number, field: string, computed: unknown, stored: unknown) => {
    if (computed !== stored) report({ record: `event ${at}`, field, events: computed, table: stored });
  };
  /** The columns repeat what the body says, for those who look for events. */
  const compareColumns = ({ sequence: at, body, type, created_at: createdAt }: StoredEvent) => {
    const said = headFieldsOf(body);
    if (said === undefined) {
      report({ record: `event ${at}`, field: "body", events: "an event as JSON", table: body.slice(0, 100) });
      return;
    }
    expect(at, "type", said.type, type);
    expect(at, "sequence", said.sequence, at);
    expect(at, "created_at", said.created_at, createdAt?.toISOString());
  };
  return {
    event(event: StoredEvent, chainedSequence: number): void {
      const at = event.sequence;
      for (let missing = sequence + 1; missing < at && missing <= sequence + missingShown; missing++)
        report({ record: `event ${missing}`, field: "sequence", events: missing, table: null });
      sequence = at;
      compareCheckpoint(at, event.hash);
      if (event.hash !== null) chained = at;
      if (event.is_intact) {
        previous = event.hash!;
        return;
      }
      compareColumns(event);
      // Events that are not chained yet have no hashes to compare with.
      if (at > chainedSequence && event.hash === null) return;
      const { salt, body, body_hash: bodyHash, hash: stored } = event;
      if (bodyHash === null || stored === null) {
        report({ record: `event ${at}`, field: "hash", events: "a hash", table: null });
        return;
      }
      if (salt === null) redacted.set(at, redactedDigest(at, body));
      else expect(at, "body_hash", bodyHashOf(salt, body), bodyHash);
      expect(at, "hash", chainedHashOf(previous, at, bodyHash), stored);
      previous = stored;
    },
    /** An erasure names the events that it redacted, with a hash over their new bodies. */
    erasure(at: number, { sequences, sha256: digest }: { sequences: number[]; sha256: string }): void {
      const bodies = sequences.flatMap((sequence) => redacted.get(sequence) ?? []);
      const computed = hash("sha256", Buffer.concat(bodies));
      if (computed !== digest)
        report({
          record: `event ${at}`,
          field: "sha256 of the redacted events",
          events: digest,
          table: computed,
        });
      for (const sequence of sequences) if (redacted.delete(sequence)) redactedCount++;
    },
    redactedEvents: () => redactedCount,
    end(counters: ChainCounters): void {
      for (const at of redacted.keys())
        report({
          record: `event ${at}`,
          field: "salt",
          events: "a salt, or an erasure that names it",
          table: null,
        });
      const lastCheckpoint = checkpoints.at(-1)?.sequence ?? 0;
      if (counters.checkpoint_sequence !== lastCheckpoint)
        report({
          record: "company_counters",
          field: "checkpoint_sequence",
          events: lastCheckpoint,
          table: counters.checkpoint_sequence,
        });
      for (const at of signed.keys())
        report({ record: `checkpoint ${at}`, field: "sequence", events: null, table: at });
      if (counters.event_sequence !== sequence)
        report({
          record: "company_counters",
          field: "event_sequence",
          events: sequence,
          table: counters.event_sequence,
        });
      if (counters.chained_sequence !== chained)
        report({
          record: "company_counters",
          field: "chained_sequence",
          events: chained,
          table: counters.chained_sequence,
        });
      if (counters.chained_sequence === sequence && counters.chain_hash.toString("hex") !== previous)
        report({
          record: "company_counters",
          field: "chain_hash",
          events: previous,
          table: counters.chain_hash.toString("hex"),
        });
    },
  };
}

/** Undefined if somebody made the body something else than JSON. */
function headFieldsOf(body: string): { type: unknown; sequence: unknown; created_at: unknown } | undefined {
  try {
    const { type, sequence, created_at } = JSON.parse(body) as Record<string, unknown>;
    return { type, sequence, created_at };
  } catch {
    return undefined;
  }
}

/** Of a gap, so many events are named. */
export const missingShown = 20;
