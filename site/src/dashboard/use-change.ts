import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../ui/toast.tsx";

type Options<Answer, Input> = {
  /** The message shown when it is done. */
  says?: string | ((answer: Answer, input: Input) => string);
  onDone?: (answer: Answer, input: Input) => unknown;
};

/**
 * A change of stored data. Records depend on each other (a payment changes its invoice, the totals and the overview),
 * so all cached answers become stale, and visible ones are reloaded at once.
 */
export function useChange<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  { says, onDone }: Options<Answer, Input> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (answer, input) => {
      if (says) toast(typeof says === "string" ? says : says(answer, input));
      await onDone?.(answer, input);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    },
  });
}
