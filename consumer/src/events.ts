import type { Fault } from "./completeness.ts";
import type { Reason } from "./polling.ts";
import type { Quarantined } from "./quarantine.ts";
import type { Company } from "./readiness.ts";
import type { Report } from "./report.ts";
import type { Counts } from "./tally.ts";

/** The events of a run, in the form of the JSON lines. */
export type Event =
  | { event: "started"; company_id: number; company: string; environment: string; adapter: string }
  | { event: "product_incomplete"; product_id: number; sku: string | null; name: string; errors: Fault[] }
  | { event: "registered"; invoice_id: number; invoice: string; irn: string; duration_ms: number | null }
  | { event: "pending"; invoice_id: number; invoice: string }
  | ({ event: "quarantined" } & Quarantined)
  | { event: "left"; invoice_id: number; invoice: string; message: string }
  | { event: "waiting"; seconds: number; reason: Reason; message: string }
  | ({ event: "progress"; per_second: number } & Counts)
  | { event: "stopping"; in_flight: number }
  | ({ event: "finished" } & Report)
  | { event: "failed"; error: string; exit_code: number };

export type Emit = (event: Event) => void;

export const startedEvent = ({ id, name, environment, adapter }: Company): Event => ({
  event: "started",
  company_id: id,
  company: name,
  environment,
  adapter,
});
