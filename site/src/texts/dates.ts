/** Texts of the date input and its calendar. */
export const texts = {
  open: "Open calendar",
  calendar: "Calendar",
  invalid: (example: string) => `Enter a date, such as ${example}.`,
  today: "Today",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  /** What a person may type instead of a date. */
  words: { today: "today", tomorrow: "tomorrow", yesterday: "yesterday" },
} as const;
