import { CreatedRange, Id, includes, PageQuery, Timestamp } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { deliveredExample, Event } from "../events/schema.ts";

export const InboxEntry = Type.Object(
  {
    id: { ...Id, description: "The sequence of the event." },
    created_at: Type.String({
      ...Timestamp,
      description: "When it was received and its signature verified.",
    }),
    event: Event,
  },
  { title: "InboxEntry" },
);

export const InboxQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  include: includes("total_count"),
});
export type InboxQuery = Type.Static<typeof InboxQuery>;

export const inboxExample = {
  id: deliveredExample.sequence,
  created_at: "2026-11-15T09:30:00.120Z",
  event: deliveredExample,
};
