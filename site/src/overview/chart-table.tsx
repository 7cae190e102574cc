import { texts } from "../texts/overview.ts";
import type { PlottedBar } from "./bar-chart.tsx";

type Props = {
  title: string;
  series: readonly string[];
  bars: readonly PlottedBar[];
  exactly: (value: string) => string;
};

/** The exact figures of a chart as a table, also for screen readers. */
export function ChartTable({ title, series, bars, exactly }: Props) {
  return (
    <details className="text-sm">
      <summary className="w-fit rounded py-1 text-muted hover:text-foreground">{texts.asTable}</summary>
      {/* Large amounts in three columns need more than a phone has, and numbers must not wrap. */}
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
        tabIndex={0}
        className="mt-2 overflow-x-auto"
      >
        <table className="w-full text-start whitespace-nowrap tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-1.5 pe-4 text-start font-medium">
                {texts.period}
              </th>
              {series.map((name) => (
                <th key={name} scope="col" className="py-1.5 ps-4 text-end font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.name} className="border-b border-line">
                <th scope="row" className="py-1.5 pe-4 text-start font-normal">
                  {bar.name}
                </th>
                {bar.values.map((value, index) => (
                  <td key={series[index]} className="py-1.5 ps-4 text-end">
                    {exactly(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
