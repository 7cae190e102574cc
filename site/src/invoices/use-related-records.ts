import { useCan } from "../dashboard/permissions.tsx";
import type { CreditNote, Payment, PaymentLink } from "../dashboard/records.ts";
import { useResponse } from "../data/use-response.ts";

export type RelatedRecords = {
  payments: readonly Payment[];
  links: readonly PaymentLink[];
  creditNotes: readonly CreditNote[];
};

/** The payments, links and credit notes of an invoice: the newest hundred of each, which is nearly always all. */
export function useRelatedRecords(invoiceId: number): RelatedRecords {
  const can = useCan();
  const seesMoney = can("payments:read", "payments");
  const which = `invoice_id=${invoiceId}&limit=100`;
  const payments = useResponse<{ payments: Payment[] }>(`/payments?${which}`, { enabled: seesMoney });
  const links = useResponse<{ payment_links: PaymentLink[] }>(`/payments/links?${which}`, {
    enabled: seesMoney,
  });
  const notes = useResponse<{ credit_notes: CreditNote[] }>(`/credit_notes?${which}`);
  return {
    payments: payments.data?.payments ?? [],
    links: links.data?.payment_links ?? [],
    creditNotes: notes.data?.credit_notes ?? [],
  };
}
