import { startTransition, useOptimistic, useRef } from "react";
import { toastError } from "../ui/toast.tsx";

/**
 * A stored value that a click changes and saves: what the person chose shows at once, in the same frame, and the stored
 * value shows again if the service refuses. `save` resolves when the stored value is loaded again, as `useChange` does.
 */
export function useChoice<Value>(
  stored: Value,
  save: (value: Value) => Promise<unknown>,
): readonly [shown: Value, choose: (value: Value) => void] {
  const [shown, show] = useOptimistic(stored);
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  const choose = (value: Value) =>
    startTransition(async () => {
      show(value);
      // One after the other, so that the last choice is the one that stays stored.
      lastSave.current = lastSave.current.then(() => save(value)).catch(toastError);
      await lastSave.current;
    });
  return [shown, choose];
}
