import { BlockList, isIP } from "node:net";
import type { RateLimit } from "../../../contract/access.ts";
import { invalid, invalidField } from "../../../contract/errors.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { isCalendarDate } from "../../../platform/values/clock.ts";
import { endOf } from "../../../platform/values/date-times.ts";
import { isNetwork } from "../../../platform/values/networks.ts";

/** What a key is limited to besides its scopes. */
export type KeyLimits = Pick<Tables["api_keys"], "allowed_ips" | "expires_at" | "strict" | "post_rate">;

export const noLimits: KeyLimits = { allowed_ips: [], expires_at: null, strict: false, post_rate: null };

/** As a request gives them; what is absent stays as it is. */
export type GivenLimits = {
  allowed_ips?: readonly string[];
  expires_at?: string | null;
  strict?: boolean;
  post_rate?: number | null;
};

/** Only these, whatever else a request holds. */
export function knownLimits({ allowed_ips, expires_at, strict, post_rate }: GivenLimits): GivenLimits {
  return {
    ...(allowed_ips !== undefined && { allowed_ips }),
    ...(expires_at !== undefined && { expires_at }),
    ...(strict !== undefined && { strict }),
    ...(post_rate !== undefined && { post_rate }),
  };
}

/** The limits after a change. An end in the past is refused: it is not clear whether revoking was meant. */
export function changedLimits(before: KeyLimits, given: GivenLimits, timeZone: string, now: Date): KeyLimits {
  const { allowed_ips = before.allowed_ips, strict = before.strict, post_rate = before.post_rate } = given;
  const faults = (given.allowed_ips ?? []).flatMap((network, index) =>
    // A zone such as %eth0 means something only on one machine.
    isNetwork(network) && !network.includes("%")
      ? []
      : [
          {
            field: `allowed_ips[${index}]`,
            message: "must be an IP address or a network, such as 203.0.113.7 or 203.0.113.0/24",
          },
        ],
  );
  if (faults.length > 0) throw invalid(faults);
  const { expires_at: end } = given;
  const expires_at = end === undefined ? before.expires_at : end === null ? null : expiryOf(timeZone, end);
  if (end && expires_at && expires_at <= now)
    throw invalidField("expires_at", "must be in the future; to end the key now, revoke it");
  return { allowed_ips: [...allowed_ips], expires_at, strict, post_rate };
}

/** A bare date is the last day on which the key works. */
const expiryOf = (timeZone: string, given: string) =>
  isCalendarDate(given) ? endOf(timeZone, given) : new Date(given);

/** Whether the key can be used in a place or at a time where it could not be before. */
export function widens(before: KeyLimits, given: GivenLimits, timeZone: string): boolean {
  const { allowed_ips, expires_at } = given;
  const elsewhere =
    allowed_ips !== undefined &&
    before.allowed_ips.length > 0 &&
    (allowed_ips.length === 0 || allowed_ips.some((network) => !before.allowed_ips.includes(network)));
  const longer =
    expires_at !== undefined &&
    before.expires_at !== null &&
    (expires_at === null || expiryOf(timeZone, expires_at) > before.expires_at);
  return elsewhere || longer;
}

/** The allowed networks in the form that requests are compared with; undefined if every address is allowed. */
export function networksOf(allowedIps: readonly string[]): BlockList | undefined {
  if (allowedIps.length === 0) return undefined;
  const networks = new BlockList();
  for (const network of allowedIps) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return networks;
}

/** An IPv4 address that arrives on an IPv6 socket is written as ::ffff:203.0.113.7; it is compared as IPv4. */
export function isAllowed(networks: BlockList, address: string): boolean {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const version = isIP(plain);
  return version !== 0 && networks.check(plain, version === 6 ? "ipv6" : "ipv4");
}

const burstSeconds = 5;

/** A key may be limited below the plan, never above it. At most five seconds' worth can be sent at once. */
export function limitedRate(plan: RateLimit, postRate: number | null): RateLimit {
  if (postRate === null || postRate >= plan.rate) return plan;
  return { rate: postRate, burst: Math.min(plan.burst, postRate * burstSeconds) };
}
