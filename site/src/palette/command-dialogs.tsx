import { useNavigate } from "@tanstack/react-router";
import { CustomerDialog } from "../customers/customer-dialog.tsx";
import type { Invoice } from "../dashboard/records.ts";
import { useRecord } from "../data/use-response.ts";
import { ShortcutsDialog } from "../help/shortcuts-dialog.tsx";
import { LinkDialog } from "../invoices/link-dialog.tsx";
import { PaymentDialog } from "../invoices/payment-dialog.tsx";
import { ProductDialog } from "../products/product-dialog.tsx";
import { InviteDialog } from "../settings/user-dialogs.tsx";
import type { CommandDialog } from "./commands.ts";
import type { InvoiceTask } from "./palette.tsx";

type Props = { dialog: CommandDialog | InvoiceTask; onClose: () => void };

/** The dialog that a command opens over whatever page is shown. */
export function CommandDialogs({ dialog, onClose }: Props) {
  const navigate = useNavigate();
  if (typeof dialog === "object") return <InvoiceDialog {...dialog} onClose={onClose} />;
  if (dialog === "shortcuts") return <ShortcutsDialog onClose={onClose} />;
  if (dialog === "product") return <ProductDialog onClose={onClose} />;
  if (dialog === "invite") return <InviteDialog onClose={onClose} />;
  return (
    <CustomerDialog
      onClose={onClose}
      onSaved={({ id }) => {
        onClose();
        void navigate({ to: "/app/customers/$id", params: { id: String(id) } });
      }}
    />
  );
}

function InvoiceDialog({ kind, invoiceId, onClose }: InvoiceTask & { onClose: () => void }) {
  const { record } = useRecord<Invoice>(`/invoices/${invoiceId}`, "invoice");
  if (!record) return null;
  return kind === "payment" ? (
    <PaymentDialog invoice={record} onClose={onClose} />
  ) : (
    <LinkDialog invoice={record} onClose={onClose} />
  );
}
