import { useState } from "react";
import type { Invoice, InvoiceRow } from "../dashboard/records.ts";
import { query } from "../data/api.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { invoiceName } from "../invoices/invoice-columns.tsx";
import { LinkDialog } from "../invoices/link-dialog.tsx";
import { texts } from "../texts/customers.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { DateText, Money } from "../ui/values.tsx";

type Props = { customerId: number; onClose: () => void };

/** A payment link for one of the customer's unpaid invoices, which is chosen first. */
export function NewLinkDialog({ customerId, onClose }: Props) {
  const [chosen, setChosen] = useState<number>();
  if (chosen !== undefined) return <LinkOfInvoice id={chosen} onClose={onClose} />;
  return <ChooseInvoice customerId={customerId} onChoose={setChosen} onClose={onClose} />;
}

function ChooseInvoice({ customerId, onChoose, onClose }: Props & { onChoose: (id: number) => void }) {
  const filters = { customer_id: customerId, status: "open,partially_paid", sort: "due_date" };
  const { data, error } = useResponse<{ rows: InvoiceRow[] }>(`/lists/invoices${query(filters)}`);
  return (
    <Dialog open onClose={onClose} title={texts.link} description={texts.linkHint}>
      {error && <ErrorNote error={error} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.rows.length === 0 && <p>{texts.linkNone}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.rows.map((invoice) => (
          <li key={invoice.id}>
            <button
              type="button"
              onClick={() => onChoose(invoice.id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <span className="sr-only">{texts.linkFor} </span>
                <span className="font-semibold">{invoiceName(invoice)}</span>
                <span className="block text-sm text-muted">
                  <DateText value={invoice.due_date} />
                </span>
              </span>
              <Money amount={invoice.amount_due} currency={invoice.currency} />
              <Icon name="right" className="size-4 text-muted rtl:rotate-180" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function LinkOfInvoice({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, error } = useRecord<Invoice>(`/invoices/${id}`, "invoice");
  if (record) return <LinkDialog invoice={record} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={texts.link}>
      {error ? <ErrorNote error={error} /> : <ListSkeleton rows={3} />}
    </Dialog>
  );
}
