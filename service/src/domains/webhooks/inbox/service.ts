import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type Page, readPage } from "../../../platform/db/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { paySignatureFault, verifyPaySignature } from "../../../platform/security/signature.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { retentionStart } from "../deliveries/service.ts";
import { liveSecrets, primarySecrets } from "../endpoints/service.ts";
import { findEventText, sequenceOf, shownTo } from "../events/service.ts";
import { deleteInboxEntriesBefore, inboxListing, insertInboxEntry } from "./queries.ts";
import type { InboxQuery } from "./schema.ts";

/**
 * The inbox is the service's own receiver for companies without one. It does what every receiver should: it verifies
 * the signature over the raw bytes first, responds quickly, and processes each event once.
 */
export async function receiveEvent(
  { reads, background, clock, encryptionKeys }: Context,
  header: string | undefined,
  body: Buffer,
): Promise<void> {
  const now = clock.now();
  const hopeless = paySignatureFault(header, now);
  if (hopeless) throw refused(hopeless);
  const claimed = claimOf(body);
  // The ids in the body are only used to find the secret that verifies it.
  const secrets = claimed ? await primarySecrets(reads, claimed.companyId, encryptionKeys) : undefined;
  const live = secrets ? liveSecrets(secrets, now) : [];
  const verification = verifyPaySignature(header, body, live, now);
  if (!verification.verified) throw refused(verification.message);
  const { companyId, eventId } = claimed!;
  const sequence = sequenceOf(eventId, companyId);
  const stored = await findEventText(reads, companyId, eventId);
  if (sequence === undefined || stored === undefined || !Buffer.from(stored).equals(body)) {
    throw new ApiError(
      422,
      "unknown_event",
      "The signature is valid, but the body is not an event of this company.",
    );
  }
  await insertInboxEntry(background, companyId, now, sequence);
}

/** What the address of the receiver returns, for those who already have the request in this process. */
export const inboxReceiver = (context: Context): Pick<Context["outbound"], "send"> => ({
  send: async ({ headers, body }) => {
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
      await receiveEvent(context, headers["x-pay-signature"], Buffer.from(body ?? ""));
      return answered(200, { success: true });
    } catch (error) {
      if (error instanceof ApiError) {
        return answered(error.status, { success: false, error: error.message, code: error.code });
      }
      context.log.warn({ err: error }, "storing an event in the inbox failed; it is tried again");
      return answered(503, { success: false, error: "The event could not be stored.", code: "unavailable" });
    }
  },
});

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
