import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Primitive } from "@base-ui/react/dialog";
import { type ReactNode, useRef, useState } from "react";
import { texts } from "../texts/ui.ts";
import { Button, IconButton } from "./button.tsx";
import type { ConfirmDialogProps, DialogProps } from "./dialog.tsx";
import { ErrorNote } from "./error-note.tsx";
import { isStepUpOpen } from "./step-up-state.ts";

const backdropClass =
  "fixed inset-0 z-40 bg-backdrop motion-safe:transition-opacity motion-safe:duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0";
const popupClass =
  "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-card border border-line bg-raised shadow-lift motion-safe:transition motion-safe:duration-150 data-[ending-style]:translate-y-4 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-4 data-[starting-style]:opacity-0 sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:-translate-y-1/2 sm:rounded-card";

/** A bottom sheet on phones, a centered window on larger screens. */
export function DialogWindow({
  open,
  onClose,
  title,
  description,
  actions,
  size = "normal",
  onTop = false,
  children,
}: DialogProps) {
  const close = () => {
    if (onTop || !isStepUpOpen()) onClose();
  };
  return (
    <Primitive.Root open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <Primitive.Portal>
        <Primitive.Backdrop className={backdropClass} />
        <Primitive.Popup className={`${popupClass} ${size === "wide" ? "sm:max-w-3xl" : "sm:max-w-lg"}`}>
          <div className="flex items-start justify-between gap-4 px-5 pt-4 sm:px-6 sm:pt-5">
            <Primitive.Title className="pt-1.5 font-display text-xl font-semibold">{title}</Primitive.Title>
            <Primitive.Close render={<IconButton icon="close" label={texts.close} className="-me-2" />} />
          </div>
          <div className="overflow-y-auto px-5 pb-5 sm:px-6 sm:pb-6">
            {description && (
              <Primitive.Description className="mb-4 text-muted">{description}</Primitive.Description>
            )}
            {children}
          </div>
          {actions && <Footer>{actions}</Footer>}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Asks for a confirmation. */
export function ConfirmWindow({
  open,
  onClose,
  title,
  children,
  confirm,
  kind = "danger",
  onConfirm,
}: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isSent = useRef(false);
  const close = () => {
    setError(undefined);
    onClose();
  };
  const act = async () => {
    if (isSent.current) return;
    isSent.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      close();
    } catch (failure) {
      setError(failure);
    } finally {
      isSent.current = false;
      setBusy(false);
    }
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && !isBusy && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup className={`${popupClass} sm:max-w-md`}>
          <div className="overflow-y-auto px-5 pt-5 pb-5 sm:px-6 sm:pt-6">
            <AlertDialog.Title className="mb-2 font-display text-xl font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="text-muted">
              {children}
            </AlertDialog.Description>
            {error !== undefined && <ErrorNote className="mt-4" error={error} />}
          </div>
          <Footer>
            <AlertDialog.Close render={<Button />}>{texts.cancel}</AlertDialog.Close>
            <Button kind={kind} busy={isBusy} onClick={() => void act()}>
              {confirm}
            </Button>
          </Footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Footer({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-3 border-t border-line bg-background px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
      {children}
    </div>
  );
}
