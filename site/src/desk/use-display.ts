import { useMemo } from "react";
import { dateIn } from "../../../service/src/foundation/clock.ts";
import { useCompany } from "../session.tsx";
import {
  type Place,
  showDay,
  showMoment,
  showMoney,
  showMonth,
  showNumber,
  showPrice,
  showRoughly,
  showShortDay,
} from "./display.ts";

/** How this company writes its money, numbers and dates. */
export function useDisplay() {
  const { country, time_zone } = useCompany();
  return useMemo(() => displayIn({ country: country ?? "", timeZone: time_zone }), [country, time_zone]);
}

export function displayIn(place: Place) {
  return {
    money: (amount: number | string, currency: string) => showMoney(place, amount, currency),
    price: (price: number | string, currency: string) => showPrice(place, price, currency),
    roughly: (amount: number, currency: string) => showRoughly(place, amount, currency),
    number: (value: number | string) => showNumber(place, value),
    day: (date: string) => showDay(place, date),
    shortDay: (date: string) => showShortDay(place, date),
    month: (date: string) => showMonth(place, date),
    moment: (moment: string) => showMoment(place, moment),
    /** The date where the company is, which may be another than where the reader sits. */
    today: () => dateIn(place.timeZone, new Date()),
  };
}
