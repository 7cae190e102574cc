import { useSyncExternalStore } from "react";

export type Message = { text: string; isBad: boolean };

const waiting: Message[] = [];
const listeners = new Set<() => void>();
let count = 0;

export function addMessage(message: Message): void {
  waiting.push(message);
  count += 1;
  for (const listener of listeners) listener();
}

/** The messages that are not shown yet. */
export const takeMessages = (): Message[] => waiting.splice(0);

/** How many messages there have been. */
export const useMessageCount = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => count,
  );
