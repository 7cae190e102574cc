import type { Context } from "../../context.ts";
import { invalidField } from "../../foundation/errors.ts";
import { urlFault } from "../../foundation/outbound/addresses.ts";

type Config = Context["config"];

/** Named after the gateway, whose notifications come in on the same path. Gateways of a company's own come with payments. */
export const gatewaySegments = ["sandbox", "gateway"] as const;

export function defaultUrl({ siteUrl, environment }: Config): string {
  return `${siteUrl}/${environment === "production" ? "gateway" : "sandbox"}/webhook`;
}

const howToAllowLocal =
  "for development, the operator of this service can allow it with BILLFOLD_ALLOW_LOCAL_WEBHOOKS=1";

/** For an address that somebody configures; where a name leads is looked at on every connection. */
export function requireAllowed(config: Config, url: string): void {
  // The own receiver is exempt, not whatever else is to be found at its origin.
  const fault = urlFault(url, { ...config.outbound, exemptOrigins: [] });
  if (!fault || url === defaultUrl(config)) return;
  const local = urlFault(url, { ...config.outbound, allowLocal: true }) === undefined;
  const advice = local && config.environment !== "production" ? `; ${howToAllowLocal}` : "";
  throw invalidField("url", fault + advice);
}
