/** The base URLs that companies may set for a gateway or an authority; outside production, any public address. */
export type AllowedBaseUrls = readonly string[] | "any";

/**
 * The server at a gateway's base URL tells us whether money has arrived, so in production the operator lists the
 * allowed ones. An entry allows itself and the paths below it, at the same scheme, host and port.
 */
export function isAllowedBaseUrl(allowed: AllowedBaseUrls, baseUrl: string): boolean {
  if (allowed === "any") return true;
  if (!URL.canParse(baseUrl)) return false;
  const { origin, pathname } = new URL(baseUrl);
  return allowed.some((entry) => {
    const known = new URL(entry);
    const folder = known.pathname.replace(/\/$/, "");
    return origin === known.origin && (pathname === folder || pathname.startsWith(`${folder}/`));
  });
}

const setting = "BILLFOLD_ALLOWED_BASE_URLS";

/** A phrase that follows the field's name. */
export const baseUrlNotAllowed = `is not an address that the operator of this service allows. Ask the operator to add it to ${setting}`;

/** Why a stored address is no longer used. */
export const baseUrlWithdrawn = `its address is not one that the operator allows with ${setting}`;
