/** The result of a check: ok, a note, or a problem that keeps the service from working. */
export type Finding = { check: string; level: "ok" | "note" | "problem"; says: string; cure?: string };

export const ok = (check: string, says: string): Finding => ({ check, level: "ok", says });

/** `cure` says what to do, in one or two sentences. */
export const note = (check: string, says: string, cure: string): Finding => ({
  check,
  level: "note",
  says,
  cure,
});

export const problem = (check: string, says: string, cure: string): Finding => ({
  check,
  level: "problem",
  says,
  cure,
});

/** For findings that are harmless on a laptop, but not where real money is handled. */
export const inProduction = (environment: string) => (environment === "production" ? problem : note);

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power > 2 ? 1 : 0)} ${units[power]}`;
}

export const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
