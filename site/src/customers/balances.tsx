import type { Customer, CustomerRow } from "../dashboard/records.ts";
import { texts } from "../texts/customers.ts";
import { Money } from "../ui/values.tsx";

type Props = { balances: CustomerRow["balances"]; which: "outstanding" | "overdue" };

/** An amount for each currency that something is owed in. */
export function Balances({ balances, which }: Props) {
  const owed = balances.filter((balance) => balance[which] > 0);
  if (owed.length === 0) return <Money amount={null} currency="" />;
  return (
    <span className="flex flex-col items-end">
      {owed.map((balance) => (
        <Money
          key={balance.currency}
          amount={balance[which]}
          currency={balance.currency}
          className={which === "overdue" ? "text-bad" : "font-medium"}
        />
      ))}
    </span>
  );
}

type CardsProps = Pick<Props, "balances"> & { customer: Customer };

/** The balances at the head of a customer's page: what is due, and what the customer has to their credit. */
export function BalanceCards({ balances, customer }: CardsProps) {
  if (customer.balance.length === 0)
    return (
      <p className="rounded-card border border-line bg-raised px-5 py-4 text-muted">{texts.noBalance}</p>
    );
  const unpaid = (currency: string) =>
    balances.find((balance) => balance.currency === currency)?.invoices ?? 0;
  return (
    <ul className="flex flex-wrap gap-3">
      {customer.balance.map(({ currency, due, overdue, credit }) => (
        <li
          key={currency}
          className="flex min-w-56 flex-1 flex-col gap-1 rounded-card border border-line bg-raised px-5 py-4 sm:max-w-sm"
        >
          <span className="text-sm text-muted">
            {texts.balance} · {currency}
          </span>
          <Money amount={due} currency={currency} className="font-display text-2xl font-semibold" />
          <span className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="text-muted">{texts.unpaidInvoices(unpaid(currency))}</span>
            {overdue > 0 && (
              <span className="text-bad">
                {texts.overdue} <Money amount={overdue} currency={currency} />
              </span>
            )}
            {credit > 0 && (
              <span className="text-accent">
                {texts.credit} <Money amount={credit} currency={currency} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
