import { type ReactNode, useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { texts } from "../texts/ui.ts";
import { Button } from "./button.tsx";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Buttons in the footer, the main one last. */
  actions?: ReactNode;
  size?: "normal" | "wide";
  /** Opens above other dialogs, which cannot be closed meanwhile. */
  onTop?: boolean;
  children?: ReactNode;
};

const DialogWindow = lazyPart(async () => (await import("./dialog-window.tsx")).DialogWindow);
const ConfirmWindow = lazyPart(async () => (await import("./dialog-window.tsx")).ConfirmWindow);

/** A bottom sheet on phones, a centered window on larger screens. */
export function Dialog(props: DialogProps) {
  return useWasOpen(props.open) && <DialogWindow {...props} />;
}

/** Its code is loaded when it is first opened, and it stays mounted after that, to fade out. */
function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen;
}

type DialogActionsProps = {
  /** The verb on the button. */
  confirm: string;
  kind?: "primary" | "danger";
  /** The id of the form that the button submits. */
  form: string;
  busy: boolean;
  onClose: () => void;
};

/** The buttons of a dialog with a form. */
export function DialogActions({ confirm, kind = "primary", form, busy, onClose }: DialogActionsProps) {
  return (
    <>
      <Button onClick={onClose}>{texts.cancel}</Button>
      <Button kind={kind} type="submit" form={form} busy={busy}>
        {confirm}
      </Button>
    </>
  );
}

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  /** A question that names its object: "Revoke the key bf_live_…?" */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb on the button, never "OK". */
  confirm: string;
  kind?: "danger" | "primary";
  /** The dialog closes after success; after a failure it stays open and shows the error. */
  onConfirm: () => Promise<unknown>;
};

/** Asks for a confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useWasOpen(props.open) && <ConfirmWindow {...props} />;
}
