import { listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { InboxEntry, InboxQuery, inboxExample } from "./schema.ts";
import { listInbox } from "./service.ts";

export const inboxRoutes: Route[] = [
  read({
    tag: "Webhooks",
    feature: "webhooks",
    path: "/webhooks/inbox",
    operationId: "listInbox",
    summary: "List events in the built-in receiver's inbox",
    description: "For companies without their own webhook URL: their events are delivered to this inbox.",
    scope: "webhooks:read",
    query: InboxQuery,
    responses: {
      200: {
        description: "A page of received events, newest first.",
        schema: envelope({
          inbox_entries: Type.Array(InboxEntry),
          entries: Type.Array(InboxEntry, {
            deprecated: true,
            description: "The same list under its old name. Use `inbox_entries`.",
          }),
          pagination: Pagination,
        }),
        example: {
          success: true,
          inbox_entries: [inboxExample],
          entries: [inboxExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal, query }) => {
      const today = dateIn(principal.company.timeZone, context.clock.now());
      return listResponse(
        ["inbox_entries", "entries"],
        await listInbox(context.reads, principal, today, query),
      );
    },
  }),
];
