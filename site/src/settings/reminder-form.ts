import type { ReminderSettings } from "../dashboard/records.ts";

/** One step in the editor. `key` tells steps apart while they are edited; it is not stored. */
export type StepForm = {
  key: number;
  /** Without a sign: `side` says on which side of the due date. */
  days: string;
  side: "before" | "on" | "after";
  hasOwnText: boolean;
  subject: string;
  message: string;
};

export type ReminderForm = {
  enabled: boolean;
  sendFrom: string;
  sendUntil: string;
  weekdaysOnly: boolean;
  steps: StepForm[];
};

export const stepsMax = 10;

export const fromSettings = (settings: ReminderSettings): ReminderForm => ({
  enabled: settings.enabled,
  sendFrom: String(settings.send_from_hour),
  sendUntil: String(settings.send_until_hour),
  weekdaysOnly: settings.weekdays_only,
  steps: settings.steps.map(({ days, subject, message }, key) => ({
    key,
    days: String(Math.abs(days)),
    side: days < 0 ? "before" : days === 0 ? "on" : "after",
    hasOwnText: subject !== null || message !== null,
    subject: subject ?? "",
    message: message ?? "",
  })),
});

export const daysOf = ({ days, side }: Pick<StepForm, "days" | "side">): number => {
  const number = /^\d{1,3}$/.test(days.trim()) ? Number(days) : Number.NaN;
  return side === "on" ? 0 : side === "before" ? -number : number;
};

/** What is not a number is sent as it is, so that the service reports it together with all other errors. */
export function toSettings(form: ReminderForm) {
  const given = (text: string) => text.trim() || null;
  return {
    enabled: form.enabled,
    send_from_hour: Number(form.sendFrom),
    send_until_hour: Number(form.sendUntil),
    weekdays_only: form.weekdaysOnly,
    steps: form.steps.map((step) => {
      const days = daysOf(step);
      return {
        days: Number.isNaN(days) ? step.days : days,
        subject: step.hasOwnText ? given(step.subject) : null,
        message: step.hasOwnText ? given(step.message) : null,
      };
    }),
  };
}

/** A step after the last one, a week later. */
export function nextStep(steps: readonly StepForm[]): StepForm {
  const last = Math.max(0, ...steps.map(daysOf).filter((days) => !Number.isNaN(days)));
  const key = Math.max(0, ...steps.map((step) => step.key)) + 1;
  const days = String(Math.min(last + 7, 180));
  return { key, days, side: "after", hasOwnText: false, subject: "", message: "" };
}
