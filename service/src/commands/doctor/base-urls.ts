import type { Config } from "../../config/config.ts";
import { findBaseUrls as findAuthorityUrls } from "../../domains/fiscal/registration/settings-queries.ts";
import { findBaseUrls as findGatewayUrls } from "../../domains/payments/gateways/queries.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isAllowedBaseUrl } from "../../platform/outbound/base-urls.ts";
import { type Finding, problem } from "./finding.ts";

const listedMax = 1_000;

type Known = { base_url: string; companies: string[] };

/** Stored addresses of gateways and authorities that the operator does not allow: nothing is sent to them. */
export async function findForbiddenBaseUrls(
  { environment, allowedBaseUrls }: Pick<Config, "environment" | "allowedBaseUrls">,
  db: Queryable,
): Promise<{ says: string; cure: string }[]> {
  if (allowedBaseUrls === "any") return [];
  const [gateways, authorities] = await Promise.all([
    findGatewayUrls(db, listedMax),
    findAuthorityUrls(db, environment, listedMax),
  ]);
  const reported = (what: string, command: string, { base_url, companies }: Known) => ({
    says: `${base_url} is the base URL of a ${what} of company ${companies.join(", ")}, but it is not in BILLFOLD_ALLOWED_BASE_URLS, so nothing is sent there`,
    cure: `Add it to BILLFOLD_ALLOWED_BASE_URLS if you trust it, or change it with '${command} --company …'.`,
  });
  const isForbidden = ({ base_url }: Known) => !isAllowedBaseUrl(allowedBaseUrls, base_url);
  return [
    ...gateways.filter(isForbidden).map((row) => reported("gateway", "billfold gateway set", row)),
    ...authorities.filter(isForbidden).map((row) => reported("authority", "billfold einvoicing set", row)),
  ];
}

export async function checkBaseUrls(asked: { config: Config; db: Queryable }): Promise<Finding[]> {
  const found = await findForbiddenBaseUrls(asked.config, asked.db);
  return found.map(({ says, cure }) => problem("base addresses", says, cure));
}
