import { lazyPart } from "../data/lazy-part.tsx";
import { messageOf } from "./error-note.tsx";
import { addMessage, useMessageCount } from "./messages.ts";

/** Confirms a change briefly. Errors of a form or dialog are shown in place instead. */
export function toast(message: string): void {
  addMessage({ text: message, isBad: false });
}

export function toastError(error: unknown): void {
  addMessage({ text: messageOf(error), isBad: true });
}

const ToastList = lazyPart(async () => (await import("./toast-list.tsx")).ToastList);

/** Loaded with the first message, because most visits have none. */
export function Toasts() {
  return useMessageCount() > 0 ? <ToastList /> : null;
}
