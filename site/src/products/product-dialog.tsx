import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Product } from "../dashboard/records.ts";
import { remainingErrors } from "../dashboard/remaining-errors.ts";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/products.ts";
import { ProductFields } from "./product-fields.tsx";
import { emptyProduct, fromProduct, toProductInput } from "./product-form.ts";

type Props = {
  /** The product to change; a new one is created if it is missing. */
  product?: Product;
  onClose: () => void;
};

export function ProductDialog({ product, onClose }: Props) {
  const { currency } = useCompany();
  const [form, setForm] = useState(() => (product ? fromProduct(product) : emptyProduct(currency)));
  const save = useChange(
    (input: object) =>
      product ? call("PATCH", `/products/${product.id}`, input) : callOnce("/products", input),
    {
      invalidates: affectedBy.products,
      successMessage: product ? texts.changed : texts.created,
      onDone: onClose,
    },
  );
  const error = remainingErrors(save.error, save.variables, toProductInput(form));
  return (
    <FormDialog
      size="wide"
      title={product ? texts.edit : texts.create}
      save={texts.save}
      isBusy={save.isPending}
      error={error}
      onSave={() => save.mutate(toProductInput(form))}
      onClose={onClose}
    >
      <ProductFields form={form} onChange={setForm} errors={formErrors(error)} />
    </FormDialog>
  );
}
