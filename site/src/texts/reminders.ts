const withDays = (days: number) => (days === 1 ? "1 day" : `${days} days`);

export const texts = {
  title: "Payment reminders",
  intro:
    "Buyers who have yet to pay are reminded by email. Reminders stop as soon as an invoice is paid, voided or written off.",
  readOnly: "Your role lets you read these settings, but not change them.",
  enabled: "Send reminders",
  enabledHint:
    "Applies to all open invoices. Steps that are more than 7 days past are skipped, so that nobody gets several at once.",
  when: "When",
  from: "From",
  until: "Until",
  weekdaysOnly: "Monday to Friday only",
  zone: (timeZone: string) => `In the company's time zone, ${timeZone}.`,
  steps: "Steps",
  stepsIntro: "Each step is sent once for each invoice that is still to be paid on that day.",
  step: (days: number) =>
    days === 0
      ? "On the due date"
      : days < 0
        ? `${withDays(-days)} before the due date`
        : `${withDays(days)} after the due date`,
  unknownStep: "New step",
  days: "Days",
  side: "When",
  sides: { before: "before due date", on: "on due date", after: "after due date" },
  ownText: "My own text",
  subject: "Subject",
  message: "Message",
  placeholders: (names: string) => `You can use ${names}.`,
  preview: "Preview",
  previewNote: "Below it come the amount, the due date, a button to view and pay the invoice, and the PDF.",
  translated: "Customers with another language get our text in theirs.",
  add: "Add a step",
  remove: "Remove",
  removeStep: (step: string) => `Remove the step: ${step}`,
  saved: "Reminders saved.",
  pause: "Pause reminders",
  resume: "Resume reminders",
  paused: "Reminders are paused for this invoice.",
  resumed: "Reminders are on again for this invoice.",
  pausedNote: "Reminders paused",
  remindedAt: "Last reminded",
  reminded: "Buyer was reminded by email",
  customerPaused: "Send no reminders to this customer",
  customerHint: "Leaves out all of their invoices.",
} as const;
