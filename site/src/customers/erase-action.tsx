import { useState } from "react";
import type { Customer } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/customers.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";

/** Erases the personal data of a customer for good; only owners see it. */
export function EraseAction({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState(false);
  const can = useCan();
  const erase = useChange(() => callOnce(`/customers/${customer.id}/erase`), {
    invalidates: affectedBy.customers,
    successMessage: texts.erase.done,
  });
  if (!can("customers:erase", "catalog")) return null;
  return (
    <div className="mt-5 border-t border-line pt-3">
      <Button kind="quiet" className="-ms-4" onClick={() => setOpen(true)}>
        {texts.erase.action}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={texts.erase.title(customer.name)}
        confirm={texts.erase.confirm}
        onConfirm={() => erase.mutateAsync()}
      >
        {texts.erase.body}
      </ConfirmDialog>
    </div>
  );
}
