import { useState } from "react";
import type { CreditNote, Invoice, InvoiceEntry } from "../dashboard/records.ts";
import { query } from "../data/api.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { ApplyCreditDialog, isApplicable } from "../invoices/apply-credit-dialog.tsx";
import { invoiceName } from "../invoices/invoice-columns.tsx";
import { texts } from "../texts/customers.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { Money } from "../ui/values.tsx";

type Props = { customerId: number; onClose: () => void };

/** Applies credit of a customer; the invoice that has it is chosen first. */
export function CreditDialog({ customerId, onClose }: Props) {
  const [chosen, setChosen] = useState<number>();
  if (chosen !== undefined) return <CreditOfInvoice id={chosen} onClose={onClose} />;
  return <ChooseCredit customerId={customerId} onChoose={setChosen} onClose={onClose} />;
}

/** The newest hundred paid invoices, which is almost always all that have credit. */
function ChooseCredit({ customerId, onChoose, onClose }: Props & { onChoose: (id: number) => void }) {
  const address = `/invoices${query({ customer_id: customerId, status: "paid", limit: 100 })}`;
  const { data, error } = useResponse<{ invoices: InvoiceEntry[] }>(address);
  const credited = data?.invoices.filter(
    ({ amount_to_refund, amount_credited }) => amount_to_refund > 0 && amount_credited > 0,
  );
  return (
    <Dialog open onClose={onClose} title={texts.applyCredit} description={texts.applyCreditHint}>
      {error && <ErrorNote error={error} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {credited?.length === 0 && <p>{texts.applyCreditNone}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {credited?.map((invoice) => (
          <li key={invoice.id}>
            <button
              type="button"
              onClick={() => onChoose(invoice.id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-sunken"
            >
              <span className="min-w-0 flex-1 font-semibold">
                <span className="sr-only">{texts.applyCreditOf} </span>
                {invoiceName(invoice)}
              </span>
              <Money amount={invoice.amount_to_refund} currency={invoice.currency} />
              <Icon name="right" className="size-4 text-muted rtl:rotate-180" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function CreditOfInvoice({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, error } = useRecord<Invoice>(`/invoices/${id}`, "invoice");
  const notes = useResponse<{ credit_notes: CreditNote[] }>(`/credit_notes${query({ invoice_id: id })}`);
  const note = record && notes.data?.credit_notes.find((one) => isApplicable(one, record));
  if (record && note) return <ApplyCreditDialog note={note} invoice={record} onClose={onClose} />;
  const failure = error ?? notes.error;
  return (
    <Dialog open onClose={onClose} title={texts.applyCredit}>
      {failure ? <ErrorNote error={failure} /> : <ListSkeleton rows={3} />}
    </Dialog>
  );
}
