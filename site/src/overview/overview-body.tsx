import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SegmentedControl } from "../dashboard/segmented-control.tsx";
import { useCan } from "../session.tsx";
import { texts } from "../texts/overview.ts";
import {
  formatCompactMoney,
  formatDateRange,
  formatMoney,
  formatMonth,
  formatNumber,
  formatShortDate,
  type Region,
} from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { Money, useRegion } from "../ui/values.tsx";
import { BarChart, type PlottedBar } from "./bar-chart.tsx";
import type { CurrencyOverview, Overview } from "./overview.ts";
import type { Range } from "./page.tsx";
import { type Day, gather, type Unit, unitFor } from "./series.ts";

type Props = {
  overview: Overview;
  range: Range;
  ranges: readonly Range[];
  onRange: (range: Range) => void;
  currency: string | undefined;
  onCurrency: (currency: string) => void;
};

export function OverviewBody({ overview, range, ranges, onRange, currency, onCurrency }: Props) {
  const { currencies, registrations } = overview;
  const region = useRegion();
  const can = useCan();
  const shown = currencies.find((each) => each.currency === currency) ?? currencies[0];
  if (!shown) return null;
  const { currency: code } = shown;
  return (
    <>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <SegmentedControl
          label={texts.range}
          value={range}
          options={ranges.map((each) => [each, texts.ranges[each]])}
          onChange={onRange}
        />
        {currencies.length > 1 && (
          <SegmentedControl
            label={texts.currency}
            value={code}
            options={currencies.map((each) => [each.currency, each.currency])}
            onChange={onCurrency}
          />
        )}
      </div>
      <Tiles shown={shown} registrations={registrations} range={range} />
      {shown.drafts > 0 && <Drafts count={shown.drafts} />}
      <Card title={texts.moneyPlot}>
        <BarChart
          title={texts.moneyPlot}
          series={[texts.moneyIn, texts.invoiced]}
          bars={barsOf(
            shown.series.map(({ date, money_in, invoiced }) => ({ date, values: [money_in, invoiced] })),
            region,
          )}
          roughly={(value) => formatCompactMoney(value, code, region)}
          exactly={(value) => formatMoney(value, code, region)}
        />
      </Card>
      {can("invoices:read", "einvoicing") && registrations.registered > 0 && (
        <Registrations series={registrations.series} />
      )}
    </>
  );
}

function Drafts({ count }: { count: number }) {
  return (
    <p className="text-muted">
      {texts.drafts(count)}{" "}
      <Link to="/app/invoices" search={{ status: "draft" }} className="font-medium text-accent">
        {texts.seeDrafts}
      </Link>
    </p>
  );
}

function Registrations({ series }: { series: Overview["registrations"]["series"] }) {
  const region = useRegion();
  const days = series.map(({ date, registered }) => ({ date, values: [registered] }));
  return (
    <Card title={texts.registrations}>
      <BarChart
        title={texts.registrationsPlot}
        series={[texts.registered]}
        bars={barsOf(days, region)}
        // Invoices are counted in whole numbers, so grid lines between them have no label.
        roughly={(value) => (Number.isInteger(value) ? formatNumber(value, region) : "")}
        exactly={(value) => formatNumber(value, region)}
      />
    </Card>
  );
}

function barsOf(days: readonly Day[], region: Region): PlottedBar[] {
  const unit: Unit = unitFor(days.length);
  return gather(days, unit).map(({ from, to, values }) => ({
    label: unit === "month" ? formatMonth(from, region) : formatShortDate(to, region),
    name: formatDateRange(from, to, region),
    values,
  }));
}

type TilesProps = { shown: CurrencyOverview; registrations: Overview["registrations"]; range: Range };

function Tiles({ shown, registrations, range }: TilesProps) {
  const { currency, refunded = 0, invoices_overdue } = shown;
  const region = useRegion();
  const can = useCan();
  const inHint =
    Number(refunded) > 0
      ? texts.refundedOf(formatMoney(refunded, currency, region))
      : texts.moneyInHint(texts.ranges[range]);
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Tile title={texts.moneyIn} hint={inHint} to={{ to: "/app/payments" }}>
        <Money amount={shown.money_in} currency={currency} />
      </Tile>
      <Tile
        title={texts.outstanding}
        hint={texts.outstandingHint(shown.invoices_open)}
        to={{ to: "/app/invoices", search: { status: "open" } }}
      >
        <Money amount={shown.outstanding} currency={currency} />
      </Tile>
      <Tile
        title={texts.overdue}
        hint={invoices_overdue > 0 ? texts.overdueHint(invoices_overdue) : texts.noneOverdue}
        isBad={invoices_overdue > 0}
        to={{ to: "/app/invoices", search: { status: "overdue" } }}
      >
        <Money amount={shown.overdue} currency={currency} />
      </Tile>
      {can("invoices:read", "einvoicing") && (
        <Tile
          title={texts.registered}
          hint={texts.registeredHint(registrations.pending, registrations.rejected)}
          to={{
            to: "/app/invoices",
            search: { fiscal_status: registrations.rejected > 0 ? "rejected" : "registered" },
          }}
        >
          {formatNumber(registrations.registered, region)}
        </Tile>
      )}
    </ul>
  );
}

type TileProps = { title: string; hint: string; isBad?: boolean; to: LinkProps; children: ReactNode };

function Tile({ title, hint, isBad = false, to, children }: TileProps) {
  return (
    <li className="relative rounded-card border border-line bg-raised p-4 hover:border-edge">
      <h2 className="text-sm font-medium text-muted">
        <Link {...to} className="no-underline after:absolute after:inset-0">
          {title}
        </Link>
      </h2>
      <p className={`mt-1 font-display text-2xl font-semibold tabular-nums ${isBad ? "text-bad" : ""}`}>
        {children}
      </p>
      <p className="mt-0.5 text-sm text-muted">{hint}</p>
    </li>
  );
}
