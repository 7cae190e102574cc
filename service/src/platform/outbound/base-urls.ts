/** Where companies may say that a gateway or an authority is; outside production anywhere that is public. */
export type AllowedBaseUrls = readonly string[] | "any";

/**
 * Whoever sets the base address of a gateway says who is asked whether money has come in, so in production it is the
 * operator who lists them. An entry allows itself and the paths below it, at the same scheme, host and port.
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
export const baseUrlNotAllowed = `is not an address that the operator of this service allows in production. Ask the operator to add it to ${setting}`;

/** Why a stored address is not used any more. */
export const baseUrlWithdrawn = `the address that is set for it is not among those that the operator allows with ${setting}`;
