import { type FormEvent, useId, useState } from "react";
import { FormError, formErrors } from "../desk/form-error.tsx";
import { callOnce } from "../desk/once.ts";
import type { Product } from "../desk/records.ts";
import { useChange } from "../desk/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/products.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ProductFields } from "./product-fields.tsx";
import { emptyProduct, fromProduct, toProductInput } from "./product-form.ts";

type Props = {
  /** The one that is changed; none: a new one. */
  product?: Product;
  onClose: () => void;
};

export function ProductDialog({ product, onClose }: Props) {
  const { currency } = useCompany();
  const [form, setForm] = useState(() => (product ? fromProduct(product) : emptyProduct(currency)));
  const formId = useId();
  const save = useChange(
    (input: object) =>
      product ? callOnce("PATCH", `/products/${product.id}`, input) : callOnce("POST", "/products", input),
    { says: product ? texts.changed : texts.created, onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(toProductInput(form));
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={product ? texts.edit : texts.create}
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
        <ProductFields form={form} onChange={setForm} errors={formErrors(save.error)} />
      </form>
    </Dialog>
  );
}
