import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "./error-note.tsx";
import { ListSkeleton } from "./skeleton.tsx";

type LoadedProps<Data> = { response: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** Shows the loaded data, a skeleton while it loads, or the error with a button to retry. */
export function Loaded<Data>({ response, children }: LoadedProps<Data>) {
  if (response.data !== undefined) return children(response.data);
  if (response.error) return <ErrorNote error={response.error} onRetry={() => void response.refetch()} />;
  return <ListSkeleton rows={4} />;
}
