import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { texts } from "../texts/overview.ts";
import { ChartTable } from "./chart-table.tsx";
import { ticksFor } from "./series.ts";
import { useWidth } from "./use-width.ts";

export type PlottedBar = { label: string; name: string; values: readonly string[] };

type Props = {
  /** A short title of the chart. */
  title: string;
  series: readonly string[];
  bars: readonly PlottedBar[];
  /** Formats a value for the axis, and exactly for the table. */
  roughly: (value: number) => string;
  exactly: (value: string) => string;
};

const fills = ["fill-accent", "fill-edge"] as const;
const grounds = ["bg-accent", "bg-edge"] as const;
const height = 200;
const top = 12;
const bottom = 28;
const left = 56;

/** A bar chart over time. Pointer and arrow keys show the values of a bar; the table has the values of all. */
export function BarChart({ title, series, bars, roughly, exactly }: Props) {
  const [place, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const active = pointed === undefined ? undefined : bars[pointed];
  const inner = Math.max(0, width - left);
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    const index = Math.floor((x / inner) * bars.length);
    setPointed(index >= 0 && index < bars.length ? index : undefined);
  };
  const last = bars.length - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: (pointed ?? last + 1) - 1,
    ArrowRight: (pointed ?? -1) + 1,
    Home: 0,
    End: last,
  };
  const press = (event: KeyboardEvent) => {
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(last, next)));
  };
  return (
    // The column does not grow with the drawing in it, so that the drawing shrinks when the window does.
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <Legend series={series} values={active?.values.map(exactly)} />
        <span className="text-muted" aria-hidden="true">
          {active?.name ?? " "}
        </span>
      </figcaption>
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={texts.plotOf(title)}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(pointed ?? last) + 1}
        aria-valuetext={spoken(bars[pointed ?? last], series, exactly)}
        // Time runs to the right in every language, like the digits below it.
        className="h-[200px] touch-pan-y rounded [direction:ltr]"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
        onKeyDown={press}
        onBlur={() => setPointed(undefined)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" className="block">
            <Drawing bars={bars} inner={inner} pointed={pointed} roughly={roughly} />
          </svg>
        )}
      </div>
      <ChartTable title={title} series={series} bars={bars} exactly={exactly} />
    </figure>
  );
}

function spoken(bar: PlottedBar | undefined, series: Props["series"], exactly: Props["exactly"]): string {
  if (!bar) return "";
  return `${bar.name}: ${bar.values.map((value, index) => `${series[index]} ${exactly(value)}`).join(", ")}`;
}

function Legend({ series, values }: { series: readonly string[]; values: readonly string[] | undefined }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {series.map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          <span className={`size-3 rounded-sm ${grounds[index % 2]}`} aria-hidden="true" />
          {name}
          {values && <span className="font-medium tabular-nums">{values[index]}</span>}
        </li>
      ))}
    </ul>
  );
}

type DrawingProps = Pick<Props, "bars" | "roughly"> & { inner: number; pointed: number | undefined };

function Drawing({ bars, inner, pointed, roughly }: DrawingProps) {
  const highest = Math.max(...bars.flatMap((bar) => bar.values.map(Number)));
  const ticks = ticksFor(highest);
  const scale = (height - top - bottom) / ticks.at(-1)!;
  const y = (value: number) => height - bottom - value * scale;
  const step = inner / bars.length;
  // A label is about sixty pixels wide; the last one is always shown, because it marks the present.
  const every = Math.max(1, Math.ceil(64 / step));
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={left + inner} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="fill-muted text-[11px]">
            {highest > 0 || tick === 0 ? roughly(tick) : ""}
          </text>
        </g>
      ))}
      {pointed !== undefined && (
        <rect
          x={left + pointed * step}
          y={top}
          width={step}
          height={height - top - bottom}
          className="fill-tint"
        />
      )}
      {bars.map((bar, index) => (
        <g key={bar.name}>
          <Columns values={bar.values} x={left + index * step} step={step} y={y} />
          {(bars.length - 1 - index) % every === 0 && (
            <text
              x={left + (index + 0.5) * step}
              y={height - 8}
              textAnchor={index === bars.length - 1 && step < 48 ? "end" : "middle"}
              dx={index === bars.length - 1 && step < 48 ? step / 2 : 0}
              className="fill-muted text-[11px]"
            >
              {bar.label}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

type ColumnsProps = { values: readonly string[]; x: number; step: number; y: (value: number) => number };

function Columns({ values, x, step, y }: ColumnsProps) {
  const width = Math.min(22, (step * 0.76) / values.length);
  const start = x + (step - width * values.length) / 2;
  return values.map((value, index) => {
    const amount = Number(value);
    if (!(amount > 0)) return null;
    // A small amount beside a large one keeps two pixels, so that it stays visible.
    const from = Math.min(y(amount), y(0) - 2);
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
        key={index}
        x={start + index * width + 0.5}
        y={from}
        width={Math.max(1, width - 1)}
        height={y(0) - from}
        rx={Math.min(2, width / 4)}
        className={fills[index % 2]}
      />
    );
  });
}
