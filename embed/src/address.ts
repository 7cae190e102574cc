/** A page that a buyer may be sent to: of the service's own site, and never a script that looks like an address. */
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
