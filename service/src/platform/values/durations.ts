const pattern =
  /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** An ISO 8601 duration in whole units, such as `P45D`: the months of it, which differ in length, and the rest. */
export type Duration = { months: number; milliseconds: number };

/** Undefined if the text is no duration, or one of no parts. */
export function parseDuration(text: string): Duration | undefined {
  const found = pattern.exec(text);
  if (!found || /[PT]$/.test(text)) return undefined;
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  return {
    months: years! * 12 + months!,
    milliseconds: (weeks! * 7 + days!) * day + hours! * hour + minutes! * minute + seconds! * second,
  };
}

/** A month after 31 January is the last day of February: a month that is too short ends at its last day. */
export function addDuration(moment: Date, { months, milliseconds }: Duration): Date {
  const year = moment.getUTCFullYear();
  const month = moment.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(moment);
  moved.setUTCFullYear(year, month, Math.min(moment.getUTCDate(), lastDay));
  return new Date(moved.getTime() + milliseconds);
}
