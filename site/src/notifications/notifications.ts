import type Type from "typebox";
import type { Notifications } from "../../../service/src/domains/backoffice/notifications/schema.ts";
import { useResponse } from "../data/use-response.ts";

type Members = typeof Notifications;
export type NotificationList = { [Name in keyof Members]: Type.Static<Members[Name]> };
export type Notification = NotificationList["notifications"][number];
export type NotificationKind = NotificationList["kinds"][number];

export const notificationsPath = "/notifications";

const pollMs = 45_000;

/** Polled while the page is visible, so that new ones appear without a reload. */
export const useNotifications = () =>
  useResponse<NotificationList>(notificationsPath, { refetchInterval: pollMs, staleTime: pollMs / 2 });
