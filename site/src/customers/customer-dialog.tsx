import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Customer } from "../dashboard/records.ts";
import { remainingErrors } from "../dashboard/remaining-errors.ts";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/customers.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { emptyCustomer, fromCustomer, toCustomerInput } from "./customer-form.ts";

type Props = {
  /** The customer to change; a new one is created if it is missing. */
  customer?: Customer;
  /** The name of a new one, as far as it is known. */
  name?: string;
  onClose: () => void;
  onSaved: (customer: Customer) => void;
};

/** Creates or changes a customer: from the list, from the customer's page, or while writing an invoice. */
export function CustomerDialog({ customer, name = "", onClose, onSaved }: Props) {
  const { country } = useCompany();
  const [form, setForm] = useState(() =>
    customer ? fromCustomer(customer) : { ...emptyCustomer(country), name },
  );
  const save = useChange(
    (input: object) =>
      customer
        ? call<{ customer: Customer }>("PATCH", `/customers/${customer.id}`, input)
        : callOnce<{ customer: Customer }>("/customers", input),
    {
      invalidates: affectedBy.customers,
      successMessage: customer ? texts.changed : texts.created,
      onDone: (response) => onSaved(response.customer),
    },
  );
  const error = remainingErrors(save.error, save.variables, toCustomerInput(form));
  return (
    <FormDialog
      size="wide"
      title={customer ? texts.edit : texts.create}
      save={texts.save}
      isBusy={save.isPending}
      error={error}
      onSave={() => save.mutate(toCustomerInput(form))}
      onClose={onClose}
    >
      <CustomerFields form={form} onChange={setForm} errors={formErrors(error)} />
    </FormDialog>
  );
}
