import { SendDocumentDialog } from "../dashboard/send-document-dialog.tsx";
import { texts } from "../texts/sending.ts";

type Props = { customerId: string; from?: string | undefined; to?: string | undefined; onClose: () => void };

/** Sends the statement of a customer, of the days that are shown. */
export function SendStatementDialog({ customerId, from, to, onClose }: Props) {
  const period = { ...(from && { period_from: from }), ...(to && { period_to: to }) };
  return (
    <SendDocumentDialog
      path="/reports/statement"
      asked={{ customer_id: customerId, ...period }}
      input={{ customer_id: Number(customerId), ...period }}
      title={texts.statement.title}
      intro={texts.statement.intro}
      done={(addresses) => texts.statement.done(addresses ?? "")}
      onClose={onClose}
    />
  );
}
