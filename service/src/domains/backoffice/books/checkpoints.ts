import { sign } from "node:crypto";
import type { Context } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { isLockTimeout } from "../../../platform/db/failures.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { readSeal } from "../../sending/documents/service.ts";
import { type SigningKey, signingKey } from "./keys.ts";
import { findMailChoice } from "./mail-queries.ts";
import { mailCheckpoint } from "./mailing.ts";
import { type DueCheckpoint, findDueCheckpoints, findLastCompany, insertCheckpoint } from "./queries.ts";
import { signedBytes } from "./signed-checkpoint.ts";

/**
 * A checkpoint is the hash of a company's last event and that of its last document, signed. Anyone who has one can prove
 * later which events and documents there were, and the operator cannot compute a chain again without contradicting it.
 */
export const eventsPerCheckpoint = 10_000;
const companiesPerQuery = 1000;

/**
 * Signs the chains that have 10,000 new events, or any since a day (in UTC) before today. A company whose counters are
 * locked for too long, or whose checkpoint fails, is left to the next pass, so that no other company waits for it.
 */
export async function signCheckpoints(context: SigningDeps): Promise<number> {
  const { background, db, clock, encryptionKeys, log } = context;
  const now = clock.now();
  const last = await findLastCompany(background);
  const failures: unknown[] = [];
  let signed = 0;
  let key: SigningKey | undefined;
  for (let after = 0; after < last; after += companiesPerQuery) {
    const upTo = after + companiesPerQuery;
    for (const due of await findDueCheckpoints(background, after, upTo, now, eventsPerCheckpoint)) {
      key ??= await signingKey({ db, encryptionKeys }, now);
      signed += await signOne(context, due, key, now).catch((error: unknown) => {
        // The next pass tries again; the other companies do not wait for it.
        if (isLockTimeout(error))
          log.warn(
            { company_id: due.company_id },
            "checkpoint not signed yet: the company's counters are locked",
          );
        else {
          log.warn({ err: error, company_id: due.company_id }, "checkpoint not signed yet");
          failures.push(error);
        }
        return 0;
      });
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "some checkpoints could not be signed");
  return signed;
}

type SigningDeps = Pick<
  Context,
  "background" | "db" | "clock" | "encryptionKeys" | "log" | "mail" | "config"
>;

async function signOne(
  context: SigningDeps,
  due: DueCheckpoint,
  key: SigningKey,
  now: Date,
): Promise<number> {
  const { db, encryptionKeys } = context;
  const { seal } = await readSeal(db, encryptionKeys, due.company_id);
  const documents = seal && seal.position > 0 ? seal : undefined;
  const head = {
    company_id: due.company_id,
    sequence: due.chained_sequence,
    hash: due.chain_hash.toString("hex"),
    documents: documents?.position ?? null,
    documents_hash: documents?.hash ?? null,
    signed_at: isoText(now),
    key_id: key.id,
  };
  const signature = sign(null, signedBytes(head), key.privateKey);
  const stored = { ...head, now, signature };
  const choice = await findMailChoice(db, due.company_id);
  if (choice === undefined) return insertCheckpoint(db, due, stored);
  return inTransaction(db.forCompany(due.company_id), async (tx) => {
    const inserted = await insertCheckpoint(tx, due, stored);
    if (inserted > 0)
      await mailCheckpoint(context, tx, choice, {
        ...head,
        public_key: key.publicKey,
        signature: signature.toString("base64"),
      });
    return inserted;
  });
}
