import { queryTooBroad } from "../../../contract/errors.ts";
import { buyerMailKinds, userMailKinds } from "../../../contract/mail-kinds.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { MailQuery, MailRecord, mailExample } from "./schema.ts";
import { getMail, listMails, mailExists } from "./service.ts";

const access = { tag: "Mails", feature: "invoicing", scope: "invoices:read" } as const;
const list = {
  description: "A page of mails, newest first, without their text.",
  schema: envelope({ mails: Type.Array(MailRecord), pagination: Pagination }),
  example: {
    success: true,
    mails: [mailExample],
    pagination: { limit: 25, has_more: false, next_cursor: null },
  },
};

export const mailRoutes: Route[] = [
  read({
    ...access,
    path: "/mails",
    operationId: "listMails",
    summary: "List the mails to buyers, and what became of them",
    description: "Documents and reminders that were sent by mail. They are kept for 90 days.",
    query: MailQuery,
    refusals: [queryTooBroad()],
    responses: { 200: list },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("mails", await listMails(context.reads, company, today, buyerMailKinds, query));
    },
  }),
  read({
    ...access,
    path: "/mails/{id}",
    operationId: "getMail",
    summary: "Get one mail and what became of it",
    record: { noun: "The mail", exists: mailExists },
    responses: {
      200: {
        description: "The mail, without its text.",
        schema: envelope({ mail: MailRecord }),
        example: { success: true, mail: mailExample },
      },
    },
    handle: async ({ context, principal: { company }, id }) =>
      jsonResponse(200, { mail: await getMail(context.reads, company.id, id) }),
  }),
];

export const userMailRoutes: Route[] = [
  read({
    tag: "Mails",
    feature: "any",
    scope: "site:users",
    path: "/user_mails",
    operationId: "listUserMails",
    summary: "List the mails to the company's users, such as invitations, and what became of them",
    query: MailQuery,
    refusals: [queryTooBroad()],
    responses: { 200: list },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("mails", await listMails(context.reads, company, today, userMailKinds, query));
    },
  }),
];
