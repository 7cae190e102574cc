import type { Invoice } from "../dashboard/records.ts";
import { SendDocumentDialog } from "../dashboard/send-document-dialog.tsx";
import { texts } from "../texts/sending.ts";

export function SendDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { title, intro, done } = texts.invoice;
  return (
    <SendDocumentDialog
      path={`/invoices/${invoice.id}`}
      title={title}
      intro={intro}
      done={(addresses) => done(addresses ?? "")}
      onClose={onClose}
    />
  );
}
