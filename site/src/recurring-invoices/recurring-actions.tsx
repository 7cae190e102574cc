import { useState } from "react";
import type { RecurringInvoice } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/recurring.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";

/** Pausing or resuming, and editing. What has ended can't be changed. */
export function RecurringActions({ record }: { record: RecurringInvoice }) {
  const [isAsked, setAsked] = useState(false);
  const can = useCan();
  const step = record.status === "paused" ? "resume" : "pause";
  const move = useChange(() => callOnce(`/recurring_invoices/${record.id}/${step}`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts[step].done,
  });
  if (record.status === "ended" || !can("invoices:write", "invoicing")) return null;
  return (
    <>
      <Button kind={step === "resume" ? "primary" : "secondary"} onClick={() => setAsked(true)}>
        {texts[step].action}
      </Button>
      <ButtonLink icon="edit" to="/app/recurring-invoices/$id/edit" params={{ id: String(record.id) }}>
        {dashboardTexts.edit}
      </ButtonLink>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        kind="primary"
        title={texts[step].title}
        confirm={texts[step].action}
        onConfirm={() => move.mutateAsync()}
      >
        {texts[step].body}
      </ConfirmDialog>
    </>
  );
}
