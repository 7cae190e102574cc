import { useId } from "react";

export type ProgressProps = {
  label: string;
  /** Undefined while the progress is unknown. */
  value?: number;
  max?: number;
  /** `bad` for an allowance that is used up. */
  tone?: "good" | "bad";
  /** Beside the bar: "120 of 500". */
  detail?: string;
};

/** The progress of a task, or how much of an allowance is used. */
export function Progress({ label, value, max = 100, tone = "good", detail }: ProgressProps) {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        {detail && <span className="text-muted tabular-nums">{detail}</span>}
      </div>
      <progress
        aria-labelledby={id}
        value={value === undefined ? undefined : Math.min(value, max)}
        max={max}
        className={`bar block h-2 w-full ${tone === "bad" ? "text-bad" : "text-accent"}`}
      />
    </div>
  );
}
