import { lineInPrices } from "../../../../service/src/domains/billing/lines/totals.ts";
import { toPlain } from "../../../../service/src/platform/values/money.ts";
import { texts as adjustmentTexts } from "../../texts/adjustments.ts";
import { texts } from "../../texts/dashboard.ts";
import { formatMoney, formatNumber, formatPrice, formatRate, type Region } from "../../ui/format.ts";
import { Money, useRegion } from "../../ui/values.tsx";
import type { DocumentLine } from "../records.ts";

type Props = {
  lines: readonly DocumentLine[];
  currency: string;
  pricesIncludeTax: boolean;
};

/** The lines of a record, with amounts that contain the tax where the prices do. On phones the figures are below the description. */
export function LineTable({ lines, currency, pricesIncludeTax }: Props) {
  const region = useRegion();
  const price = pricesIncludeTax ? texts.lines.priceWithTax : texts.lines.price;
  const heads = [texts.lines.quantity, price, texts.lines.rate, texts.lines.amount];
  return (
    <table className="w-full text-start wrap-break-word">
      <caption className="sr-only">{texts.lines.title}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="py-2 pe-4 font-medium">
            {texts.lines.description}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="py-2 ps-4 text-end font-medium whitespace-nowrap">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr
            key={line.id ?? index}
            className="border-b border-line max-md:grid max-md:grid-cols-[1fr_auto] max-md:py-3 max-md:last:border-0"
          >
            <td className="py-3 pe-4 max-md:col-span-2 max-md:py-0">
              {line.description}
              {adjustmentsOf(line, currency, region).map((text) => (
                <span key={text} className="block text-sm text-muted">
                  {text}
                </span>
              ))}
            </td>
            <td className="py-3 text-end tabular-nums max-md:hidden md:ps-4">
              {formatNumber(line.quantity, region)}
            </td>
            <td className="py-3 text-end tabular-nums max-md:hidden md:ps-4">
              {formatPrice(line.unit_price, currency, region)}
            </td>
            <td className="py-3 text-end tabular-nums max-md:hidden md:ps-4">
              {formatNumber(line.tax_rate, region)}
            </td>
            <td className="text-sm text-muted md:hidden">
              {formatNumber(line.quantity, region)} × {formatPrice(line.unit_price, currency, region)} ·{" "}
              <span className="whitespace-nowrap">{formatRate(line.tax_rate, region)}</span>
            </td>
            <td className="text-end md:py-3 md:ps-4">
              <Money amount={toPlain(lineInPrices(line))} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function adjustmentsOf(line: DocumentLine, currency: string, region: Region): string[] {
  const shown = (kind: "discount" | "charge", list: DocumentLine["discounts"]) =>
    list.map(({ percent, amount, reason = "" }) => {
      const value =
        percent === undefined ? formatMoney(amount ?? 0, currency, region) : formatRate(percent, region);
      return adjustmentTexts.shown(adjustmentTexts.kinds[kind], value, reason);
    });
  return [...shown("discount", line.discounts), ...shown("charge", line.charges)];
}
