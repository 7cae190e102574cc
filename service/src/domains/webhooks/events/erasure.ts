import { createHash, hash } from "node:crypto";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { ErasedValues } from "../../../platform/db/erasure.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

// Few, because an event can be as large as the largest request.
const pageMax = 100;

const ofCustomer = statement(
  "event_find_of_customer",
  `select v.sequence, v.body from events v
   where v.company_id = $1 and v.type in ('customer.created', 'customer.updated') and v.sequence > $3
     and v.body like $2 order by v.sequence limit ${pageMax}`,
);

/** The events of a customer's own changes, which have all values that it ever had, a page at a time. */
export async function* findEventsOfCustomer(
  db: Queryable,
  companyId: number,
  id: number,
): AsyncGenerator<Json[]> {
  for (let after = 0; ; ) {
    const values = [companyId, `%"object":{"id":${id},%`, after];
    const rows = await db.query<Pick<Tables["events"], "sequence" | "body">>(ofCustomer, values);
    if (rows.length > 0) yield rows.map(({ body }) => body);
    if (rows.length < pageMax) return;
    after = rows.at(-1)!.sequence;
  }
}

// What was redacted has no salt any more.
const findHolding = statement(
  "event_find_to_redact",
  `select v.sequence, v.body, v.hash is not null as is_chained from events v
   where v.company_id = $1 and v.sequence > $2 and v.sequence <= $6 and (v.salt is not null or v.hash is null)
     and (v.body ~* $3 or v.body like $4 or (v.type like 'customer.%' and v.body like $5))
   order by v.sequence`,
);

/** Whether the personal data in an event was erased. */
export const isRedactedSql = (company: string, sequence: string) =>
  fragment(`exists (select from events v where v.company_id = ${company} and v.sequence = ${sequence}
     and v.salt is null and v.hash is not null)`);

const redact = statement(
  "event_redact",
  `update events v set body = x.body, salt = null from unnest($2::int8[], $3::text[]) x(sequence, body)
   where v.company_id = $1 and v.sequence = x.sequence`,
);

export type Redaction = { sequences: number[]; sha256: string };

const chainLock = statement(
  "event_chain_lock_wait",
  "select pg_advisory_xact_lock(hashtextextended('event_chain', $1))",
);

/**
 * Replaces the bodies of events by what `redacted` makes of them (undefined leaves one as it is), and erases their salts:
 * `body_hash` stays, so that the chain still verifies, and nobody can find out by trying what it was made of. The hash
 * over the new bodies goes into the event of the erasure, so that these cannot be changed unseen either. It is called
 * with the last sequence up to which to continue, as often as there are new events.
 */
export async function createRedaction(
  tx: Queryable,
  companyId: number,
  customerId: number,
  erased: ErasedValues,
  redacted: (body: Json) => Json | undefined,
): Promise<{ continueTo(last: number): Promise<void>; finish(): Redaction }> {
  // Until the commit nobody chains these events: their hashes would be those of the old bodies.
  await tx.query(chainLock, [companyId]);
  const sequences: number[] = [];
  const digest = createHash("sha256");
  let after = 0;
  return {
    async continueTo(last) {
      while (after < last) {
        // A range instead of a limit: a plan for any range would search all of it for each page.
        const searched = Math.min(after + pageMax, last);
        const found = await tx.query<Pick<Tables["events"], "sequence" | "body"> & { is_chained: boolean }>(
          findHolding,
          [
            companyId,
            after,
            erased.identifyingJson,
            `%"customer_id":${customerId},%`,
            `%"object":{"id":${customerId},%`,
            searched,
          ],
        );
        const changed = found.flatMap(({ body, ...event }) => {
          const becomes = redacted(body);
          return becomes === undefined ? [] : [{ ...event, body: becomes }];
        });
        if (changed.length > 0)
          await tx.query(redact, [
            companyId,
            changed.map(({ sequence }) => sequence),
            changed.map(({ body }) => body),
          ]);
        for (const { sequence, body } of changed.filter(({ is_chained }) => is_chained)) {
          sequences.push(sequence);
          digest.update(redactedDigest(sequence, body));
        }
        after = searched;
      }
    },
    finish: () => ({ sequences, sha256: digest.digest("hex") }),
  };
}

/** What the hash of an erasure is made of, for each event: its sequence as 8 bytes, and the SHA-256 of its new body. */
export function redactedDigest(sequence: number, body: Json): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(sequence));
  return Buffer.concat([number, hash("sha256", body, "buffer")]);
}
