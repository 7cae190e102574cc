import { type Html, html, markupOf, verbatim } from "../../platform/html.ts";
import { accentStylesheet, hashOf, stylesheet, stylesheetHash } from "./style.ts";
import { type CheckoutTexts, checkoutTexts } from "./texts/texts.ts";

export type Page = { status: number; html: string; headers: Record<string, string> };

/** A company's own look. */
export type PageLook = {
  /** In place of the company's first letter: an address on this site. */
  logo: PageLogo | null;
  /** The colour of buttons and links. */
  accent: string | null;
};
type PageLogo = { path: string; width: number; height: number };

type LayoutTexts = Pick<CheckoutTexts, "locale" | "direction" | "sandbox">;

type LayoutOptions = {
  /** English for the pages that only developers see. */
  texts?: LayoutTexts;
  status: number;
  title: string;
  /** Null if it is unknown, such as for a link that does not exist. */
  companyName: string | null;
  isSandbox: boolean;
  look?: PageLook | undefined;
  /** Uses two columns on wide screens. */
  isWide?: boolean;
  main: Html;
  footer?: Html;
  /** The page reloads after this many seconds. */
  refreshSeconds?: number;
  /** Origins besides this site that a form may lead to: browsers apply the policy to redirects too. */
  formOrigins?: readonly string[];
  headers?: Record<string, string>;
  /** What a page can do without, and is better with; its hash is the only one that the policy allows. */
  script?: string;
  /** What a messenger shows beside a link to the page: readers who were not asked see it, so it has no figures. */
  shared?: { title: string; description: string };
};

/** The layout of every page, and the headers that block external content. */
export function renderLayout(sheet: LayoutOptions): Page {
  const {
    texts = checkoutTexts.en,
    status,
    title,
    companyName,
    isSandbox,
    isWide,
    main,
    footer,
    refreshSeconds,
    headers,
    shared,
    script,
  } = sheet;
  const accented = sheet.look?.accent ? accentStylesheet(sheet.look.accent) : undefined;
  const page = html`<!doctype html>
<html lang="${texts.locale}" dir="${texts.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${tidy(title)}</title>${
    shared &&
    html`<meta property="og:type" content="website"><meta property="og:title" content="${tidy(shared.title)}"><meta property="og:description" content="${tidy(shared.description)}">`
  }<link rel="icon" href="${icon}"><style>${verbatim(stylesheet)}</style>${accented && html`<style>${verbatim(accented)}</style>`}</head>
<body>${(isSandbox || companyName !== null) && banner(sheet, texts)}
<div class="page${isWide === true && " two"}"><main>${main}</main>
${footer && html`<footer>${footer}</footer>`}</div>${script && html`<script>${verbatim(script)}</script>`}</body></html>
`;
  return {
    status,
    html: markupOf(page),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": texts.locale,
      "content-security-policy": policy(sheet, accented),
      // Anybody who has the URL can see and pay the link, so it is neither sent as a referrer nor cached.
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      ...(refreshSeconds !== undefined && { refresh: String(refreshSeconds) }),
      ...headers,
    },
  };
}

function banner({ companyName, isSandbox, isWide, look }: LayoutOptions, texts: LayoutTexts): Html {
  const letter = companyName === null ? undefined : /[\p{L}\p{N}]/u.exec(companyName)?.[0].toUpperCase();
  const mark = letter !== undefined && html`<span class="mark" aria-hidden="true">${letter}</span>`;
  return html`<header>${isSandbox && html`<p class="test">${texts.sandbox}</p>`}${
    companyName !== null &&
    html`<div class="page${isWide === true && " two"}"><p class="company">${
      look?.logo ? logoImage(look.logo) : mark
    }<bdi>${companyName}</bdi></p></div>`
  }</header>`;
}

// In pixels of the page.
const logoWidthMax = 150;
const logoHeightMax = 48;

/** The name is beside it, so the picture has no text of its own. */
function logoImage({ path, width, height }: PageLogo): Html {
  const scale = Math.min(logoWidthMax / width, logoHeightMax / height);
  return html`<img src="${path}" alt="" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}">`;
}

function policy({ formOrigins = [], look, script }: LayoutOptions, accented: string | undefined): string {
  // The origins are parsed and re-serialised, so that nothing else gets into the header.
  const origins = formOrigins.map((origin) => new URL(origin).origin);
  return [
    "default-src 'none'",
    ["style-src", `'${stylesheetHash}'`, ...(accented ? [`'${hashOf(accented)}'`] : [])].join(" "),
    ...(script ? [`script-src '${hashOf(script)}'`] : []),
    look?.logo ? "img-src 'self' data:" : "img-src data:",
    ["form-action 'self'", ...new Set(origins)].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// The icon is inlined, because a browser would otherwise request /favicon.ico.
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230a6b4e'/%3E%3Cpath d='M3 5h10v6H3zm0 2h10' fill='none' stroke='%23fff'/%3E%3C/svg%3E";

/** For a title, where no element can isolate direction marks in a name from the rest of the text. */
function tidy(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ");
}
