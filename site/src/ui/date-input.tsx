import { type KeyboardEvent, useRef, useState } from "react";
import { dateIn, isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import { lazyPart } from "../data/lazy-part.tsx";
import { texts } from "../texts/dates.ts";
import { parseDate } from "./dates.ts";
import { useFieldAttributes } from "./field.tsx";
import { formatDate } from "./format.ts";
import { Icon } from "./icon.tsx";
import { useRegion } from "./values.tsx";

const CalendarWindow = lazyPart(async () => (await import("./calendar-window.tsx")).CalendarWindow);

type DateInputProps = {
  /** An ISO date, or empty. What cannot be read as a date is passed on as typed, for the service to refuse. */
  value: string;
  onChange: (value: string) => void;
  /** The first and last date that the calendar offers. */
  min?: string;
  max?: string;
  placeholder?: string;
  className?: string;
};

/**
 * A date, shown as everywhere else on the page ("16 Nov 2026"). It can be typed in several formats, or chosen in a
 * calendar. Use it inside a `Field`.
 */
export function DateInput({ value, onChange, min, max, placeholder, className }: DateInputProps) {
  const region = useRegion();
  const today = dateIn(region.timeZone, new Date());
  const attributes = useFieldAttributes();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const input = useRef<HTMLInputElement>(null);
  const shown = typed ?? (isCalendarDate(value) ? formatDate(value, region) : value);
  const isUnread = typed === undefined && value !== "" && !isCalendarDate(value);
  const messageId = `${attributes.id}-unread`;
  const type = (text: string) => {
    setTyped(text);
    // A complete ISO date needs no second look; any other text is read when the field is left.
    if (text === "" || isCalendarDate(text)) onChange(text);
  };
  const read = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const date = typed.trim() === "" ? "" : (parseDate(typed, region.locale, today) ?? typed.trim());
    if (date !== value) onChange(date);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") read();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    read();
    setOpen(true);
  };
  return (
    <>
      <div className={`relative ${className ?? ""}`}>
        <input
          type="text"
          {...attributes}
          {...(isUnread && {
            "aria-invalid": true,
            "aria-describedby": [attributes["aria-describedby"], messageId].filter(Boolean).join(" "),
          })}
          ref={input}
          autoComplete="off"
          placeholder={placeholder}
          value={shown}
          onChange={(event) => type(event.target.value)}
          onBlur={read}
          onKeyDown={press}
          className="control pe-10"
        />
        <button
          type="button"
          aria-label={texts.open}
          title={texts.open}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={() => void CalendarWindow.preload()}
          onClick={() => setOpen(true)}
          className="absolute inset-y-1 end-1 flex w-9 items-center justify-center rounded text-muted hover:text-foreground"
        >
          <Icon name="calendar" className="size-4.5" />
        </button>
      </div>
      {isUnread && (
        <div id={messageId} className="text-sm font-medium text-bad">
          {texts.invalid(formatDate(today, region))}
        </div>
      )}
      {(isOpen || wasOpen) && (
        <CalendarWindow
          isOpen={isOpen}
          onOpenChange={setOpen}
          anchor={input}
          value={isCalendarDate(value) ? value : ""}
          today={today}
          min={min}
          max={max}
          onChoose={(date) => {
            setTyped(undefined);
            onChange(date);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
