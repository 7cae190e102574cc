import { useQueryClient } from "@tanstack/react-query";
import { sessionQuery } from "../session.tsx";

/** A new password and a changed second factor bring a new session, and with it another token against forged requests. */
export function useRefreshSession(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
