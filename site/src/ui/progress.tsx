import { useId } from "react";

export type ProgressProps = {
  label: string;
  /** Undefined while the progress is unknown. */
  value?: number;
  max?: number;
  /** `bad` for an allowance that is used up. */
  tone?: "good" | "bad";
  /** Beside the bar: "120 of 500". */
  says?: string;
};

/** The progress of a task, or how much of an allowance is used. */
export function Progress({ label, value, max = 100, tone = "good", says }: ProgressProps) {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        {says && <span className="text-muted tabular-nums">{says}</span>}
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
