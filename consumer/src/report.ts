import type { Fault } from "./completeness.ts";
import type { Quarantined } from "./quarantine.ts";
import { type Counts, countsOf, type Tally } from "./tally.ts";

/** How a run ended. */
export type Ending = { reason: "done" | "stopped" | "gave_up"; message?: string };

export type Report = Counts & {
  reason: Ending["reason"];
  message: string | null;
  seconds: number;
  per_second: number;
  quarantine: Quarantined[];
  pending_invoices: number[];
  products: {
    product_id: number;
    sku: string | null;
    name: string;
    errors: Fault[];
    reported_before: boolean;
  }[];
  exit_code: number;
};

export function reportOf(tally: Tally, mode: "once" | "watch", ending: Ending, now: number): Report {
  const seconds = Math.max(0.001, (now - tally.startedAt) / 1000);
  const counts = countsOf(tally);
  return {
    reason: ending.reason,
    message: ending.message ?? null,
    ...counts,
    seconds: rounded(seconds),
    per_second: rounded(counts.registered / seconds),
    quarantine: [...tally.quarantine.values()],
    pending_invoices: [...tally.pending],
    products: [...tally.products.values()].map(({ product: { id, sku, name }, faults }) => ({
      product_id: id,
      sku,
      name,
      errors: faults,
      reported_before: !tally.reportedProducts.has(id),
    })),
    exit_code: exitCode(counts, mode, ending),
  };
}

/** Stopping is the normal end of a watching run, but not of a single one. */
function exitCode(counts: Counts, mode: "once" | "watch", { reason }: Ending): number {
  if (mode === "once" && (reason !== "done" || counts.left > 0)) return 3;
  return counts.rejected + counts.incomplete > 0 ? 1 : 0;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const plural = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
// A catalogue may have thousands of products; the JSON lines list them all.
const shownMax = 50;

/** The report for people. */
export function reportText(report: Report): string {
  const { registered, pending, left, seconds, per_second, reason, message, exit_code } = report;
  const lines = [
    `${plural(registered, "invoice")} registered in ${seconds} s, ${per_second} a second.`,
    ...(reason === "stopped" && exit_code === 3
      ? ["Stopped before the end. Run it again to continue; nothing is registered twice."]
      : []),
    ...(reason === "gave_up"
      ? [`Gave up: ${message} Run it again later; it continues where it stopped.`]
      : []),
    ...(pending > 0
      ? [
          `${plural(pending, "invoice")} still pending: the service completes them automatically; use --watch to follow.`,
        ]
      : []),
    ...(left > 0 ? [`${plural(left, "invoice")} left for the next run, because there was no response.`] : []),
    ...quarantineLines(report.quarantine),
    ...productLines(report.products),
  ];
  return `${lines.join("\n")}\n`;
}

const headings = {
  incomplete: ["is incomplete and was not sent", "are incomplete and were not sent"],
  rejected: ["was rejected by the authority", "were rejected by the authority"],
  rejected_earlier: ["was rejected earlier and not tried again", "were rejected earlier and not tried again"],
} as const;

function quarantineLines(quarantine: readonly Quarantined[]): string[] {
  return (["rejected", "incomplete", "rejected_earlier"] as const).flatMap((state) => {
    const entries = quarantine.filter((entry) => entry.state === state);
    if (entries.length === 0) return [];
    const more = entries.length - shownMax;
    return [
      "",
      `${plural(entries.length, "invoice")} ${headings[state][entries.length === 1 ? 0 : 1]}:`,
      ...entries.slice(0, shownMax).flatMap(quarantinedLines),
      ...(more > 0 ? [`  … and ${more} more: --json lists them all`] : []),
    ];
  });
}

export function quarantinedLines({
  invoice,
  invoice_id,
  code,
  message,
  errors,
  cure,
  request_id,
}: Quarantined): string[] {
  const id = invoice.startsWith("draft ") ? "" : ` (id ${invoice_id})`;
  const request = request_id === null ? "" : `, request ${request_id}`;
  return [
    `  ${invoice}${id}: ${code}${request}`,
    ...(errors.length === 0
      ? [`    ${message}`]
      : errors.map((fault) => `    ${fault.field}: ${fault.message}`)),
    `    → ${cure}`,
  ];
}

function productLines(all: Report["products"]): string[] {
  const products = all.filter(({ reported_before }) => !reported_before);
  const known = all.length - products.length;
  const still =
    known > 0 ? [`${plural(known, "product")} reported earlier, still incomplete: --json lists them.`] : [];
  if (products.length === 0) return still;
  const more = products.length - shownMax;
  return [
    "",
    `${plural(products.length, "product")} should be completed before they are invoiced again:`,
    ...products
      .slice(0, shownMax)
      .flatMap(({ product_id, sku, name, errors }) => [
        `  ${name} (product ${product_id}${sku === null ? "" : `, ${sku}`})`,
        ...errors.map(({ field, message }) => `    ${field}: ${message}`),
      ]),
    ...(more > 0 ? [`  … and ${more} more: --json lists them all`] : []),
    ...still,
  ];
}
