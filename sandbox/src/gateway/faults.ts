import { anyOf, object, oneOf, type Shape, whole } from "./shape.ts";

/** Faults that tests can request. */
export type Faults = {
  /** The given members replace earlier ones; null removes a fault. */
  set(plan: FaultPlan): void;
  clear(): void;
  plan(): FaultPlan;
  /** The fault for this call, if any; taking it uses up one of its `times`. */
  take(call: Call): CallFault | undefined;
  takeNotification(): NotificationFault | undefined;
};

/** `refunds` covers both the list and a single refund. */
export type Call = "initialize" | "verify" | "refund" | "refunds" | "dispute" | "disputes";

export const callFaults = [
  /** The connection is closed before the request is processed. */
  "down",
  "hang",
  /** The request is processed, but no response is sent. */
  "hang_after",
  "cut_after",
  "error",
  "garbage",
  "unauthorized",
  "busy",
] as const;
export type CallFault = (typeof callFaults)[number];

export type NotificationFault =
  | { fault: "lost" | "twice" | "forged" }
  | { fault: "parallel"; copies: number }
  | { fault: "late"; ms: number };

type Times = { times?: number };

export type FaultPlan = {
  [call in Call]?: (Times & { fault: CallFault }) | null;
} & {
  notifications?: (Times & NotificationFault) | null;
  /** Makes verifications return false data. */
  reports?: Report | null;
  /** The final state of refunds from now on. */
  refund_ends?: "failed" | null;
};

export type Report =
  | "wrong_amount"
  | "wrong_currency"
  | "wrong_reference"
  | { status: string }
  /** In minor units. */
  | { amount: number };

const calls: readonly Call[] = ["initialize", "verify", "refund", "refunds", "dispute", "disputes"];
const times = { times: whole };
const callShape = object({ fault: oneOf(...callFaults) }, times);

/** Validates faults that are set over HTTP. */
export const faultPlanShape: Shape = object(
  {},
  {
    ...Object.fromEntries(calls.map((call) => [call, anyOf(null, callShape)])),
    notifications: anyOf(
      null,
      object({ fault: oneOf("lost", "twice", "forged") }, times),
      object({ fault: oneOf("parallel"), copies: whole }, times),
      object({ fault: oneOf("late"), ms: whole }, times),
    ),
    reports: anyOf(
      null,
      oneOf("wrong_amount", "wrong_currency", "wrong_reference"),
      object({ status: "text" }),
      object({ amount: whole }),
    ),
    refund_ends: anyOf(null, oneOf("failed")),
  },
);

export function createFaults(): Faults {
  let plan: FaultPlan = {};
  const take = <Name extends Call | "notifications">(name: Name): FaultPlan[Name] | undefined => {
    const set = plan[name];
    if (!set) return undefined;
    if (set.times !== undefined) {
      const left = set.times - 1;
      plan = { ...plan, [name]: left > 0 ? { ...set, times: left } : null };
    }
    return set;
  };
  return {
    set: (changes) => {
      plan = { ...plan, ...changes };
    },
    clear: () => {
      plan = {};
    },
    plan: () => plan,
    take: (call) => take(call)?.fault,
    takeNotification: () => take("notifications") ?? undefined,
  };
}
