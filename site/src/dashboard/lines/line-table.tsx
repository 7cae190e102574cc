import { texts } from "../../texts/dashboard.ts";
import { showNumber } from "../../ui/format.ts";
import { Money, usePlace } from "../../ui/values.tsx";
import { showPrice } from "../display.ts";
import type { Line } from "../records.ts";

/** The lines of a record, to be read. On phones the figures stand below their words. */
export function LineTable({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const place = usePlace();
  const heads = [texts.lines.quantity, texts.lines.price, texts.lines.rate, texts.lines.amount];
  return (
    <table className="w-full text-left wrap-break-word">
      <caption className="sr-only">{texts.lines.title}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-sm text-quiet">
          <th scope="col" className="py-2 pr-4 font-medium">
            {texts.lines.description}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="py-2 pl-4 text-right font-medium whitespace-nowrap">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.id}
            className="border-b border-line max-md:grid max-md:grid-cols-[1fr_auto] max-md:py-3 max-md:last:border-0"
          >
            <td className="py-3 pr-4 max-md:col-span-2 max-md:py-0">{line.description}</td>
            <td className="py-3 text-right tabular-nums max-md:hidden md:pl-4">
              {showNumber(line.quantity, place)}
            </td>
            <td className="py-3 text-right tabular-nums max-md:hidden md:pl-4">
              {showPrice(line.unit_price, currency, place)}
            </td>
            <td className="py-3 text-right tabular-nums max-md:hidden md:pl-4">
              {showNumber(line.tax_rate, place)}
            </td>
            <td className="text-sm text-quiet md:hidden">
              {showNumber(line.quantity, place)} × {showPrice(line.unit_price, currency, place)} ·{" "}
              <span className="whitespace-nowrap">{showNumber(line.tax_rate, place)} %</span>
            </td>
            <td className="text-right md:py-3 md:pl-4">
              <Money amount={line.net_amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
