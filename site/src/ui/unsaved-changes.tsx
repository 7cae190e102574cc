import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { texts } from "../texts/unsaved.ts";
import { ConfirmDialog } from "./dialog.tsx";

// What fits in so few fields is quickly typed again.
const fieldsQuicklyTyped = 2;

/** Whether it is worth a question before the changes in this form are discarded. */
export const isWorthKeeping = (form: HTMLFormElement): boolean =>
  form.querySelectorAll("input, select, textarea").length > fieldsQuicklyTyped;

/**
 * Warns before unsaved changes are lost: by a link, Back, a reload or closing the window. The page must render the
 * returned question. After saving, navigate with `ignoreBlocker`.
 */
export function useUnsavedChanges(isDirty: boolean, onDiscard?: () => void): ReactNode {
  const blocker = useBlocker({
    // A session that has ended leads to the sign-in page, which leads back here.
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && next.pathname !== "/sign-in",
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <LeaveQuestion
      isOpen={blocker.status === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
    />
  );
}

type LeaveQuestionProps = { isOpen: boolean; onStay: () => void; onLeave: () => void };

export function LeaveQuestion({ isOpen, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onStay}
      title={texts.title}
      confirm={texts.leave}
      onConfirm={async () => onLeave()}
    >
      {texts.body}
    </ConfirmDialog>
  );
}
