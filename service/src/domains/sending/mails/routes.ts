import type { Principal, Scope, SiteScope } from "../../../contract/access.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { MailQuery, MailRecord, mailExample } from "./schema.ts";
import { getMail, listMails, mailExists } from "./service.ts";

const access = { tag: "Mails", feature: "any", scope: "invoices:read" } as const;

export const mailRoutes: Route[] = [
  read({
    ...access,
    path: "/mails",
    operationId: "listMails",
    summary: "List the mails that were sent for the company, and what became of them",
    description:
      "The mails that brought documents to buyers; in the dashboard, people who manage users also see the mails to them. They are kept for 90 days.",
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
    handle: async ({ context, principal, query }) => {
      const { company } = principal;
      const today = dateIn(company.timeZone, context.clock.now());
      const page = await listMails(context.reads, company, today, query, shownTo(principal));
      return listResponse("mails", page);
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
    handle: async ({ context, principal, id }) => {
      const mail = await getMail(context.reads, principal.company.id, id, shownTo(principal));
      return jsonResponse(200, { mail });
    },
  }),
];

function shownTo({ scopes }: Principal): { ofUsersToo: boolean } {
  const held: ReadonlySet<Scope | SiteScope> = scopes;
  return { ofUsersToo: held.has("site:users") };
}
