import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../data/api.ts";
import { ErrorNote } from "./error-note.tsx";
import { ListSkeleton } from "./skeleton.tsx";

/** What the service says at an address, kept under that address: `useAnswer<{ usage: Usage }>("/usage")`. */
export function useAnswer<Answer>(path: string): UseQueryResult<Answer> {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Answer>("GET", path, undefined, { signal }),
  });
}

type LoadedProps<Answer> = {
  answer: UseQueryResult<Answer>;
  children: (data: Answer) => ReactNode;
  /** What holds the place meanwhile. */
  waiting?: ReactNode;
};

/** Shows what was loaded, or that it is loading, or why it was not and a way to try again. */
export function Loaded<Answer>({
  answer,
  children,
  waiting = <ListSkeleton rows={4} />,
}: LoadedProps<Answer>) {
  if (answer.data !== undefined) return children(answer.data);
  if (answer.error) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  return waiting;
}
