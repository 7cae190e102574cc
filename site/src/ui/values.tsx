import { createContext, useContext } from "react";
import { texts } from "../texts/ui.ts";
import { type Amount, type Place, placeOf, showDate, showMoment, showMoney } from "./format.ts";

export const PlaceContext = createContext<Place>(placeOf(null, undefined));

/** For texts that hold amounts or dates: `showMoney(amount, currency, usePlace())`. */
export const usePlace = (): Place => useContext(PlaceContext);

type MoneyProps = { amount: Amount | null | undefined; currency: string; className?: string };

export function Money({ amount, currency, className }: MoneyProps) {
  const place = usePlace();
  if (amount === null || amount === undefined || amount === "") return <Nothing />;
  return (
    <span className={`whitespace-nowrap tabular-nums ${className ?? ""}`}>
      {showMoney(amount, currency, place)}
    </span>
  );
}

type DateTextProps = {
  /** A date (`2026-11-15`) or a moment (`2026-11-15T09:30:00Z`), as the API gives them. */
  value: string | null | undefined;
  /** What stands for none: a dash, unless a word is given ("Never"). */
  none?: string;
};

/** Dates are the company's; moments are told in its time zone. */
export function DateText({ value, none }: DateTextProps) {
  const place = usePlace();
  if (!value) return none ? <span className="text-quiet">{none}</span> : <Nothing />;
  const shown = value.length === 10 ? showDate(value, place) : showMoment(value, place);
  return (
    <time
      dateTime={value}
      title={value.length === 10 ? undefined : `${value} (${place.timeZone})`}
      className="whitespace-nowrap tabular-nums"
    >
      {shown}
    </time>
  );
}

function Nothing() {
  return (
    <span className="text-quiet">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{texts.none}</span>
    </span>
  );
}
