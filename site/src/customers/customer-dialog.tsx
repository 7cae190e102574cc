import { type FormEvent, useId, useState } from "react";
import { FormError, formErrors } from "../desk/form-error.tsx";
import { callOnce } from "../desk/once.ts";
import type { Customer } from "../desk/records.ts";
import { useChange } from "../desk/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/customers.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { emptyCustomer, fromCustomer, toCustomerInput } from "./customer-form.ts";

type Props = {
  /** The one that is changed; none: a new one. */
  customer?: Customer;
  onClose: () => void;
  onSaved: (customer: Customer) => void;
};

/** A new customer, or a changed one: from the list, from their page, or in the middle of an invoice. */
export function CustomerDialog({ customer, onClose, onSaved }: Props) {
  const { country } = useCompany();
  const [form, setForm] = useState(() => (customer ? fromCustomer(customer) : emptyCustomer(country)));
  const formId = useId();
  const save = useChange(
    (input: object) =>
      customer
        ? callOnce<{ customer: Customer }>("PATCH", `/customers/${customer.id}`, input)
        : callOnce<{ customer: Customer }>("POST", "/customers", input),
    { says: customer ? texts.changed : texts.created, onDone: (answer) => onSaved(answer.customer) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog within a form must not send that one too.
    event.stopPropagation();
    if (!save.isPending) save.mutate(toCustomerInput(form));
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={customer ? texts.edit : texts.create}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={save.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormError error={save.error} />
        <CustomerFields form={form} onChange={setForm} errors={formErrors(save.error)} />
      </form>
    </Dialog>
  );
}
