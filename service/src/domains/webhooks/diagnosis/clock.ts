import { toleranceSeconds, unixSeconds } from "../../../platform/security/signature.ts";
import type { Finding, ReceivedDelivery } from "./diagnose.ts";

/** A time outside the tolerance has one of two causes: a wrong clock, or a request that was held back. */
export function clockFinding(t: string, { receivedAt, now }: ReceivedDelivery): Finding | undefined {
  const age = unixSeconds(receivedAt) - Number(t);
  if (Math.abs(age) <= toleranceSeconds) return undefined;
  const distance = `The signature's time is ${spell(Math.abs(age))} ${age < 0 ? "after" : "before"} the time of receipt; ${toleranceSeconds} seconds are accepted. `;
  const clock = (why: string) => ({
    code: "clock_skew",
    message: `${distance}${why} Synchronise the clock (NTP), and compare in UTC.`,
  });
  if (age < 0) return clock("We do not sign ahead of time, so your receiver's clock is behind.");
  const ahead = now ? unixSeconds(receivedAt) - unixSeconds(now) : 0;
  if (ahead > toleranceSeconds) return clock(`Your receiver's clock is ${spell(ahead)} ahead of ours.`);
  const fromHalfHour = Math.abs(age - Math.round(age / 1800) * 1800);
  if (age <= 14 * 3600 + 60 && fromHalfHour <= 60) {
    return clock("That is a whole number of half hours, so most likely local time was taken for UTC.");
  }
  return {
    code: "too_old",
    message: `${distance}Each of our attempts is signed afresh, so a retry is never old: the request was held back in a queue, or recorded and sent again. Verify when the request arrives, before queueing it; if it was recorded, refuse it. If nothing held it back, check the clock.`,
  };
}

function spell(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86400)} days`;
}
