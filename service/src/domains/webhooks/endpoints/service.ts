import type { Change, Context } from "../../../context.ts";
import type { Company, GatewayChoice } from "../../../contract/access.ts";
import { invalidField, notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type Page, type PageRequest, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { audit } from "../../tenancy/audit/service.ts";
import type { Administration } from "../../tenancy/companies/service.ts";
import { emit, type Reader, readsEveryRecord, requireReadable } from "../events/service.ts";
import { defaultUrl, requireAllowed } from "./address.ts";
import {
  countEndpoints,
  deleteEndpointRow,
  type EndpointColumns,
  endPendingDeliveries,
  endpointListing,
  findEndpoint,
  findFirstId,
  findUndeliveredTypes,
  holdEndpoint,
  insertEndpoint,
  lockEndpoint,
  lockNumberOfEndpoints,
  markDisabled,
  markEnabled,
  notifyEndpointsChanged,
  replaceSecret,
  updateSettings,
} from "./queries.ts";
import { disabledByHand, endpointRefusals } from "./refusals.ts";
import type { EndpointCreate, EndpointPatch } from "./schema.ts";
import { newSecret, readSecrets } from "./secrets.ts";

export { defaultUrl, gatewaySegments } from "./address.ts";
export {
  endpointExists,
  endpointsChannel,
  findEnabledFilters,
  findStoppedEndpoints,
  hastenDisabling,
} from "./queries.ts";
export {
  recordHealthSql,
  releaseLeasesSql,
  renewLeasesSql,
  replayFromSql,
  takeLeasesSql,
} from "./queue.ts";
export { disabledByHand, endedWithEndpoint, endpointRefusals } from "./refusals.ts";
export { liveSecrets, openSecrets, primarySecrets, readSecrets, type Secrets } from "./secrets.ts";

/**
 * An endpoint is an address to which a company's events are delivered, with a secret that signs them. The primary one
 * is the company's webhook URL; without a URL, events go to the service's own receiver. An endpoint is `enabled` or,
 * with a reason, `disabled`: then nothing is sent to it, and events wait in the feed until they are replayed.
 */
export const endpointsMax = 20;

type EndpointContext = Pick<Context, "config" | "encryptionKeys">;

type EndpointRecord = EndpointColumns & {
  id: number;
  gateway: GatewayChoice | null;
  primary: boolean;
  status: "enabled" | "disabled";
  disabled_reason: string | null;
  previous_secret_until: string | null;
};

/** What an endpoint is shown with: the addresses of this installation, and the time. */
type EndpointView = { config: Context["config"]; now: Date };

/** Fills in the default address, and hides an overlap that has ended. */
const shown = ({ config, now }: EndpointView, json: Json): Json => {
  const { gateway, ...record } = JSON.parse(json) as EndpointRecord;
  const overlap = record.previous_secret_until;
  return JSON.stringify({
    ...record,
    url: record.url ?? defaultUrl(config, gateway),
    previous_secret_until: overlap !== null && Date.parse(overlap) > now.getTime() ? overlap : null,
  });
};

/** The endpoint that a company gets at approval; called again, it returns the same endpoint with the same secret. */
export async function provisionEndpoint(
  { tx, now }: Administration,
  companyId: number,
  keys: EncryptionKeys,
): Promise<{ id: number; secret: string }> {
  const { secret, sealed } = newSecret(keys, companyId);
  const made = await insertEndpoint(tx, companyId, now, { ...bare, primary: true, secret: sealed });
  if (made !== undefined) return { id: made, secret };
  const id = await findFirstId(tx, companyId);
  if (id === undefined) throw new Error(`company ${companyId} has no counters row`);
  return { id, secret: (await readSecrets(tx, companyId, keys, id))[0]!.current };
}

const distinct = <T>(list: readonly T[] | null | undefined) => (list ? [...new Set(list)] : null);

const bare: EndpointColumns = { url: null, description: null, events: null };

export async function createEndpoint(
  change: Change,
  { config, encryptionKeys }: EndpointContext,
  subscriber: Reader,
  input: EndpointCreate,
): Promise<{ endpoint: Json; secret: string }> {
  const { tx, company, now } = change;
  requireReadable(subscriber, input.events ?? null, "subscribe an endpoint to them");
  requireAllowed(config, input.url);
  await lockNumberOfEndpoints(tx, company.id);
  if ((await countEndpoints(tx, company.id)) >= endpointsMax) throw endpointRefusals.tooMany(endpointsMax);
  const { secret, sealed } = newSecret(encryptionKeys, company.id);
  const id = await insertEndpoint(tx, company.id, now, {
    primary: false,
    url: input.url,
    description: input.description ?? null,
    events: distinct(input.events),
    secret: sealed,
  });
  audit(change, company.id, "webhook.created", `webhook/${id}`, { url: input.url });
  return { endpoint: await getEndpoint(tx, { config, now }, company.id, id!), secret };
}

/** Would this address be another than the endpoint has? Null is the service's own receiver. */
export async function changesUrl(
  db: Queryable,
  companyId: number,
  id: number,
  url: string | null,
): Promise<boolean> {
  const json = await findEndpoint(db, companyId, id);
  return json !== undefined && (JSON.parse(json) as EndpointRecord).url !== url;
}

export async function updateEndpoint(
  change: Change,
  { config }: Pick<Context, "config">,
  subscriber: Reader,
  id: number,
  patch: EndpointPatch,
): Promise<Json> {
  const { tx, company, now } = change;
  const before = await lockedEndpoint(tx, company.id, id);
  await requireRedirectable(tx, subscriber, company.id, before, patch);
  const { status, ...settings } = patch;
  if (patch.events) settings.events = distinct(patch.events);
  if (patch.url) requireAllowed(config, patch.url);
  if (patch.url === null && !before.primary) {
    throw invalidField("url", "can be null only for the primary endpoint; delete this one instead");
  }
  await updateSettings(tx, company.id, id, now, { ...before, ...settings } as EndpointColumns);
  if (status === "enabled" && before.status === "disabled") await markEnabled(tx, company.id, id, now);
  if (status === "disabled" && before.status === "enabled") {
    await disableEndpoint(change, config, id, disabledByHand);
  }
  await notifyEndpointsChanged(tx, company.id);
  audit(change, company.id, "webhook.changed", `webhook/${id}`, patch);
  return getEndpoint(tx, { config, now }, company.id, id);
}

/**
 * A caller who chooses where events go, which ones, or that they are sent again must be able to read them. What is still to be delivered
 * or replayed from an earlier, wider filter would go to a new address too.
 */
async function requireRedirectable(
  tx: Queryable,
  subscriber: Reader,
  companyId: number,
  before: EndpointRecord,
  { url, events, status }: EndpointPatch,
): Promise<void> {
  if (readsEveryRecord(subscriber)) return;
  const after = events === undefined ? before.events : events;
  if (events !== undefined) requireReadable(subscriber, events, "subscribe an endpoint to them");
  if (status === "enabled" && before.status === "disabled") {
    requireReadable(subscriber, after, "enable the endpoint that is subscribed to them");
  }
  if (url === undefined || url === before.url) return;
  const action = "change where they are sent";
  requireReadable(subscriber, after, action);
  requireReadable(subscriber, await findUndeliveredTypes(tx, companyId, before.id), action);
}

/** Ends its pending deliveries, and emits an event: the company's other endpoints and its feed continue. */
export async function disableEndpoint(
  change: Change,
  config: Context["config"],
  id: number,
  reason: string,
): Promise<void> {
  const { tx, company, now } = change;
  await markDisabled(tx, company.id, id, now, reason);
  await endPendingDeliveries(tx, company.id, id, now);
  await emit(change, "webhook.disabled", await getEndpoint(tx, { config, now }, company.id, id));
  await notifyEndpointsChanged(tx, company.id);
}

/** For the worker: does nothing if it was disabled already. */
export async function disableIfEnabled(
  change: Change,
  config: Context["config"],
  id: number,
  reason: string,
): Promise<boolean> {
  const json = await lockEndpoint(change.tx, change.company.id, id);
  if (json === undefined || (JSON.parse(json) as EndpointRecord).status !== "enabled") return false;
  await disableEndpoint(change, config, id, reason);
  return true;
}

export async function deleteEndpoint(change: Change, id: number): Promise<void> {
  const { tx, company } = change;
  const { primary } = await lockedEndpoint(tx, company.id, id);
  if (primary) throw endpointRefusals.primaryStays();
  await deleteEndpointRow(tx, company.id, id);
  audit(change, company.id, "webhook.deleted", `webhook/${id}`);
  await notifyEndpointsChanged(tx, company.id);
}

/** The endpoint that a test or a replay is for: the named one, else the primary, else whichever there is. */
export async function findTarget(
  { tx, company, now }: Change,
  config: Context["config"],
  endpointId: number | undefined,
): Promise<{ id: number; endpoint: Json }> {
  const id = endpointId ?? (await findFirstId(tx, company.id));
  if (id === undefined) throw endpointRefusals.none();
  const json = await holdEndpoint(tx, company.id, id);
  if (json === undefined) throw invalidField("endpoint_id", "is not an endpoint of this company");
  const { status, disabled_reason: reason } = JSON.parse(json) as EndpointRecord;
  if (status === "disabled") throw endpointRefusals.disabled(id, reason);
  return { id, endpoint: shown({ config, now }, json) };
}

/**
 * With an overlap, the old secret keeps signing beside the new one until the overlap ends; without one, it stops at
 * once.
 */
export async function rotateSecret(
  administration: Administration,
  { config, encryptionKeys }: EndpointContext,
  subscriber: Reader,
  companyId: number,
  id: number,
  overlapSeconds: number,
): Promise<{ endpoint: Json; secret: string }> {
  const { tx, now } = administration;
  const { previous_secret_until: overlap, events } = await lockedEndpoint(tx, companyId, id);
  requireReadable(subscriber, events, "see the secret that signs them");
  if (overlap !== null && Date.parse(overlap) > now.getTime() && overlapSeconds > 0) {
    throw endpointRefusals.rotating(overlap);
  }
  const { secret, sealed } = newSecret(encryptionKeys, companyId);
  const until = new Date(now.getTime() + overlapSeconds * 1000);
  await replaceSecret(tx, companyId, id, now, sealed, until);
  audit(administration, companyId, "webhook.secret_rotated", `webhook/${id}`, {
    overlap_seconds: overlapSeconds,
  });
  await notifyEndpointsChanged(tx, companyId);
  return { endpoint: await getEndpoint(tx, { config, now }, companyId, id), secret };
}

export async function getEndpoint(
  db: Queryable,
  view: EndpointView,
  companyId: number,
  id: number,
): Promise<Json> {
  const json = await findEndpoint(db, companyId, id);
  if (json === undefined) throw notFound("The endpoint");
  return shown(view, json);
}

type EndpointFilters = PageRequest & { status?: string; created_from?: string; created_to?: string };

export async function listEndpoints(
  db: Queryable,
  view: EndpointView,
  company: Company,
  today: string,
  query: EndpointFilters,
): Promise<Page> {
  const page = await readPage(db, endpointListing, company.id, today, query, {
    status: query.status,
    ...createdRange(company.timeZone, query),
  });
  return { ...page, entries: page.entries.map((entry) => shown(view, entry)) };
}

async function lockedEndpoint(tx: Queryable, companyId: number, id: number): Promise<EndpointRecord> {
  const json = await lockEndpoint(tx, companyId, id);
  if (json === undefined) throw notFound("The endpoint");
  return JSON.parse(json) as EndpointRecord;
}
