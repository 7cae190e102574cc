import type { Scope, SiteScope, UserPrincipal } from "../../../contract/access.ts";
import {
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from "../../../contract/notification-kinds.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { mayReadRecord } from "../../webhooks/events/service.ts";
import { findEvents, findImports, findSettings, type Settings } from "./queries.ts";
import { notificationsShown } from "./schema.ts";

/**
 * Notifications tell a person what others, or the service itself, did. They are made of events when they are read:
 * nothing is stored for them but which kinds a person chose and how far they have read.
 */
export { storeImport, storeKinds, storePosition } from "./queries.ts";

type Found = { event?: number; import?: number; created_at: string; type?: string };

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
    return notificationKinds[kind].some((type) => mayReadRecord(reader, type));
  });
}

export async function settingsOf(db: Queryable, { company, userId }: UserPrincipal): Promise<Settings> {
  const stored = await findSettings(db, company.id, userId);
  return stored ?? { kinds: notificationKindNames, read_event: 0, read_import: 0 };
}

export async function readNotifications(db: Queryable, reader: UserPrincipal) {
  const { company, userId } = reader;
  const settings = await settingsOf(db, reader);
  const available = availableKinds(reader);
  const wanted = available.filter((kind) => settings.kinds.includes(kind));
  const types = wanted
    .flatMap((kind): readonly string[] => notificationKinds[kind])
    .filter((type) => mayReadRecord(reader, type));
  const [events, imports] = await Promise.all([
    types.length > 0 ? findEvents(db, company.id, types, userId) : [],
    wanted.includes("import_finished") ? findImports(db, company.id) : [],
  ]);
  const notifications = [...events, ...imports]
    .map((json) => JSON.parse(json) as Found)
    .sort((one, other) => other.created_at.localeCompare(one.created_at))
    .slice(0, notificationsShown)
    .map(({ type, event = null, import: imported = null, ...rest }) => ({
      kind: type === undefined ? "import_finished" : kindOfType.get(type)!,
      event,
      import: imported,
      unread: (event ?? 0) > settings.read_event || (imported ?? 0) > settings.read_import,
      ...rest,
    }));
  const unread = notifications.filter((notification) => notification.unread).length;
  return { notifications, unread_count: unread, kinds: wanted, available };
}
