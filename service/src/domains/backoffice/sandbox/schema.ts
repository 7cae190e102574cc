import { Day, optional, Timestamp, text, words } from "../../../platform/values/schema.ts";
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

export const scenarioNames = ["six_months"] as const;

/** How many records one call makes, of those that it makes itself. */
export const scenarioCounts = { customers: 20, products: 18, invoices: 60, quotes: 8 };

export const SandboxScenarioLoad = Type.Object(
  {
    scenario: words(scenarioNames, {
      description:
        "`six_months`: a trading company's customers and products, invoices in every state over the last six months, some with discounts, charges or prices that include tax, their payments (some without tax that the buyer withheld) and credit notes (some of their credit applied to other invoices), quotes, recurring invoices, and exchange rates for those in another currency. Each is recorded at its time, but none before the company's last event.",
    }),
  },
  { title: "SandboxScenarioLoad" },
);

export const SandboxScenario = Type.Object(
  {
    name: words(scenarioNames),
    from: { ...Day, description: "The date of the oldest invoice." },
    to: { ...Day, description: "The date of the newest one, which is today for the company." },
    customers: count("How many customers were created."),
    products: count("How many products were created."),
    invoices: count("How many invoices were created, drafts included."),
    payments: count("How many payments were recorded."),
    credit_notes: count("How many credit notes were issued."),
    quotes: count("How many quotes were created."),
    recurring_invoices: count("How many recurring invoices were created; they are due in a week."),
    exchange_rates: count(
      "How many rates of the dollar were set, one for each week; 0 where the company's currency has no sample rate.",
    ),
  },
  { title: "SandboxScenario", description: "What was created." },
);
export type SandboxScenario = Type.Static<typeof SandboxScenario>;

export const scenarioExample = {
  name: "six_months",
  from: "2026-05-22",
  to: "2026-11-15",
  ...scenarioCounts,
  payments: 38,
  credit_notes: 11,
  recurring_invoices: 3,
  exchange_rates: 27,
} as const;
