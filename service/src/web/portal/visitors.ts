import type { Context } from "../../context.ts";
import { tooMany } from "../../contract/errors.ts";
import { createRateLimiter } from "../../platform/ops/rate-limit.ts";

// A page shows a handful of panels, and many people may share an address.
const ofOneCompany = { rate: 5, burst: 60 };
const ofAllCompanies = { rate: 25, burst: 300 };

/** Throws 429 when a visitor asks too much, of one company or of all together. */
export function createVisitorLimit({ clock }: Pick<Context, "clock">) {
  const takeHere = createRateLimiter(ofOneCompany, clock);
  const takeAnywhere = createRateLimiter(ofAllCompanies, clock);
  return (address: string, companyId: number): void => {
    const network = networkOf(address);
    const seconds = takeAnywhere(network) || takeHere(`${network} ${companyId}`);
    if (seconds === 0) return;
    throw tooMany(
      "rate_limited",
      `Too many requests from this address. Wait ${seconds} s, then try again.`,
      seconds,
    );
  };
}

/** Whoever has one IPv6 address usually has the whole /64 around it. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [left = "", right] = address.split("::");
  const [head, tail] = [left, right ?? ""].map((part) => part.split(":").filter(Boolean));
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head!.length - tail!.length);
  const groups = [...head!, ...Array<string>(zeros).fill("0"), ...tail!];
  return groups.slice(0, 4).join(":");
}
