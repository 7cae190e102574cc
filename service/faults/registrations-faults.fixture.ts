import type { Authority } from "billfold-sandbox/authority";

type Chance = Parameters<Authority["faults"]["chance"]>[0];

const lost = ["reset_after", "truncated_after", "http_500_after", "http_503_after", "empty_200_after"];
const refused = ["reset_before", "http_500", "http_503", "html_200"];
const strange = ["ok_without_irn", "ok_without_irn_after", "wrong_irn", "bad_signature"];

/**
 * The possible faults of each operation. Most responses take a moment, so that a service is killed while it waits for
 * one; those that never come take ten seconds, and are rare.
 */
const faultChances: Omit<Chance, "seed">[] = [
  { match: { op: "any" }, probability: 0.6, faults: ["slow:60", "slow:250", "slow:700"] },
  { match: { op: "any" }, probability: 0.4, faults: ["slow_after:60", "slow_after:250", "slow_after:700"] },
  { match: { op: "submit" }, probability: 0.2, faults: ["confirm_404_lag:1000", "confirm_404_lag:6000"] },
  { match: { op: "submit" }, probability: 0.3, faults: ["pending:3", "pending_for:1500"] },
  { match: { op: "lookup" }, probability: 0.1, faults: ["confirm_404_lag:800"] },
  { match: { op: "submit" }, probability: 0.35, faults: [...lost, ...lost, ...refused, ...strange] },
  // A submission that was certainly not accepted waits for another attempt.
  { match: { op: "submit" }, probability: 0.05, faults: ["auth_401"] },
  { match: { op: "poll" }, probability: 0.2, faults: [...lost, ...refused, ...strange] },
  { match: { op: "lookup" }, probability: 0.2, faults: [...lost, ...refused, ...strange] },
  { match: { op: "submit" }, probability: 0.02, faults: ["timeout_before", "timeout_after"] },
  { match: { op: "lookup" }, probability: 0.01, faults: ["timeout_before"] },
  { match: { op: "poll" }, probability: 0.01, faults: ["timeout_before", "timeout_after"] },
];

/** Makes the authority faulty from now on. The same seed gives every document the same faults. */
export function injectFaults({ faults }: Authority, seed: number): void {
  for (const [at, entry] of faultChances.entries()) faults.chance({ ...entry, seed: `${seed} ${at}` });
}

/** The authority refuses every invoice whose customer has this in its name. */
export const refusedByToken = "SBX-reject_fields:2*999999";
