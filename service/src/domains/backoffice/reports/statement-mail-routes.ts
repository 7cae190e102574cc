import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { MailPreview, SentMail } from "../../sending/document-mails/schema.ts";
import { mailsMax } from "../../sending/document-mails/service.ts";
import { mailNotConfigured } from "../../sending/mails/service.ts";
import { StatementPreviewQuery, StatementSend } from "./statement-mail-schema.ts";
import { previewStatement, sendStatement } from "./statement-mails.ts";

const access = { tag: "Reports", feature: "invoicing" } as const;
const to = "accounts@acme.example";
const subject = "Statement from Lagos Works Ltd";

export const statementMailRoutes: Route[] = [
  change("POST", {
    ...access,
    path: "/reports/statement/send",
    operationId: "sendStatement",
    summary: "Send the statement of a customer by mail",
    description: `The mail has the balance in each currency, your message and, unless attach_pdf is false, the statement as a PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. In 24 hours a company can send ${mailsMax.ofCompany} documents, ${mailsMax.toRecipient} to the same address.`,
    scope: "invoices:write",
    expensive: true,
    cost: 5,
    body: StatementSend,
    bodyExample: { customer_id: 12, period_from: "2026-11-01", period_to: "2026-11-30", to },
    refusals: [mailNotConfigured()],
    responses: {
      200: {
        description: "The mail as it will be sent.",
        schema: envelope({ mail: SentMail }),
        example: { success: true, mail: { to: [to], cc: [], subject, url: null } },
      },
    },
    handle: async (made, { context, body }) => jsonResponse(200, await sendStatement(made, context, body)),
  }),
  read({
    ...access,
    path: "/reports/statement/mail_preview",
    operationId: "previewStatementMail",
    summary: "See the mail that would bring a statement to its customer",
    description: "Nothing is sent or stored. It has the customer's address, which `to` replaces.",
    scope: "reports:read",
    expensive: true,
    readsSlowly: true,
    cost: 20,
    query: StatementPreviewQuery,
    responses: {
      200: {
        description: "The mail as it would be sent now.",
        schema: envelope({ mail: MailPreview }),
        example: {
          success: true,
          mail: {
            to: [to],
            subject,
            text: "Here is your statement from 1 November 2026 to 30 November 2026.\n",
            url: null,
          },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) =>
      jsonResponse(200, { mail: await previewStatement(context.reads, context, company, query) }),
  }),
];
