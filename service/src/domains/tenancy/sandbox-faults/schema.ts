import { Id, nullable, optional, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** What each outside party can do wrong. */
export const faultsOf = {
  authority: ["reject", "timeout", "lost_answer", "error", "slow", "pending"],
  gateway: [
    "decline",
    "late",
    "lost_notification",
    "doubled_notification",
    "amount_mismatch",
    "dispute",
    "refund_pending",
  ],
  webhooks: ["receiver_error"],
} as const;
export type FaultTarget = keyof typeof faultsOf;

const target = words(Object.keys(faultsOf) as FaultTarget[], {
  description: "Who fails: the sandbox authority, the sandbox gateway, or the receiver of your webhooks.",
});
const fault = words(Object.values(faultsOf).flat(), {
  description: "What goes wrong; each is for one target.",
});
export const timesMax = 1000;
export const faultsMax = 100;

const codeMax = 60;
const codePattern = "^[A-Za-z0-9_.-]+$";

export const SandboxFaultCreate = Type.Object(
  {
    target,
    fault,
    times: optional(
      Type.Integer({
        minimum: 1,
        maximum: timesMax,
        description: "How often it happens. Null or left out: until it is removed.",
        examples: [1],
      }),
    ),
    code: optional(
      Type.String({
        maxLength: codeMax,
        pattern: codePattern,
        description:
          "Only for `reject`: the code with which the authority refuses the document, up to 60 letters, digits and `_ . -`. Null or left out: the authority's own, `rejected`.",
        examples: ["tin_unknown"],
      }),
    ),
  },
  { title: "SandboxFaultCreate" },
);
export type SandboxFaultCreate = Type.Static<typeof SandboxFaultCreate>;

export const SandboxFault = Type.Object(
  {
    id: Id,
    target,
    fault,
    times: nullable(Type.Integer()),
    times_left: nullable(
      Type.Integer({ description: "How often it still happens; null: until it is removed." }),
    ),
    code: nullable(
      Type.String({ description: "The code with which the authority refuses; null: the authority's own." }),
    ),
    created_at: Timestamp,
  },
  { title: "SandboxFault" },
);

export const faultExample = {
  id: 1042,
  target: "authority",
  fault: "lost_answer",
  times: 1,
  times_left: 1,
  code: null,
  created_at: "2026-11-15T09:30:00.000Z",
};
