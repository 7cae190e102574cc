import { optional, Timestamp, wording, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { placeholders } from "./wording.ts";

export const stepsMax = 10;
export const daysRange = [-60, 180] as const;
const subjectMax = 200;
const messageMax = 2000;

const named = placeholders.map((name) => `{${name}}`).join(", ");
const Days = Type.Integer({
  minimum: daysRange[0],
  maximum: daysRange[1],
  description: "Days after the due date; before it if negative.",
  examples: [7],
});

const ReminderStepInput = Type.Object(
  {
    days: Days,
    subject: optional(
      wording(subjectMax, {
        // A subject is one line.
        pattern: "^[^\\S\\n\\r]*\\S[^\\n\\r]*$",
        description: `Your own subject, for all languages. ${named} stand for what the invoice says. Default: ours, in the language of the buyer.`,
      }),
    ),
    message: optional(
      wording(messageMax, {
        description: `Your own words above the facts and the button: plain text, with the same placeholders. {amount} is what is left to pay.`,
      }),
    ),
  },
  { title: "ReminderStepInput" },
);

const Hour = (least: number, most: number, description: string) =>
  Type.Integer({ minimum: least, maximum: most, description });
const sendingHours = {
  send_from_hour: Hour(
    0,
    23,
    "Reminders are sent from this hour on, in the company's time zone. Default: 9.",
  ),
  send_until_hour: Hour(1, 24, "Reminders are sent before this hour. Default: 17."),
};

export const ReminderSettingsPatch = Type.Object(
  {
    enabled: optional(Type.Boolean({ description: "Whether reminders are sent at all. Default: false." })),
    steps: optional(
      Type.Array(ReminderStepInput, {
        minItems: 1,
        maxItems: stepsMax,
        description: "When buyers are reminded. Replaces all steps. Default: −3, 1, 7 and 14 days.",
      }),
    ),
    send_from_hour: optional(sendingHours.send_from_hour),
    send_until_hour: optional(sendingHours.send_until_hour),
    weekdays_only: optional(Type.Boolean({ description: "Monday to Friday. Default: true." })),
  },
  {
    title: "ReminderSettingsPatch",
    description: "Fields that are omitted stay unchanged; null restores the default.",
  },
);
export type ReminderSettingsPatch = Type.Static<typeof ReminderSettingsPatch>;

const ReminderStep = Type.Object(
  {
    days: Days,
    subject: Type.Unsafe<string | null>({ type: ["string", "null"] }),
    message: Type.Unsafe<string | null>({ type: ["string", "null"] }),
  },
  { title: "ReminderStep" },
);
export type ReminderStep = Type.Static<typeof ReminderStep>;

export const ReminderSettings = Type.Object(
  {
    enabled: Type.Boolean(),
    steps: Type.Array(ReminderStep, { description: "In the order of their days." }),
    ...sendingHours,
    weekdays_only: Type.Boolean(),
  },
  { title: "ReminderSettings" },
);
export type ReminderSettings = Type.Static<typeof ReminderSettings>;

export const reminderOutcomes = ["mailed", "no_address"] as const;

export const InvoiceReminder = Type.Object(
  {
    days: Days,
    outcome: words(reminderOutcomes, {
      description:
        "mailed: the mail was handed to the outbox, and `GET /mails` says what became of it. no_address: the customer had no email address, so there was no mail, and the step is not repeated.",
    }),
    created_at: Timestamp,
  },
  { title: "InvoiceReminder" },
);

export const defaultSettings: ReminderSettings = {
  enabled: false,
  steps: [-3, 1, 7, 14].map((days) => ({ days, subject: null, message: null })),
  send_from_hour: 9,
  send_until_hour: 17,
  weekdays_only: true,
};

export const settingsExample = {
  ...defaultSettings,
  enabled: true,
  steps: [
    { days: -3, subject: null, message: null },
    {
      days: 7,
      subject: "Invoice {number} is overdue",
      message: "Dear {customer}, {amount} was due on {due_date}. Please pay it this week.",
    },
  ],
};
