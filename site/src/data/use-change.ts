import { type QueryClient, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { toast } from "../ui/toast.tsx";
import { useSend } from "./use-send.ts";

const invoicing = [
  "/lists",
  "/invoices",
  "/credit_notes",
  "/payments",
  "/sales",
  "/quotes",
  "/recurring_invoices",
  "/overview",
  "/search",
  "/usage",
];

/**
 * The paths whose responses are stale after a record of this kind changed. Records depend on each other: a payment
 * changes its invoice and the overview, and drafts show the customer's current name.
 */
export const affectedBy = {
  /** Invoices, sales, credit notes, payments and payment links. */
  invoicing,
  customers: ["/customers", ...invoicing],
  products: ["/products", "/lists", "/search", "/portal"],
} as const;

// Every change writes an audit entry, and most emit an event that is delivered.
const affectedByAll = ["/activity", "/audit", "/webhooks/deliveries", "/webhooks/inbox"];

/** Marks the responses at and below these paths as stale; resolves when the visible ones are loaded again. */
export function invalidate(client: QueryClient, paths: readonly string[]): Promise<void> {
  const stale = [...paths, ...affectedByAll];
  return client.invalidateQueries({
    predicate: ({ queryKey }) => stale.some((path) => isAtOrBelow(String(queryKey[0]), path)),
  });
}

const isAtOrBelow = (address: string, path: string) =>
  address.startsWith(path) && /^[/?]?$/.test(address.charAt(path.length));

type ChangeOptions<Input, Data> = {
  /** The paths whose responses the change makes stale, with everything below them; see `affectedBy`. */
  invalidates: readonly string[];
  /** A toast after success. */
  successMessage?: string | ((data: Data, input: Input) => string);
  onDone?: (data: Data, input: Input) => unknown;
};

/**
 * A change of stored data. It is pending until the visible responses are loaded again, so that a button cannot be
 * pressed a second time while the page still shows the old state.
 */
export function useChange<Input = void, Data = unknown>(
  send: (input: Input) => Promise<Data>,
  { invalidates, successMessage, onDone }: ChangeOptions<Input, Data>,
): UseMutationResult<Data, Error, Input> {
  const client = useQueryClient();
  return useSend({
    mutationFn: send,
    onSuccess: async (data, input) => {
      if (successMessage)
        toast(typeof successMessage === "string" ? successMessage : successMessage(data, input));
      // First, because it may leave the page of a record that no longer exists.
      await onDone?.(data, input);
      await invalidate(client, invalidates);
    },
  });
}
