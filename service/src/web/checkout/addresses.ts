/**
 * Paths of a link's pages. They are taken from the link's own address, because the site may live below a path, and
 * have no host, because the buyer may have come by another one, such as a tunnel or an address in the local network.
 */
export function addressesOf(checkoutUrl: string) {
  // One slash at the front: after two the browser would take what follows for a host.
  const page = new URL(checkoutUrl).pathname.replace(/^\/+/, "/").replace(/\/+$/, "");
  return { page, pay: `${page}/pay`, receipt: `${page}/receipt`, receiptPdf: `${page}/receipt.pdf` };
}

/** Somebody else's page, if it is one that a browser may be sent to. */
export function webAddress(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).href : null;
}
