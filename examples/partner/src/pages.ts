import type { PanelTag } from "./setup.ts";

type File = { type: string; text: string };

/** All pages of the shop. The panel is one tag in each page. */
export function siteFiles(tag: PanelTag): ReadonlyMap<string, File> {
  const order = page(
    "Order",
    "Order online",
    "Choose what you need. You pay on the secure page of our payment service.",
    panel(tag, { "data-order-url": "/order" }),
  );
  const thanks = page(
    "Your order",
    "Thank you for your order",
    "Keep this page: it always shows how your order stands.",
    // The invoice's token is in the page's address: /thanks?invoice=pt_…
    `${panel(tag, { "data-invoice-id": "invoice" })}<p><a href="/">Order something else</a></p>`,
  );
  return new Map([
    ["/", { type: "text/html", text: order }],
    ["/thanks", { type: "text/html", text: thanks }],
    ["/shop.css", { type: "text/css", text: style }],
    ["/shop.js", { type: "text/javascript", text: script }],
    ["/favicon.ico", { type: "image/svg+xml", text: icon }],
  ]);
}

/** The strictest policy possible. The panel needs two permissions: its script, and requests to the API. */
export function policyFor({ script: address }: PanelTag): string {
  const { origin } = new URL(address);
  return [
    "default-src 'none'",
    `script-src 'self' ${origin}`,
    `connect-src 'self' ${origin}`,
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function panel({ script: address, companyId, appId }: PanelTag, attributes: Record<string, string>): string {
  const all = { src: address, "data-company-id": companyId, "data-app-id": appId, ...attributes };
  const written = Object.entries(all).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return `<script async ${written.join(" ")}></script>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, heading: string, text: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · The sample shop</title><link rel="stylesheet" href="/shop.css"><script src="/shop.js" defer></script></head>
<body><header><p>The sample shop</p></header>
<main><h1>${heading}</h1><p>${text}</p>${content}</main></body></html>
`;

/** A buyer who goes back from the payment page gets the thank-you page and not an empty form. */
const script = `document.addEventListener("billfold:state", ({ detail }) => {
  if (detail.state === "ordered" && detail.portal_token) {
    history.replaceState(null, "", "/thanks?invoice=" + encodeURIComponent(detail.portal_token));
  }
});
`;

const style = `:root{color-scheme:light dark}
body{margin:0;background:#f6f1ea;color:#2b2118;font:1rem/1.5 Georgia,serif}
header{padding:1rem;background:#5a2d0c;color:#fff;font-weight:bold}
header p{max-width:64rem;margin:0 auto}
main{max-width:64rem;margin:0 auto;padding:1rem}
main>p{margin:0 0 1.5rem}
h1{margin:.5rem 0;line-height:1.2}
a{color:inherit}
billfold-panel{margin-bottom:1.5rem}
@media (prefers-color-scheme:dark){body{background:#1c1713;color:#f2e9df}}
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#5a2d0c"/></svg>`;
