import { Link } from "@tanstack/react-router";
import { texts } from "../texts/overview.ts";
import { formatNumber } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { useRegion } from "../ui/values.tsx";
import { BarChart } from "./bar-chart.tsx";
import { barsOf } from "./bars.ts";
import { registrationsLink } from "./links.ts";
import type { Days, Registrations } from "./overview.ts";

const words = texts.registrations;
const statuses = ["registered", "pending", "rejected", "cancelled", "none"] as const;

/** How many invoices of the period are registered, and when. Left out where no invoice was ever sent. */
export function RegistrationsCard({ registrations, period }: { registrations: Registrations; period: Days }) {
  const region = useRegion();
  const { registered, pending, rejected, cancelled, series } = registrations;
  if (registered + pending + rejected + cancelled === 0) return null;
  return (
    <Card title={words.title} intro={words.intro}>
      <ul className="mb-5 flex flex-wrap gap-x-8 gap-y-3">
        {statuses.map((status) => (
          <li key={status} className="relative">
            <Link
              {...registrationsLink(status, period)}
              className="text-sm text-muted no-underline after:absolute after:inset-0"
            >
              {words[status]}
            </Link>
            <p
              className={`text-xl font-semibold tabular-nums ${status === "rejected" && rejected > 0 ? "text-bad" : ""}`}
            >
              {formatNumber(registrations[status], region)}
            </p>
          </li>
        ))}
      </ul>
      {registered > 0 && (
        <BarChart
          title={words.plot}
          series={[words.registered]}
          bars={barsOf(
            series.map(({ date, registered: count }) => ({ date, values: [count] })),
            region,
          )}
          // Invoices are counted in whole numbers, so grid lines between them have no label.
          roughly={(value) => (Number.isInteger(value) ? formatNumber(value, region) : "")}
          exactly={(value) => formatNumber(value, region)}
        />
      )}
    </Card>
  );
}
