import { listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { MailQuery, MailRecord, mailExample } from "./schema.ts";
import { listMails } from "./service.ts";

export const mailRoutes: Route[] = [
  read({
    tag: "Mails",
    feature: "any",
    path: "/mails",
    operationId: "listMails",
    summary: "List the mails that were sent for the company, and what became of them",
    scope: "site:users",
    query: MailQuery,
    responses: {
      200: {
        description: "A page of mails, newest first, without their text.",
        schema: envelope({ mails: Type.Array(MailRecord), pagination: Pagination }),
        example: {
          success: true,
          mails: [mailExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) =>
      listResponse(
        "mails",
        await listMails(context.reads, company, dateIn(company.timeZone, context.clock.now()), query),
      ),
  }),
];
