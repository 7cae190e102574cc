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
      <div className="mt-2">
        <table className="w-full text-left wrap-break-word tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-1.5 pr-4 font-medium">
                {texts.period}
              </th>
              {series.map((name) => (
                <th key={name} scope="col" className="py-1.5 pl-4 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.name} className="border-b border-line">
                <th scope="row" className="py-1.5 pr-4 font-normal">
                  {bar.name}
                </th>
                {bar.values.map((value, index) => (
                  <td key={series[index]} className="py-1.5 pl-4 text-right">
                    {exactly(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
