import { useState } from "react";
import { useCan } from "../dashboard/permissions.tsx";
import type { CreditNote } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/invoices.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";

/** A credit note is registered like its invoice. */
export function CreditNoteActions({ note }: { note: CreditNote }) {
  const [isAsking, setAsking] = useState(false);
  const can = useCan();
  const register = useChange(() => callOnce(`/credit_notes/${note.id}/register`), {
    invalidates: affectedBy.invoicing,
    says: texts.register.done,
  });
  const isOpen = note.fiscal_status === "none" || note.fiscal_status === "rejected";
  if (!isOpen || !can("integrations", "einvoicing")) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {texts.register.action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.register.title}
        confirm={texts.register.action}
        kind="primary"
        onConfirm={() => register.mutateAsync()}
      >
        {texts.register.body}
      </ConfirmDialog>
    </>
  );
}
