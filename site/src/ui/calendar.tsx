import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { addDays } from "../../../service/src/platform/values/clock.ts";
import { texts } from "../texts/dates.ts";
import { Button, IconButton } from "./button.tsx";
import { addMonths, firstWeekday, weekdayOf, weeksOf } from "./dates.ts";
import { useRegion } from "./values.tsx";

type CalendarProps = {
  /** The chosen date, or empty. */
  value: string;
  today: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (date: string) => void;
};

/** A month of days. Arrows move by a day or a week, Page Up and Down by a month, with Shift by a year. */
export function Calendar({ value, today, min = "1900-01-01", max = "9998-12-31", onChoose }: CalendarProps) {
  const { locale } = useRegion();
  const [cursor, setCursor] = useState(() => within(value || today, min, max));
  const grid = useRef<HTMLTableElement>(null);
  const title = useId();
  const [hasFocus, setFocus] = useState(true);
  useEffect(() => {
    if (hasFocus) grid.current?.querySelector<HTMLElement>(`[data-date="${cursor}"]`)?.focus();
  }, [cursor, hasFocus]);
  const weeks = weeksOf(cursor, firstWeekday(locale));
  const show = (months: number) => {
    setFocus(false);
    setCursor(within(addMonths(cursor, months), min, max));
  };
  const press = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = moved(cursor, event, isRtl, firstWeekday(locale));
    if (!next) return;
    event.preventDefault();
    setFocus(true);
    setCursor(within(next, min, max));
  };
  const name = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(new Date(`${date}T00:00:00Z`));
  return (
    <div className="w-72">
      <div className="mb-1 flex items-center justify-between">
        <IconButton
          icon="left"
          label={texts.previousMonth}
          onClick={() => show(-1)}
          className="rtl:-scale-x-100"
        />
        <h2 id={title} aria-live="polite" className="font-semibold">
          {name(cursor, { month: "long", year: "numeric" })}
        </h2>
        <IconButton
          icon="right"
          label={texts.nextMonth}
          onClick={() => show(1)}
          className="rtl:-scale-x-100"
        />
      </div>
      <table ref={grid} aria-labelledby={title} onKeyDown={press} className="w-full table-fixed">
        <thead>
          <tr className="text-sm text-muted">
            {weeks[0]!.map((date) => (
              <th
                key={date}
                scope="col"
                abbr={name(date, { weekday: "long" })}
                className="py-1 text-center font-normal"
              >
                {name(date, { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="p-0">
                  <button
                    type="button"
                    data-date={date}
                    tabIndex={date === cursor ? 0 : -1}
                    disabled={date < min || date > max}
                    aria-label={name(date, {
                      weekday: "long",
                      day: "numeric",
                      month: "long",
                      year: "numeric",
                    })}
                    aria-pressed={date === value}
                    aria-current={date === today ? "date" : undefined}
                    onClick={() => onChoose(date)}
                    className={dayClass(date, cursor, value, today)}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {today >= min && today <= max && (
        <Button kind="quiet" size="small" className="mt-2" onClick={() => onChoose(today)}>
          {texts.today}
        </Button>
      )}
    </div>
  );
}

const within = (date: string, min: string, max: string) => (date < min ? min : date > max ? max : date);

function moved(date: string, event: KeyboardEvent, isRtl: boolean, firstDay: number): string | undefined {
  const months = event.shiftKey ? 12 : 1;
  const intoWeek = (weekdayOf(date) - firstDay + 7) % 7;
  const moves: Record<string, () => string> = {
    ArrowLeft: () => addDays(date, isRtl ? 1 : -1),
    ArrowRight: () => addDays(date, isRtl ? -1 : 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => addDays(date, -intoWeek),
    End: () => addDays(date, 6 - intoWeek),
    PageUp: () => addMonths(date, -months),
    PageDown: () => addMonths(date, months),
  };
  return moves[event.key]?.();
}

function dayClass(date: string, cursor: string, value: string, today: string): string {
  const color =
    date === value
      ? "bg-accent text-on-accent font-semibold"
      : `hover:bg-sunken ${date.slice(0, 7) === cursor.slice(0, 7) ? "" : "text-muted"}`;
  const mark = date === today && date !== value ? "border border-edge font-semibold" : "";
  return `flex h-10 w-full items-center justify-center rounded-control tabular-nums disabled:opacity-40 ${color} ${mark}`;
}
