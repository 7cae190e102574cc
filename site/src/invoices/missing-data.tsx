import { Link } from "@tanstack/react-router";
import type { Invoice } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/invoice-detail.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { toast } from "../ui/toast.tsx";
import { allowedActions } from "./allowed-actions.ts";

export type Missing = { field: string | null; message: string };

type Props = { invoice: Invoice; missing: readonly Missing[]; onRefreshed?: () => void };

/** The missing or rejected data of a registration, with links to correct it. */
export function MissingData({ invoice, missing, onRefreshed }: Props) {
  const allowed = allowedActions(invoice, useCan());
  const isAbout = (party: string) => missing.some(({ field }) => field?.startsWith(`${party}.`));
  const refresh = useChange(() => refreshParties(invoice), {
    invalidates: affectedBy.invoicing,
    onDone: (response) => {
      toast(refreshedText(invoice, response.invoice));
      onRefreshed?.();
    },
  });
  return (
    <div>
      {missing.length > 0 && (
        <ul className="mb-4 list-disc ps-5">
          {missing.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {refresh.error && <ErrorNote className="mb-4" error={refresh.error} />}
      <div className="flex flex-wrap items-center gap-4">
        {isAbout("customer") && (
          <Link to="/app/customers/$id" params={{ id: String(invoice.customer_id) }} className="text-accent">
            {texts.missing.customer}
          </Link>
        )}
        {isAbout("supplier") && (
          <Link to="/app/settings/company" className="text-accent">
            {texts.missing.company}
          </Link>
        )}
        {allowed.has("refreshParties") && (
          <Button icon="refresh" busy={refresh.isPending} onClick={() => refresh.mutate()}>
            {texts.refreshParties.action}
          </Button>
        )}
      </div>
    </div>
  );
}

export const refreshParties = ({ id }: Invoice) =>
  callOnce<{ invoice: Invoice }>(`/invoices/${id}/refresh_parties`);

/** If the data is the same, the service changes nothing, and the toast says so. */
export const refreshedText = (before: Invoice, after: Invoice | undefined) =>
  after &&
  JSON.stringify([after.customer, after.supplier]) === JSON.stringify([before.customer, before.supplier])
    ? texts.refreshParties.nothing
    : texts.refreshParties.done;

/** What to do next. After an invoice is issued, only the data of its parties can be completed. */
export function adviceOn(invoice: Pick<Invoice, "status">, missing: readonly Missing[]): string {
  if (invoice.status === "draft") return texts.missing.draft;
  const isParties = missing.every(({ field }) => /^(customer|supplier)\.(?!kind$)/.test(field ?? ""));
  return isParties ? texts.missing.parties : texts.missing.content;
}
