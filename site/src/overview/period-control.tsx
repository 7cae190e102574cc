import { useState } from "react";
import { SegmentedControl } from "../dashboard/segmented-control.tsx";
import { lazyPart } from "../data/lazy-part.tsx";
import { texts } from "../texts/overview.ts";
import { type Period, type PeriodChoice, presets } from "./period.ts";

const CustomPeriod = lazyPart(async () => (await import("./custom-period.tsx")).CustomPeriod);

const choices: readonly PeriodChoice[] = [...presets, "custom"];

export type PeriodChange = { range: string; from: string; to: string };

/** Presets, and a period of any two days. The choice is in the address. */
export function PeriodControl({
  period,
  onChange,
}: {
  period: Period;
  onChange: (change: PeriodChange) => void;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const value = isChoosing ? "custom" : period.choice;
  const choose = (choice: PeriodChoice) => {
    setChoosing(choice === "custom");
    if (choice !== "custom") onChange({ range: choice, from: "", to: "" });
  };
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <SegmentedControl
        label={texts.range}
        value={value}
        options={choices.map((each) => [each, texts.ranges[each]])}
        onChange={choose}
      />
      {value === "custom" && (
        <CustomPeriod
          key={`${period.from} ${period.to}`}
          from={period.from}
          to={period.to}
          onApply={(days) => {
            setChoosing(false);
            onChange({ range: "custom", ...days });
          }}
        />
      )}
    </div>
  );
}
