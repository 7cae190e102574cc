import type { Principal } from "../../../contract/access.ts";
import { ApiError } from "../../../contract/errors.ts";
import { eventTypes } from "../../../contract/event-types.ts";
import type { StoredOutcome } from "../../../contract/stored-outcome.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { findEntriesOfCompanyRequest } from "../../tenancy/audit/service.ts";
import {
  findEventsOfRequest,
  findLastSequence,
  findSequenceAt,
  mayReadRecord,
  recordScopeOf,
} from "../events/service.ts";
import { type RequestOutcome, recordsMax } from "./schema.ts";

/**
 * Whether a request took effect, for callers that did not get its response. Nothing is stored for this: events, the audit
 * log and the idempotency records tell. Events contain the request's id but are not indexed by it, so a limited number of
 * them is searched, around the time that ids of ours contain.
 */
type Effect = { record: string; id: number | null; reference: string | null; change: string; at: Date };

/** Events that one look-up examines at most. */
export const searchedMax = 20_000;

const beforeMs = 60_000;
// A batch, or a call of an outside party, may take minutes.
const afterMs = 10 * 60_000;

export const noEffect = () =>
  new ApiError(
    404,
    "not_found",
    "No effect found: no request of this company is known by this id or key. If it was sent within the last 10 seconds, ask again; otherwise it changed nothing, or is older than what is searched.",
  );

/** By the id of the request; `time` is when it was sent, and `stored` its response, if they are known. */
export async function findRequest(
  db: Queryable,
  principal: Principal,
  requestId: string,
  time: Date | undefined,
  stored: StoredOutcome | undefined,
): Promise<RequestOutcome | undefined> {
  const effects = await findEffects(db, principal, requestId, stored?.created_at ?? time);
  const [first] = effects;
  if (!first) return stored && outcomeOf(principal, null, { ...stored, request_id: requestId });
  return {
    request_id: requestId,
    idempotency_key: null,
    outcome: "changed",
    status: stored?.status ?? null,
    created_at: isoText(first.at),
    ...recordsOf(principal, effects),
  };
}

/** By its Idempotency-Key, under which its response is stored; the response of a batch does not name its records. */
export async function findKeyedRequest(
  db: Queryable,
  principal: Principal,
  key: string,
  stored: StoredOutcome,
): Promise<RequestOutcome> {
  const outcome = outcomeOf(principal, key, stored);
  if (stored.request_id === null || !stored.start.startsWith(batchStart)) return outcome;
  const effects = await findEffects(db, principal, stored.request_id, stored.created_at);
  return { ...outcome, ...recordsOf(principal, effects) };
}

const batchStart = '{"success":true,"results":[';

async function findEffects(
  db: Queryable,
  principal: Principal,
  requestId: string,
  time: Date | undefined,
): Promise<Effect[]> {
  const { id: companyId } = principal.company;
  const audited = await findEntriesOfCompanyRequest(db, companyId, requestId, recordsMax);
  const found = await findEvents(db, companyId, requestId, audited[0]?.created_at ?? time);
  const events = found.map(
    ({ type, created_at, id, reference }): Effect => ({
      id: id === null ? null : numberOf(id),
      reference,
      record: type.slice(0, type.indexOf(".")),
      change: type,
      at: created_at,
    }),
  );
  // What has an event is audited in the same words.
  const entries = audited
    .filter(({ action }) => found.length === 0 || !(eventTypes as readonly string[]).includes(action))
    .map(effectOfEntry);
  return [...events, ...entries].slice(0, recordsMax);
}

function recordsOf(principal: Principal, effects: readonly Effect[]) {
  const shown = effects.filter((effect) => mayRead(principal, effect));
  return {
    records: shown.map(({ record: type, id, reference, change }) => ({
      type,
      id,
      reference: type === "payment_link" ? reference : null,
      change,
    })),
    records_withheld: shown.length < effects.length,
  };
}

async function findEvents(db: Queryable, companyId: number, requestId: string, time: Date | undefined) {
  const max = recordsMax;
  if (time) {
    const from = await findSequenceAt(db, companyId, new Date(time.getTime() - beforeMs));
    const end = await findSequenceAt(db, companyId, new Date(time.getTime() + afterMs));
    const to = Math.min(end, from + searchedMax);
    const found = await findEventsOfRequest(db, companyId, requestId, { from, to, max });
    if (found.length > 0) return found;
  }
  const last = await findLastSequence(db, companyId);
  return findEventsOfRequest(db, companyId, requestId, { from: last - searchedMax + 1, to: last + 1, max });
}

function effectOfEntry(entry: { created_at: Date; action: string; subject: string | null }): Effect {
  const [record = "", name = ""] = (entry.subject ?? "").split("/", 2);
  return {
    record,
    id: numberOf(name),
    reference: name,
    change: entry.action,
    at: entry.created_at,
  };
}

const numberOf = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null);

/** Settings, users and keys have no scope of their own: who reads the audit log reads of them. */
const mayRead = (principal: Principal, { record }: { record: string }): boolean =>
  recordScopeOf(record) === undefined
    ? principal.scopes.has("company:read")
    : mayReadRecord(principal, record);

/** By the response that is stored, which names a single record. */
function outcomeOf(principal: Principal, key: string | null, stored: StoredOutcome): RequestOutcome {
  const made = recordOf(stored.start);
  const isShown = made !== undefined && mayRead(principal, { record: made.type });
  return {
    request_id: stored.request_id ?? /"request_id":"([^"]+)"/.exec(errorOf(stored))?.[1] ?? null,
    idempotency_key: key,
    outcome: stored.status < 400 ? "changed" : "refused",
    status: stored.status,
    created_at: isoText(stored.created_at),
    records: isShown ? [{ ...made, change: null }] : [],
    records_withheld: made !== undefined && !isShown,
  };
}

const errorOf = ({ status, start }: StoredOutcome) => (status < 400 ? "" : start);

/** The record is the first member of a response, and its id the first member of the record; a link is the response. */
function recordOf(start: string): { type: string; id: number | null; reference: string | null } | undefined {
  const [, reference] = /^\{"success":true,"reference":"([\w-]+)"/.exec(start) ?? [];
  if (reference !== undefined) return { type: "payment_link", id: null, reference };
  const [, name, id] = /^\{"success":true,"(\w+)":\{"id":(\d+)/.exec(start) ?? [];
  // The order of a portal is a sale.
  const type = name === "order" ? "sale" : name;
  if (type === undefined || recordScopeOf(type) === undefined) return undefined;
  return { type, id: Number(id), reference: null };
}
