import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { mailNotConfigured } from "../../sending/mails/service.ts";
import { feedPositionAhead } from "../../webhooks/events/service.ts";
import { exportBooks } from "./export.ts";
import { changeCheckpointMails, readCheckpointMails } from "./mail-settings.ts";
import {
  Checkpoint,
  CheckpointKey,
  CheckpointMails,
  CheckpointMailsPatch,
  CheckpointQuery,
  checkpointExample,
  checkpointMailsExample,
  ExportQuery,
  keyExample,
} from "./schema.ts";
import { listCheckpoints } from "./service.ts";

const access = { tag: "Books", feature: "invoicing", scope: "webhooks:read" } as const;

export const bookRoutes: Route[] = [
  read({
    ...access,
    path: "/books/checkpoints",
    operationId: "listCheckpoints",
    summary: "List the signed checkpoints of the books",
    description:
      "A checkpoint signs the hash of the company's last event, and so all events up to it: after 10,000 events, and on each day (UTC) after new ones. Keep them where the operator of the service can't change them. `keys` has every key that has signed or will sign.",
    query: CheckpointQuery,
    responses: {
      200: {
        description: "A page of checkpoints, newest first, and all public keys.",
        schema: envelope({
          checkpoints: Type.Array(Checkpoint),
          pagination: Pagination,
          keys: Type.Array(CheckpointKey),
        }),
        example: {
          success: true,
          checkpoints: [checkpointExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
          keys: [keyExample],
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const { page, keys } = await listCheckpoints(context.reads, company, today, query);
      const { entries, pagination } = page;
      return jsonResponse(200, { checkpoints: `[${entries.join()}]`, pagination, keys });
    },
  }),
  read({
    ...access,
    path: "/books/export",
    operationId: "exportBooks",
    summary: "Export the books, to verify them offline",
    description:
      "Streams JSON lines: a header, keys, checkpoints, all chained events with their salts and hashes, the hashes of documents that were given out, and a signed line `end`. Compressed if you send `Accept-Encoding: gzip`. The key needs the read scopes of all records, because events have them whole. If the export fails halfway, the connection is reset: continue with `after`.",
    expensive: true,
    readsSlowly: true,
    cost: 100,
    query: ExportQuery,
    refusals: [feedPositionAhead(1200, 1042)],
    responses: {
      200: {
        description: "One JSON object on each line.",
        mediaType: "application/x-ndjson",
        schema: Type.String(),
        example: `{"type":"books","format":1,"company_id":12,"after":0,"last":1042}\n`,
      },
    },
    handle: ({ context, principal, query }) => exportBooks(context, principal, query),
  }),
];

const mails = {
  tag: "Books",
  feature: "any",
  path: "/checkpoint_mails",
} as const;
const mailsResponse = {
  schema: envelope({ checkpoint_mails: CheckpointMails }),
  example: { success: true, checkpoint_mails: checkpointMailsExample },
};

/** Only people decide it: a key that could turn it off could hide what was changed. */
export const checkpointMailRoutes: Route[] = [
  read({
    ...mails,
    operationId: "getCheckpointMails",
    summary: "Get whether checkpoints of the books are mailed, and to whom",
    scope: "site:read",
    responses: { 200: { ...mailsResponse, description: "The setting." } },
    handle: async ({ context, principal: { company } }) => {
      const found = await readCheckpointMails(context.reads, context, company.id);
      return jsonResponse(200, { checkpoint_mails: JSON.stringify(found) });
    },
  }),
  change("PATCH", {
    ...mails,
    operationId: "changeCheckpointMails",
    summary: "Choose whether checkpoints of the books are mailed, and to whom",
    description: "Only owners can change it.",
    scope: "site:legal",
    body: CheckpointMailsPatch,
    bodyExample: { enabled: true, email: "auditor@example.com" },
    refusals: [mailNotConfigured()],
    responses: { 200: { ...mailsResponse, description: "The updated setting." } },
    handle: async (made, { context, body }) =>
      jsonResponse(200, {
        checkpoint_mails: JSON.stringify(await changeCheckpointMails(made, context, body)),
      }),
  }),
];
