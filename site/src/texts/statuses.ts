/** Labels of API statuses; others are shown as they are, without underscores. */
export const statusNames: Readonly<Record<string, string>> = {
  write_off: "Written off",
  written_off: "Written off",
  partially_paid: "Partly paid",
  in_progress: "In progress",
};

export function statusName(status: string): string {
  const words = statusNames[status] ?? status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
