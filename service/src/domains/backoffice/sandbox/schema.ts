import { optional, Timestamp, text } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const clockYearsMax = 10;

export const SandboxClockMove = Type.Object(
  {
    now: optional(
      Type.String({
        format: "moment",
        description:
          "The moment to move to: a date (its midnight in the company's time zone), or a timestamp.",
        examples: ["2027-01-01T09:00:00Z"],
      }),
    ),
    advance: optional(
      text(40, {
        description: "How far to move, as an ISO 8601 duration in whole units: `P45D`, `P1M`, `PT6H`.",
        examples: ["P45D"],
      }),
    ),
  },
  { title: "SandboxClockMove", description: "Exactly one of the two." },
);
export type SandboxClockMove = Type.Static<typeof SandboxClockMove>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const SandboxClock = Type.Object(
  {
    now: Type.String({ ...Timestamp, description: "What time it is for the company." }),
    real_time: Timestamp,
    offset_seconds: count("By how much the company's clock is ahead of the real time."),
    pending: Type.Object({
      deliveries: count("Retries of webhook deliveries that are due."),
      registrations: count("Registrations with the revenue authority that are due or in progress."),
      mails: count("Mails that are due."),
    }),
  },
  { title: "SandboxClock" },
);
export type SandboxClock = Type.Static<typeof SandboxClock>;

export const clockExample = {
  now: "2026-12-30T09:30:00.000Z",
  real_time: "2026-11-15T09:30:00.000Z",
  offset_seconds: 3_888_000,
  pending: { deliveries: 0, registrations: 0, mails: 0 },
};
