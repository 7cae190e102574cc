import type { UserPrincipal } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import {
  FinishedImportBody,
  Notifications,
  notificationsExample,
  PreferencesBody,
  ReadBody,
} from "./schema.ts";
import { choosePreferences, readNotifications, settingsOf, storeImport, storePosition } from "./service.ts";

const access = { tag: "Notifications", scope: "site:read", feature: "any", responses: {} } as const;

export const notificationRoutes: Route[] = [
  read({
    ...access,
    path: "/notifications",
    operationId: "listNotifications",
    summary: "List recent notifications of the kinds that this person chose",
    responses: {
      200: {
        description: "The newest first.",
        schema: envelope(Notifications),
        example: { success: true, ...notificationsExample },
      },
    },
    handle: async ({ context, principal }) => {
      const found = await readNotifications(context.reads, principal as UserPrincipal, context.clock.now());
      const all = { ...found, mail_ready: context.mail.isReady() };
      const members = Object.entries(all).map(([name, value]) => [name, JSON.stringify(value)]);
      return jsonResponse(200, Object.fromEntries(members));
    },
  }),
  change("POST", {
    ...access,
    path: "/notifications/read",
    operationId: "readNotifications",
    summary: "Mark notifications as read, up to a position",
    body: ReadBody,
    bodyExample: { event: 31, import: 0, delivery: 0 },
    handle: async ({ tx, company, now }, { principal, body }) => {
      const { kinds } = await settingsOf(tx, principal as UserPrincipal);
      const { userId } = principal as UserPrincipal;
      const position = {
        kinds,
        read_event: body.event,
        read_import: body.import,
        read_delivery: body.delivery ?? 0,
      };
      await storePosition(tx, company.id, userId, now, position);
      return jsonResponse(200);
    },
  }),
  change("POST", {
    ...access,
    path: "/notifications/preferences",
    operationId: "chooseNotifications",
    summary: "Choose what to be notified of, in the dashboard and by mail",
    body: PreferencesBody,
    bodyExample: { kinds: ["payment_received"], mail_kinds: [] },
    handle: async (made, { context, principal, body }) => {
      await choosePreferences(made, context, (principal as UserPrincipal).userId, body);
      return jsonResponse(200);
    },
  }),
  change("POST", {
    ...access,
    path: "/imports/finished",
    scope: "site:import",
    feature: "catalog",
    operationId: "reportImport",
    summary: "Report what came of a file that was imported in parts",
    body: FinishedImportBody,
    bodyExample: { kind: "customers", file_name: "customers.csv", created: 40, updated: 2, failed: 1 },
    handle: async ({ tx, company, now }, { principal, body }) => {
      await storeImport(tx, company.id, (principal as UserPrincipal).userId, now, body);
      return jsonResponse(201);
    },
  }),
];
