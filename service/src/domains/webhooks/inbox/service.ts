import { hash } from "node:crypto";
import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import { ApiError } from "../../../contract/errors.ts";
import { coalesce } from "../../../platform/db/batcher.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { paySignatureFault, verifyPaySignature } from "../../../platform/security/signature.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { retentionStart } from "../deliveries/service.ts";
import { liveSecrets, primarySecrets, type Secrets } from "../endpoints/service.ts";
import { sequenceOf, shownTo } from "../events/service.ts";
import { type ArrivedEvent, deleteInboxEntriesBefore, inboxListing, insertInboxEntries } from "./queries.ts";
import type { InboxQuery } from "./schema.ts";

/** What the receiver needs of the database. */
type InboxStore = {
  secretsOf(companyId: number): Promise<Secrets | undefined>;
  /** Whether it is an event of its company, which is in the inbox from then on. */
  store(event: ArrivedEvent): Promise<boolean>;
};

const batch = { itemsMax: 200, batchesMax: 2 };

/** What is asked for at the same time goes into one query. */
function createInboxStore({ reads, background, encryptionKeys }: Context): InboxStore {
  return {
    secretsOf: coalesce<number, Secrets | undefined>({
      ...batch,
      run: (companies) => primarySecrets(reads, encryptionKeys, companies),
    }),
    store: coalesce<ArrivedEvent, boolean>({
      ...batch,
      run: async (arrived) => {
        const known = await insertInboxEntries(background, arrived);
        const keys = new Set(known.map(({ company_id, sequence }) => `${company_id}:${sequence}`));
        return arrived.map(({ companyId, sequence }) => keys.has(`${companyId}:${sequence}`));
      },
    }),
  };
}

/**
 * The inbox is the service's own receiver for companies without one. It does what every receiver should: it verifies
 * the signature over the raw bytes first, responds quickly, and processes each event once.
 */
export async function receiveEvent(
  context: Context,
  header: string | undefined,
  body: Buffer,
  { secretsOf, store } = createInboxStore(context),
): Promise<void> {
  const now = context.clock.now();
  const hopeless = paySignatureFault(header, now);
  if (hopeless) throw refused(hopeless);
  const claimed = claimOf(body);
  // The ids in the body are only used to find the secret that verifies it.
  const secrets = claimed ? await secretsOf(claimed.companyId) : undefined;
  const live = secrets ? liveSecrets(secrets, now) : [];
  const verification = verifyPaySignature(header, body, live, now);
  if (!verification.verified) throw refused(verification.message);
  const { companyId, eventId } = claimed!;
  const sequence = sequenceOf(eventId, companyId);
  const isKnown =
    sequence !== undefined &&
    (await store({ companyId, sequence, bodyHash: hash("sha256", body, "buffer"), arrivedAt: now }));
  if (!isKnown) {
    throw new ApiError(
      422,
      "unknown_event",
      "The signature is valid, but the body is not an event of this company.",
    );
  }
}

/** What the address of the receiver returns, for those who already have the request in this process. */
export function inboxReceiver(context: Context): Pick<Context["outbound"], "send"> {
  const inboxStore = createInboxStore(context);
  const send: Context["outbound"]["send"] = async ({ headers, body }) => {
    const startedAt = performance.now();
    const answered = (status: number, members: object) => ({
      kind: "answered" as const,
      status,
      headers: {},
      body: Buffer.from(JSON.stringify(members)),
      truncated: false,
      durationMs: performance.now() - startedAt,
    });
    try {
      await receiveEvent(context, headers["x-pay-signature"], Buffer.from(body ?? ""), inboxStore);
      return answered(200, { success: true });
    } catch (error) {
      if (error instanceof ApiError) {
        return answered(error.status, { success: false, error: error.message, code: error.code });
      }
      context.log.warn({ err: error }, "storing an event in the inbox failed; it is tried again");
      return answered(503, { success: false, error: "The event could not be stored.", code: "unavailable" });
    }
  };
  return { send };
}

const refused = (why: string) => new ApiError(401, "signature_invalid", `The signature is not valid: ${why}`);

const purgeMax = 5000;

/** Entries are kept as long as deliveries are. */
export function purgeInbox({ background, clock, config }: Context): Promise<number> {
  const before = retentionStart(config, clock.now());
  return inBatches(purgeMax, (limit) => deleteInboxEntriesBefore(background, before, limit));
}

function claimOf(body: Buffer): { companyId: number; eventId: string } | undefined {
  try {
    const { company_id, id } = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    const usable = Number.isSafeInteger(company_id) && typeof id === "string";
    return usable ? { companyId: company_id as number, eventId: id as string } : undefined;
  } catch {
    return undefined;
  }
}

export async function listInbox(
  db: Queryable,
  reader: Principal,
  today: string,
  query: InboxQuery,
): Promise<Page> {
  const { company } = reader;
  const range = createdRange(company.timeZone, query);
  const page = await readPage(db, inboxListing, company.id, today, query, range);
  return { ...page, entries: page.entries.map((entry) => entryShownTo(reader, entry)) };
}

const eventStart = ',"event":';

/** The event is the last member of the entry, as the stored text. */
function entryShownTo(reader: Principal, entry: Json): Json {
  const start = entry.indexOf(eventStart) + eventStart.length;
  return `${entry.slice(0, start)}${shownTo(reader, entry.slice(start, -1))}}`;
}
