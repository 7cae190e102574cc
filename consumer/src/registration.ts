import { ApiError, type Client, InvalidError, NotFoundError } from "billfold-sdk";
import { contentOf, type Invoice } from "./invoice.ts";
import { isTransient, type Pace } from "./polling.ts";
import { foundRejected, type Quarantined, refused } from "./quarantine.ts";
import { asSettingError, type Company } from "./readiness.ts";

/** The outcome for an invoice. */
export type Outcome =
  | { kind: "registered"; irn: string; invoice: Invoice }
  /** Waiting for the authority, or for the service, which finishes it by itself. */
  | { kind: "pending"; invoice: Invoice }
  | { kind: "quarantined"; entry: Quarantined }
  /** The invoice was deleted meanwhile. */
  | { kind: "gone" }
  /** Neither registered nor refused; the next round tries again. */
  | { kind: "left"; message: string };

export type RegistrationContext = {
  client: Client;
  pace: Pace;
  company: Company;
  /** Aborts requests in flight. */
  aborting: AbortSignal;
};

const triesMax = 5;
// The service itself waits for the authority, and for any other process that is registering the same invoice.
const timeoutMs = 60_000;

/** Registers one invoice, at the shared pace. Undefined means that the run was stopped before its turn. */
export async function register(context: RegistrationContext, invoice: Invoice): Promise<Outcome | undefined> {
  const { pace } = context;
  for (let tries = 1; ; tries += 1) {
    if (!(await pace.enter())) return undefined;
    try {
      const outcome = await attempt(context, invoice);
      pace.succeeded();
      return outcome;
    } catch (error) {
      if (context.aborting.aborted) return undefined;
      if (!isTransient(error)) {
        // The other workers would fail as well, and some may be waiting for minutes.
        pace.close();
        throw error;
      }
      pace.held(error);
      if (tries === triesMax) return await checkStatus(context, invoice, error);
    } finally {
      pace.leave();
    }
  }
}

async function attempt(
  { client, company, aborting }: RegistrationContext,
  invoice: Invoice,
): Promise<Outcome> {
  const options = { idempotencyKey: keyOf(company, invoice), retries: 0, timeoutMs, signal: aborting };
  try {
    const done = await client.invoices.register(invoice.id, options);
    return outcomeWith(done.irn, done.invoice);
  } catch (error) {
    if (error instanceof InvalidError) return { kind: "quarantined", entry: refused(invoice, error) };
    if (error instanceof NotFoundError) return { kind: "gone" };
    throw asSettingError(error);
  }
}

/**
 * The same invoice has the same key, so that a run after a crash repeats the same request. The key includes the
 * content, because responses are stored for a day: an old refusal must not be repeated for a corrected invoice or a
 * new integration.
 */
function keyOf({ id, integrationChangedAt }: Company, invoice: Invoice): string {
  return `consumer-register-${id}-${invoice.id}-${contentOf(invoice)}-${Date.parse(integrationChangedAt)}`;
}

/** The service may have got further than its response said. */
async function checkStatus(
  { client, aborting }: RegistrationContext,
  { id }: Invoice,
  last: ApiError,
): Promise<Outcome> {
  try {
    return (
      outcomeFromStatus(await readInvoice(client, id, aborting)) ?? { kind: "left", message: last.message }
    );
  } catch (error) {
    if (error instanceof NotFoundError) return { kind: "gone" };
    if (error instanceof ApiError && isTransient(error)) return { kind: "left", message: error.message };
    throw asSettingError(error);
  }
}

export const readInvoice = async (client: Client, id: number, signal: AbortSignal) =>
  (await client.invoices.get(id, { signal })).invoice;

/** The outcome according to the invoice itself; undefined if it was never sent to an authority. */
export function outcomeFromStatus(invoice: Invoice): Outcome | undefined {
  const { fiscal_status, irn } = invoice;
  if (irn !== null || fiscal_status === "pending") return outcomeWith(irn, invoice);
  if (fiscal_status === "rejected") return { kind: "quarantined", entry: foundRejected(invoice, "rejected") };
  return undefined;
}

const outcomeWith = (irn: string | null, invoice: Invoice): Outcome =>
  irn === null ? { kind: "pending", invoice } : { kind: "registered", irn, invoice };
