import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SegmentedControl } from "../dashboard/segmented-control.tsx";
import { useCan } from "../session.tsx";
import { texts } from "../texts/overview.ts";
import { formatCompactMoney, formatDateRange, formatMoney, formatNumber } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { useRegion } from "../ui/values.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { AgeingCard } from "./ageing-card.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { BarChart } from "./bar-chart.tsx";
import { barsOf } from "./bars.ts";
import { draftsLink } from "./links.ts";
import type { CurrencyOverview, Overview } from "./overview.ts";
import { RegistrationsCard } from "./registrations-card.tsx";
import { Tiles } from "./tiles.tsx";

type Props = {
  overview: Overview;
  /** The control that changes the period. */
  period: ReactNode;
  currency: string | undefined;
  onCurrency: (currency: string) => void;
};

export function OverviewBody({ overview, period, currency, onCurrency }: Props) {
  const { currencies, registrations, attention, activity, previous } = overview;
  const region = useRegion();
  const can = useCan();
  const shown = currencies.find((each) => each.currency === currency) ?? currencies[0];
  if (!shown) return null;
  return (
    <>
      <AttentionCard attention={attention} />
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          {period}
          {currencies.length > 1 && (
            <SegmentedControl
              label={texts.currency}
              value={shown.currency}
              options={currencies.map((each) => [each.currency, each.currency])}
              onChange={onCurrency}
            />
          )}
        </div>
        <p className="text-sm text-muted">
          {texts.compared(
            formatDateRange(overview.from, overview.to, region),
            formatDateRange(previous.from, previous.to, region),
          )}
        </p>
      </div>
      <Tiles shown={shown} period={overview} />
      {shown.drafts > 0 && <Drafts shown={shown} />}
      <MoneyChart shown={shown} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <AgeingCard shown={shown} />
        <ActivityCard activity={activity} />
      </div>
      {can("invoices:read", "einvoicing") && (
        <RegistrationsCard registrations={registrations} period={overview} />
      )}
    </>
  );
}

function MoneyChart({ shown: { currency, series } }: { shown: CurrencyOverview }) {
  const region = useRegion();
  return (
    <Card title={texts.moneyPlot}>
      <BarChart
        title={texts.moneyPlot}
        series={[texts.received, texts.invoiced]}
        bars={barsOf(
          series.map(({ date, money_in, invoiced }) => ({ date, values: [money_in, invoiced] })),
          region,
        )}
        roughly={(value) => formatCompactMoney(value, currency, region)}
        exactly={(value) => formatMoney(value, currency, region)}
      />
    </Card>
  );
}

function Drafts({ shown: { currency, drafts, drafts_capped } }: { shown: CurrencyOverview }) {
  const region = useRegion();
  const count = formatNumber(drafts, region);
  return (
    <p className="text-muted">
      {drafts_capped ? texts.draftsAtLeast(count) : texts.drafts(count, drafts === 1)}{" "}
      <Link {...draftsLink(currency)} className="font-medium text-accent">
        {texts.seeDrafts}
      </Link>
    </p>
  );
}
