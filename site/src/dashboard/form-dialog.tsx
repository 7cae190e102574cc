import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { isWorthKeeping, LeaveQuestion, useUnsavedChanges } from "../ui/unsaved-changes.tsx";
import { useRefusedField } from "../ui/use-refused-field.ts";
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

/** A form in a dialog, which stays open and shows the error when it is refused. Changes are not discarded unasked. */
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
  const form = useRefusedField(error);
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // While it is saved, the page may already lead on.
  const question = useUnsavedChanges(isDirty && !isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may have been opened from within another form, which must not be submitted too.
    event.stopPropagation();
    if (!isBusy) onSave();
  };
  const change = (event: FormEvent<HTMLFormElement>) => {
    // Nor is a change in this one a change of the other.
    event.stopPropagation();
    setDirty(isWorthKeeping(event.currentTarget));
  };
  const close = () => (isDirty ? setAsking(true) : onClose());
  return (
    <Dialog
      open
      size={size}
      onClose={close}
      title={title}
      description={description}
      actions={<DialogActions confirm={save} kind={kind} form={id} busy={isBusy} onClose={close} />}
    >
      <form ref={form} id={id} onSubmit={submit} onChange={change} noValidate className="flex flex-col gap-4">
        <FormError error={error} />
        {props.children}
      </form>
      <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
      {question}
    </Dialog>
  );
}
