import { listRoute } from "../../../http/list-route.ts";
import { type Route, read } from "../../../http/route.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { WithheldTax, WithholdingQuery, withheldTaxExample } from "../../payments/payments/schema.ts";
import { listWithheldTax } from "../../payments/payments/service.ts";
import { exportAnswer, withheldTaxSheet } from "../imports-exports/service.ts";

const access = { tag: "Reports", scope: "reports:read", feature: "payments" } as const;
const { limit: _limit, cursor: _cursor, include: _include, ...filters } = WithholdingQuery.properties;

export const reportRoutes: Route[] = [
  listRoute({
    ...access,
    path: "/reports/withholding",
    operationId: "reportWithholding",
    summary: "List tax that buyers withheld, and the certificates that are missing",
    query: WithholdingQuery,
    list: { name: "withheld_taxes", words: "withheld tax", entry: WithheldTax, example: withheldTaxExample },
    page: ({ context, principal, query }, today) =>
      listWithheldTax(context.reads, principal.company, today, query),
  }),
  read({
    ...access,
    path: "/reports/withholding.csv",
    operationId: "reportWithholdingCsv",
    summary: "The same as CSV",
    description:
      "Newest first, without a limit. The trailer `X-Row-Count` states the number of rows; if the report fails halfway, the connection is reset.",
    expensive: true,
    readsSlowly: true,
    cost: 100,
    query: Type.Object(filters),
    responses: {
      200: {
        description: "UTF-8 with a byte order mark, commas and CRLF.",
        mediaType: "text/csv",
        schema: Type.String(),
        example: `\uFEFF${withheldTaxSheet.columns.map(({ name }) => name).join(",")}\r\n`,
      },
    },
    handle: ({ context, principal, query }) =>
      exportAnswer(context, principal.company, withheldTaxSheet, listWithheldTax, query),
  }),
];
