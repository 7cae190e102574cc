import { type Change, type Context, realTimeOf } from "../../../context.ts";
import type { Scope, SiteScope, UserPrincipal } from "../../../contract/access.ts";
import {
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from "../../../contract/notification-kinds.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { findFailedDays } from "../../webhooks/deliveries/service.ts";
import { findLastSequence, mayReadRecord } from "../../webhooks/events/service.ts";
import { deleteMailChoice, findMailChoice, storeMailChoice } from "./mail-queries.ts";
import { findEvents, findImports, findSettings, type Settings, storeKinds } from "./queries.ts";
import { type Notification, notificationsShown, type Preferences } from "./schema.ts";

const daysOfFailures = 7;

export { eraseFinishedImports } from "./erasure.ts";
/**
 * Notifications tell a person what others, or the service itself, did. They are made of events when they are read:
 * nothing is stored for them but which kinds a person chose, for the dashboard and by mail, and how far they have read.
 * Failed deliveries cause one notification per endpoint and day, which disappears once they are replayed.
 */
export { storeImport, storePosition } from "./queries.ts";
export { readSubscription, type Subscription, unsubscribe, unsubscribePath } from "./unsubscribe.ts";

type Found = { event?: number; import?: number; delivery?: number; created_at: string; type?: string };

const kindOfType = new Map(
  notificationKindNames.flatMap((kind) =>
    (notificationKinds[kind] as readonly string[]).map((type) => [type, kind] as const),
  ),
);

/** The kinds whose records this person may read. */
export function availableKinds(reader: UserPrincipal): NotificationKind[] {
  const scopes: ReadonlySet<Scope | SiteScope> = reader.scopes;
  return notificationKindNames.filter((kind) => {
    if (kind === "import_finished") return scopes.has("site:import");
    if (kind === "deliveries_failed") return scopes.has("webhooks:read");
    return notificationKinds[kind].some((type) => mayReadRecord(reader, type));
  });
}

export async function settingsOf(db: Queryable, { company, userId }: UserPrincipal): Promise<Settings> {
  const stored = await findSettings(db, company.id, userId);
  return stored ?? { kinds: notificationKindNames, read_event: 0, read_import: 0, read_delivery: 0 };
}

export async function readNotifications(db: Queryable, reader: UserPrincipal, now: Date) {
  const settings = await settingsOf(db, reader);
  const choice = await findMailChoice(db, reader.company.id, reader.userId);
  const available = availableKinds(reader);
  const found = await findNotifications(db, reader, settings.kinds, now);
  const notifications = found.map(({ event, import: imported, delivery, ...rest }) => ({
    event,
    import: imported,
    delivery,
    ...rest,
    unread:
      (event ?? 0) > settings.read_event ||
      (imported ?? 0) > settings.read_import ||
      (delivery ?? 0) > settings.read_delivery,
  }));
  const unread_count = notifications.filter(({ unread }) => unread).length;
  const kinds = available.filter((kind) => settings.kinds.includes(kind));
  const mail_kinds = available.filter((kind) => choice?.kinds.includes(kind));
  return { notifications, unread_count, kinds, available, mail_kinds };
}

/** Stores what a person chose: what the dashboard shows and, if that is said, what comes by mail as well. */
export async function choosePreferences(
  { tx, company, now }: Change,
  { mail }: Pick<Context, "mail">,
  userId: number,
  { kinds, mail_kinds }: Preferences,
): Promise<void> {
  await storeKinds(tx, company.id, userId, now, kinds);
  if (mail_kinds === undefined) return;
  if (mail_kinds.length === 0) return deleteMailChoice(tx, company.id, userId);
  mail.requireReady();
  const sequence = await findLastSequence(tx, company.id);
  const times = { now: realTimeOf({ company, now }), companyNow: now };
  await storeMailChoice(tx, company.id, userId, { kinds: mail_kinds, sequence, ...times });
}

/** The newest notifications of these kinds, as far as the person may read their records. */
export async function findNotifications(
  db: Queryable,
  reader: UserPrincipal,
  kinds: readonly NotificationKind[],
  now: Date,
): Promise<Notification[]> {
  const { company, userId } = reader;
  const wanted = availableKinds(reader).filter((kind) => kinds.includes(kind));
  const types = wanted
    .flatMap((kind): readonly string[] => notificationKinds[kind])
    .filter((type) => mayReadRecord(reader, type));
  const failures = { days: daysOfFailures, limit: notificationsShown };
  const [events, imports, deliveries] = await Promise.all([
    types.length > 0 ? findEvents(db, company.id, types, userId) : [],
    wanted.includes("import_finished") ? findImports(db, company.id) : [],
    wanted.includes("deliveries_failed") ? findFailedDays(db, company, now, failures) : [],
  ]);
  return [...events, ...imports, ...deliveries]
    .map((json) => JSON.parse(json) as Found)
    .sort((one, other) => other.created_at.localeCompare(one.created_at))
    .slice(0, notificationsShown)
    .map(({ type, event = null, import: imported = null, delivery = null, ...rest }) => ({
      kind: kindOfType.get(type ?? "") ?? (delivery === null ? "import_finished" : "deliveries_failed"),
      event,
      import: imported,
      delivery,
      ...rest,
    }));
}
