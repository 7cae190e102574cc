import type { Invoice } from "../dashboard/records.ts";
import { texts } from "../texts/exchange-rates.ts";
import { formatExchangeRate } from "../ui/format.ts";
import { Facts } from "../ui/page.tsx";
import { Money, useRegion } from "../ui/values.tsx";

/** What an invoice in another currency comes to in the company's own, once a rate is known. */
export function AccountingSums({ invoice }: { invoice: Invoice }) {
  const region = useRegion();
  const { currency, accounting_currency: own, exchange_rate: rate } = invoice;
  const { tax_total_accounting: tax, total_accounting: total } = invoice;
  if (own === currency || rate === null || tax === null || total === null) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Facts
        facts={[
          [texts.rate, texts.equation(currency, formatExchangeRate(rate, region), own)],
          [texts.taxIn(own), <Money key="tax" amount={tax} currency={own} />],
          [texts.totalIn(own), <Money key="total" amount={total} currency={own} />],
        ]}
      />
    </div>
  );
}
