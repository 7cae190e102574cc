import type { Context } from "../../../context.ts";
import { type GatewayChoice, gatewayInUse } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import { urlFault } from "../../../platform/outbound/addresses.ts";

type Config = Context["config"];

/** Named after the gateways, whose notifications come in on the same paths; the last is for companies without one. */
export const gatewaySegments = ["sandbox", "paystack", "stripe", "gateway"] as const;

/** The service's own receiver, on the path that is named after the company's gateway. */
export function defaultUrl({ siteUrl, environment }: Config, gateway: GatewayChoice | null): string {
  const inUse = gatewayInUse(environment, gateway);
  return ownReceiver(siteUrl, inUse === "none" ? "gateway" : inUse);
}

const ownReceiver = (siteUrl: string, segment: string) => `${siteUrl}/${segment}/webhook`;

const howToAllowLocal =
  "for development, the operator can allow it by starting the service with BILLFOLD_ALLOW_LOCAL_WEBHOOKS=1";

/** For a configured address; where its host name leads is checked on every connection. */
export function requireAllowed(config: Config, url: string): void {
  // Only our own receiver is exempt, not other paths at its origin.
  const fault = urlFault(url, { ...config.outbound, exemptOrigins: [] });
  if (!fault || gatewaySegments.some((segment) => url === ownReceiver(config.siteUrl, segment))) return;
  const local = urlFault(url, { ...config.outbound, allowLocal: true }) === undefined;
  const advice = local && config.environment !== "production" ? `; ${howToAllowLocal}` : "";
  throw invalidField("url", fault + advice);
}
