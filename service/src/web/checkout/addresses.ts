/**
 * Paths of a link's pages. They are derived from the link's own address, because the site may live below a path, and
 * have no host, because the buyer may use another one, such as a tunnel or a local address.
 */
export function addressesOf(checkoutUrl: string) {
  // Exactly one leading slash: after two, the browser would read what follows as a host.
  const page = new URL(checkoutUrl).pathname.replace(/^\/+/, "/").replace(/(^|[^/])\/+$/, "$1");
  return { page, pay: `${page}/pay`, receipt: `${page}/receipt`, receiptPdf: `${page}/receipt.pdf` };
}

/** A foreign page, if it is one that a browser may be sent to. */
export function webAddress(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).href : null;
}
