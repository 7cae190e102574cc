import type { ReactNode } from "react";
import { statusName } from "../texts/statuses.ts";

export type Tone = "neutral" | "good" | "warn" | "bad" | "note";

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${toneClasses[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  );
}

/** A status of the API with its label and color. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={toneOf(status)}>{statusName(status)}</Badge>;
}

const toneClasses: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  good: "bg-tint text-accent",
  warn: "bg-warn-tint text-warn",
  bad: "bg-bad-tint text-bad",
  note: "bg-note-tint text-note",
};

const byTone: Readonly<Record<Exclude<Tone, "neutral">, string>> = {
  good: "paid active enabled succeeded registered accepted delivered working done invoiced completed",
  warn: "pending overdue partially_paid unknown unchecked in_progress retrying submitting queued cancelling",
  bad: "failed rejected declined refused suspended uncollectible disputed error",
  note: "issued open sent confirmed processing",
};

const tones = new Map(
  Object.entries(byTone).flatMap(([tone, words]) =>
    words.split(" ").map((word) => [word, tone as Tone] as const),
  ),
);

export const toneOf = (status: string): Tone => tones.get(status) ?? "neutral";
