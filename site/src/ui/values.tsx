import { createContext, useContext } from "react";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { texts } from "../texts/ui.ts";
import { type Amount, formatDate, formatDateTime, formatMoney, type Region, regionOf } from "./format.ts";

export const RegionContext = createContext<Region>(regionOf(null, undefined));

/** For texts that contain amounts or dates: `formatMoney(amount, currency, useRegion())`. */
export const useRegion = (): Region => useContext(RegionContext);

type MoneyProps = { amount: Amount | null | undefined; currency: string; className?: string };

export function Money({ amount, currency, className }: MoneyProps) {
  const region = useRegion();
  if (amount === null || amount === undefined || amount === "") return <NoValue />;
  return (
    <span className={`whitespace-nowrap tabular-nums ${className ?? ""}`}>
      {formatMoney(amount, currency, region)}
    </span>
  );
}

type DateTextProps = {
  /** A date (`2026-11-15`) or a timestamp (`2026-11-15T09:30:00Z`) of the API. */
  value: string | null | undefined;
  /** The text for a missing value instead of a dash, such as "Never". */
  none?: string;
};

/** Timestamps are shown in the company's time zone. */
export function DateText({ value, none }: DateTextProps) {
  const region = useRegion();
  if (!value) return none ? <span className="text-muted">{none}</span> : <NoValue />;
  const shown = value.length === 10 ? formatDate(value, region) : formatDateTime(value, region);
  return (
    <time
      dateTime={value}
      title={value.length === 10 ? undefined : `${value} (${region.timeZone})`}
      className="whitespace-nowrap tabular-nums"
    >
      {shown}
    </time>
  );
}

/** The day of a timestamp in the company's time zone, where the time matters less; the title has it. */
export function DayText({ value }: { value: string }) {
  const region = useRegion();
  return (
    <time
      dateTime={value}
      title={`${formatDateTime(value, region)} (${region.timeZone})`}
      className="whitespace-nowrap tabular-nums"
    >
      {formatDate(dateIn(region.timeZone, new Date(value)), region)}
    </time>
  );
}

function NoValue() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{texts.none}</span>
    </span>
  );
}
