import type { Gateway } from "billfold-sandbox/gateway";
import { pick } from "./size.fixture.ts";

type Plan = Parameters<Gateway["faults"]["set"]>[0];

const nothing = null;
const once = <const Fault extends string>(fault: Fault) => ({ fault, times: 1 });

/** What each part of the gateway may do next; what stands there more often happens more often. */
const chances = {
  notifications: [
    ...[nothing, nothing, nothing],
    ...([{ fault: "lost" }, { fault: "twice" }, { fault: "forged" }] as const),
    ...([
      { fault: "parallel", copies: 5 },
      { fault: "late", ms: 300 },
    ] as const),
  ],
  verify: [
    ...Array<typeof nothing>(16).fill(nothing),
    ...[once("hang"), once("down"), once("cut_after"), once("error"), once("garbage"), once("busy")],
  ],
  initialize: [
    ...Array<typeof nothing>(24).fill(nothing),
    ...[once("hang_after"), once("cut_after"), once("cut_after"), once("down"), once("error")],
  ],
  refund: [nothing, nothing, once("cut_after"), once("cut_after"), once("down"), once("error")],
  refunds: [nothing, nothing, nothing, once("down"), once("garbage")],
  refund_ends: [nothing, nothing, nothing, nothing, "failed"],
} satisfies { [Part in keyof Plan]: Plan[Part][] };

/** Changes what goes wrong at the gateway from now on; whoever does something next meets it. */
export function changeWeather({ faults }: Gateway, chance: () => number): void {
  const plan = Object.entries(chances).map(([part, choices]) => [part, pick<unknown>(choices, chance)]);
  faults.set(Object.fromEntries(plan) as Plan);
}
