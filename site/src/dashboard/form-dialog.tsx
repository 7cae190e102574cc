import { type FormEvent, type ReactNode, useId } from "react";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { FormError } from "./form-errors.tsx";

type Props = {
  title: string;
  description?: string;
  size?: "normal" | "wide";
  /** The verb on the button. */
  save: string;
  kind?: "primary" | "danger";
  isBusy: boolean;
  error: unknown;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, which stays open and shows the error when it is refused. */
export function FormDialog(props: Props) {
  const {
    title,
    description,
    size = "normal",
    save,
    kind = "primary",
    isBusy,
    error,
    onSave,
    onClose,
  } = props;
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may have been opened from within another form, which must not be submitted too.
    event.stopPropagation();
    if (!isBusy) onSave();
  };
  return (
    <Dialog
      open
      size={size}
      onClose={onClose}
      title={title}
      description={description}
      actions={<DialogActions confirm={save} kind={kind} form={id} busy={isBusy} onClose={onClose} />}
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError error={error} />
        {props.children}
      </form>
    </Dialog>
  );
}
