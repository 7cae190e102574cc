/**
 * Whether a buyer may be sent to this page: only to the service's own site, and never to a script disguised as an
 * address.
 */
export function isOfSite(address: string, portal: string): boolean {
  return isPage(address) && new URL(address).origin === new URL(portal).origin;
}

export function isPage(address: string): boolean {
  try {
    return /^https?:$/.test(new URL(address).protocol);
  } catch {
    return false;
  }
}
