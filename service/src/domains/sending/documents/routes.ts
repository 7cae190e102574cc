import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { invoiceExists } from "../../billing/invoices/service.ts";
import { getInvoiceDocument } from "./service.ts";

const mediaType = "application/pdf";

export const documentRoutes: Route[] = [
  read({
    tag: "Invoices",
    feature: "invoicing",
    path: "/invoices/{id}.pdf",
    expensive: true,
    operationId: "getInvoicePdf",
    summary: "Get one invoice as a PDF",
    description:
      "To print or to send, in the language of the customer or else of the company. In any state: a draft and a void invoice are marked as such on every page, and so is every invoice of a sandbox.",
    scope: "invoices:read",
    cost: 20,
    record: { noun: "The invoice", exists: invoiceExists },
    responses: {
      200: {
        description: "The invoice on A4 pages, named by its number.",
        mediaType,
        schema: Type.String({ format: "binary", contentMediaType: mediaType }),
        example: "%PDF-1.7 …",
      },
    },
    handle: async ({ context, principal: { company }, id }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const { fileName, pdf } = await getInvoiceDocument(
        context.reads,
        context.threads,
        company.id,
        today,
        id,
        { isTest: context.config.environment === "sandbox", companyLanguage: company.language },
      );
      const headers = { "content-disposition": `inline; filename="${fileName}"` };
      return { status: 200, body: pdf, mediaType, headers };
    },
  }),
];
