/**
 * Paths of a link's pages, for the buyer of one attempt if the link has many buyers. They are derived from the link's URL, because the site may be mounted below a path, and have
 * no host, because the buyer may use another one, such as a tunnel or a local address.
 */
export function addressesOf(checkoutUrl: string, attempt: string | null = null) {
  // There is exactly one leading slash: after two, the browser would parse the next segment as a host.
  const page = new URL(checkoutUrl).pathname.replace(/^\/+/, "/").replace(/(^|[^/])\/+$/, "$1");
  const own = attempt === null ? "" : `?attempt=${encodeURIComponent(attempt)}`;
  return {
    page: `${page}${own}`,
    pay: `${page}/pay`,
    receipt: `${page}/receipt${own}`,
    receiptPdf: `${page}/receipt.pdf${own}`,
  };
}

/** The URL of an external page, or null if a browser must not be sent there. */
export function webAddress(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).href : null;
}
