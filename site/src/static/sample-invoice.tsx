import { texts } from "../texts/landing.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Badge } from "../ui/badge.tsx";
import { formatMoney } from "../ui/format.ts";

const region = { locale: uiTexts.locale };
const money = (amount: string) => formatMoney(amount, "USD", region);

/** Shows the product instead of describing it. */
export function SampleInvoice() {
  const { company, number, billTo, customer, lines, total, amount, registered, paid, label } = texts.sample;
  return (
    <figure
      aria-label={label}
      className="mx-auto w-full max-w-md rounded-card border border-line bg-raised p-6 shadow-lift sm:rotate-1 sm:p-8"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="font-display text-lg font-semibold">{company}</p>
          <p className="text-sm text-muted">{number}</p>
        </div>
        <Badge tone="good">{paid}</Badge>
      </div>
      <p className="mt-5 border-b border-line pb-3">
        <span className="block text-sm text-muted">{billTo}</span>
        {customer}
      </p>
      <table className="w-full">
        <tbody>
          {lines.map(([what, sum]) => (
            <tr key={what} className="border-b border-line">
              <td className="py-2.5">{what}</td>
              <td className="py-2.5 text-end whitespace-nowrap tabular-nums">{money(sum)}</td>
            </tr>
          ))}
          <tr className="text-lg font-semibold">
            <td className="pt-3">{total}</td>
            <td className="pt-3 text-end whitespace-nowrap tabular-nums">{money(amount)}</td>
          </tr>
        </tbody>
      </table>
      <p className="mt-5 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <Badge tone="note">{registered}</Badge>
        <span className="font-mono">INV000042-94ND90NR</span>
      </p>
    </figure>
  );
}
