import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/settings/plan.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDate, formatNumber } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { useRegion } from "../ui/values.tsx";

type Allowance = { used: number; limit: number | null };

type Usage = {
  month: string;
  invoices: Allowance;
  payment_links: Allowance;
  resets_at: string;
  features: { name: string; title: string; enabled: boolean }[];
  post_rate: number;
  company_post_rate: number;
  read_rate: number;
};

export function PlanPage() {
  const response = useResponse<{ usage: Usage }>("/usage");
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded response={response}>{({ usage }) => <Plan usage={usage} />}</Loaded>
    </Page>
  );
}

function Plan({ usage }: { usage: Usage }) {
  const region = useRegion();
  const limited = (rate: number, format: (rate: string) => string) =>
    rate === 0 ? texts.noLimit : format(formatNumber(rate, region));
  return (
    <>
      <Card title={texts.usage(monthName(usage.month, region.locale))}>
        <div className="flex flex-col gap-6">
          <AllowanceBar label={texts.invoices} {...usage.invoices} />
          <AllowanceBar label={texts.links} {...usage.payment_links} />
          <p className="text-sm text-muted">
            {texts.resets(formatDate(dayOf(usage.resets_at, region.timeZone), region))}
          </p>
        </div>
      </Card>
      <Card title={texts.features}>
        <Facts
          facts={[
            ...usage.features.map(
              ({ name, title, enabled }) =>
                [
                  title,
                  <Badge key={name} tone={enabled ? "good" : "neutral"}>
                    {enabled ? texts.included : texts.notIncluded}
                  </Badge>,
                ] as const,
            ),
            [texts.rate, texts.rateValue(formatNumber(usage.post_rate, region))],
            [texts.companyRate, limited(usage.company_post_rate, texts.rateValue)],
            [texts.readRate, limited(usage.read_rate, texts.readRateValue)],
          ]}
        />
      </Card>
    </>
  );
}

const nearly = 0.8;

function AllowanceBar({ label, used, limit }: Allowance & { label: string }) {
  const region = useRegion();
  const shown = formatNumber(used, region);
  if (limit === null) return <Facts facts={[[label, texts.unlimited(shown)]]} />;
  const share = limit === 0 ? 1 : used / limit;
  return (
    <div>
      <Progress
        label={label}
        value={used}
        max={Math.max(limit, 1)}
        tone={share >= 1 ? "bad" : "good"}
        detail={texts.of(shown, formatNumber(limit, region))}
      />
      {share >= 1 && <p className="mt-1.5 text-sm text-bad">{texts.usedUp}</p>}
      {share >= nearly && share < 1 && <p className="mt-1.5 text-sm text-warn">{texts.nearly}</p>}
    </div>
  );
}

/** The day of a moment in a time zone, as the API writes it: `2026-12-01`. */
const dayOf = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(new Date(moment));

/** Formats `2026-11` as "November 2026". */
function monthName(month: string, locale: string): string {
  const first = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(first);
}
