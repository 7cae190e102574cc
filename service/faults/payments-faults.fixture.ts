import type { Gateway } from "billfold-sandbox/gateway";
import { pick } from "./size.fixture.ts";

type Plan = Parameters<Gateway["faults"]["set"]>[0];

const noFault = null;
const once = <const Fault extends string>(fault: Fault) => ({ fault, times: 1 });

/** The possible faults of each operation of the gateway; one that is listed more often occurs more often. */
const chances = {
  notifications: [
    ...[noFault, noFault, noFault],
    ...([{ fault: "lost" }, { fault: "twice" }, { fault: "forged" }] as const),
    ...([
      { fault: "parallel", copies: 5 },
      { fault: "late", ms: 300 },
    ] as const),
  ],
  verify: [
    ...Array<typeof noFault>(16).fill(noFault),
    ...[once("hang"), once("down"), once("cut_after"), once("error"), once("garbage"), once("busy")],
  ],
  initialize: [
    ...Array<typeof noFault>(24).fill(noFault),
    ...[once("hang_after"), once("cut_after"), once("cut_after"), once("down"), once("error")],
  ],
  refund: [noFault, noFault, once("cut_after"), once("cut_after"), once("down"), once("error")],
  refunds: [noFault, noFault, noFault, once("down"), once("garbage")],
  refund_ends: [noFault, noFault, noFault, noFault, "failed"],
} satisfies { [Part in keyof Plan]: Plan[Part][] };

/** Changes the gateway's faults, which apply from the next request on. */
export function changeFaults({ faults }: Gateway, random: () => number): void {
  const plan = Object.entries(chances).map(([part, choices]) => [part, pick<unknown>(choices, random)]);
  faults.set(Object.fromEntries(plan) as Plan);
}
