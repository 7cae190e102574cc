import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "./toast.tsx";

type ChangeOptions<Input, Answer> = {
  /** The addresses whose answers are stale afterwards; lists and records below them go along. */
  stale?: readonly string[];
  /** Said in passing when it is done. */
  says?: string;
  onDone?: (answer: Answer, input: Input) => void;
};

/** Something that is asked of the service and changes what it knows. */
export function useChange<Input = void, Answer = unknown>(
  ask: (input: Input) => Promise<Answer>,
  { stale = [], says, onDone }: ChangeOptions<Input, Answer> = {},
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: async (answer, input) => {
      onDone?.(answer, input);
      if (says) toast(says);
      await Promise.all(
        stale.map((path) =>
          client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) }),
        ),
      );
    },
  });
}
