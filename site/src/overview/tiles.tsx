import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { texts } from "../texts/overview.ts";
import { formatChange, formatMoney, formatNumber } from "../ui/format.ts";
import { Money, useRegion } from "../ui/values.tsx";
import { compare } from "./comparison.ts";
import { invoicedLink, outstandingLink, overdueLink, receivedLink } from "./links.ts";
import type { CurrencyOverview, Days } from "./overview.ts";

/** The four key figures of one currency; each links to the rows that it counts. */
export function Tiles({ shown, period }: { shown: CurrencyOverview; period: Days }) {
  const { currency, previous, refunded, invoices_open, invoices_overdue } = shown;
  const region = useRegion();
  const count = (text: (count: string, one: boolean) => string, value: number) =>
    text(formatNumber(value, region), value === 1);
  const received = count(texts.receivedHint, shown.payments);
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Tile
        title={texts.received}
        to={receivedLink(currency, period)}
        hint={
          Number(refunded) > 0
            ? `${received}, ${texts.refunded(formatMoney(refunded, currency, region))}`
            : received
        }
        more={<Change now={shown.money_in} before={previous.money_in} currency={currency} />}
      >
        <Money amount={shown.money_in} currency={currency} />
      </Tile>
      <Tile
        title={texts.invoiced}
        to={invoicedLink(currency, period)}
        hint={count(texts.invoicedHint, shown.invoices)}
        more={<Change now={shown.invoiced} before={previous.invoiced} currency={currency} />}
      >
        <Money amount={shown.invoiced} currency={currency} />
      </Tile>
      <Tile
        title={texts.outstanding}
        to={outstandingLink(currency)}
        hint={invoices_open > 0 ? count(texts.outstandingHint, invoices_open) : texts.noneOutstanding}
        more={<span className="text-muted">{texts.now}</span>}
      >
        <Money amount={shown.outstanding} currency={currency} />
      </Tile>
      <Tile
        title={texts.overdue}
        to={overdueLink(currency)}
        hint={invoices_overdue > 0 ? count(texts.overdueHint, invoices_overdue) : texts.noneOverdue}
        isBad={invoices_overdue > 0}
        more={<span className="text-muted">{texts.now}</span>}
      >
        <Money amount={shown.overdue} currency={currency} />
      </Tile>
    </ul>
  );
}

type TileProps = {
  title: string;
  hint: string;
  /** A line below the hint. */
  more: ReactNode;
  isBad?: boolean;
  to: LinkProps;
  children: ReactNode;
};

function Tile({ title, hint, more, isBad = false, to, children }: TileProps) {
  return (
    <li className="relative flex min-w-0 flex-col rounded-card border border-line bg-raised p-4 hover:border-edge">
      <h2 className="text-sm font-medium text-muted">
        <Link {...to} className="no-underline after:absolute after:inset-0 after:rounded-card">
          {title}
        </Link>
      </h2>
      <p className={`mt-1 font-display text-2xl font-semibold tabular-nums ${isBad ? "text-bad" : ""}`}>
        {children}
      </p>
      <p className="mt-0.5 text-sm text-muted">{hint}</p>
      <p className="mt-auto pt-2 text-sm">{more}</p>
    </li>
  );
}

type ChangeProps = { now: number | string; before: number | string; currency: string };

function Change({ now, before, currency }: ChangeProps) {
  const region = useRegion();
  const change = compare(now, before);
  if (change.kind !== "up" && change.kind !== "down")
    return <span className="text-muted">{texts.change[change.kind]}</span>;
  const isUp = change.kind === "up";
  const amount = formatMoney(change.by.replace("-", ""), currency, region);
  return (
    <span className={`font-medium ${isUp ? "text-accent" : "text-warn"}`}>
      <span aria-hidden="true">{isUp ? "▲" : "▼"} </span>
      <span className="sr-only">{texts.change[change.kind]} </span>
      {texts.change.by(amount, formatChange(change.percent, region))}
    </span>
  );
}
