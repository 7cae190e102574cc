/** Faults that tests can request. */
export type Faults = {
  /** Applies to every call or to one kind, for `times` calls; without `times`, until `clear`. */
  set(fault: Fault, options?: { call?: Call; times?: number }): void;
  clear(): void;
};

export type Fault =
  /** The connection is closed without a response. */
  | "down"
  /** The request is not processed and gets no response. */
  | "hang"
  /** The request is processed, but gets no response. */
  | "hang_after"
  | "error"
  | "garbage"
  | "unauthorized"
  | "forbidden"
  | "rate_limited";

export type Call =
  | "create_session"
  | "retrieve_session"
  | "list_sessions"
  | "create_refund"
  | "list_refunds"
  | "list_disputes";

export function createFaults(): Faults & { take(call: Call): Fault | undefined } {
  const ordered: { fault: Fault; call: Call | undefined; left: number }[] = [];
  return {
    set: (fault, { call, times = Number.POSITIVE_INFINITY } = {}) => {
      ordered.push({ fault, call, left: times });
    },
    clear: () => {
      ordered.length = 0;
    },
    take: (call) => {
      const next = ordered.find((one) => one.left > 0 && (one.call ?? call) === call);
      if (next) next.left -= 1;
      return next?.fault;
    },
  };
}
