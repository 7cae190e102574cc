import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * A mutation that is sent once: while it is in progress, sending the same input again joins it. A disabled button is not
 * enough, because a double click comes before the page is drawn again.
 */
export function useSend<Data = unknown, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const mutation = useMutation(options);
  const underWay = useRef(new Map<string, Promise<Data>>());
  const mutateAsync: typeof mutation.mutateAsync = (...given) => {
    const key = JSON.stringify(given[0]) ?? "";
    const running = underWay.current.get(key);
    if (running) return running;
    const sent = mutation.mutateAsync(...given).finally(() => underWay.current.delete(key));
    underWay.current.set(key, sent);
    return sent;
  };
  // The mutation itself holds the error, which the page shows.
  const mutate: typeof mutation.mutate = (...given) => void mutateAsync(...given).catch(() => undefined);
  return { ...mutation, mutate, mutateAsync } as UseMutationResult<Data, Error, Input>;
}
