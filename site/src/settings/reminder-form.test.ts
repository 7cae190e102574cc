import { expect, test } from "vitest";
import { fromSettings, nextStep, toSettings } from "./reminder-form.ts";

const settings = {
  enabled: true,
  steps: [
    { days: -3, subject: null, message: null },
    { days: 0, subject: "{number}", message: null },
    { days: 14, subject: null, message: "Pay {amount}" },
  ],
  send_from_hour: 9,
  send_until_hour: 17,
  weekdays_only: true,
};

test("what is loaded and not changed is saved as it was", () => {
  expect(toSettings(fromSettings(settings))).toEqual(settings);
});

test("texts that are no longer wanted are cleared, and blank ones are ours", () => {
  const form = fromSettings(settings);
  const steps = form.steps.map((step) => ({ ...step, hasOwnText: step.side === "after", message: " " }));
  expect(toSettings({ ...form, steps }).steps).toEqual([
    { days: -3, subject: null, message: null },
    { days: 0, subject: null, message: null },
    { days: 14, subject: null, message: null },
  ]);
});

test("what is not a number is left to the service to refuse", () => {
  const form = fromSettings(settings);
  const [first, ...rest] = form.steps;
  expect(toSettings({ ...form, steps: [{ ...first!, days: "x" }, ...rest] }).steps[0]!.days).toBe("x");
});

test("a new step is a week after the last one, and never beyond the limit", () => {
  const { steps } = fromSettings(settings);
  expect(nextStep(steps)).toMatchObject({ days: "21", side: "after" });
  expect(nextStep([{ ...steps[2]!, days: "178" }])).toMatchObject({ days: "180" });
  expect(nextStep([])).toMatchObject({ days: "7", key: 1 });
});
