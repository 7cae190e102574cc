import { type Html, html, markupOf, verbatim } from "../../platform/html.ts";
import type { DocsBundle, Guide } from "./bundle.ts";
import type { Hit } from "./search.ts";

/** The URLs of the files that every page needs. */
export type Assets = { style: string; script: string };

type Sheet = {
  title: string;
  bundle: DocsBundle;
  assets: Assets;
  /** The guide that is open. */
  guide?: Guide;
  /** The page is the table of contents. */
  isContents?: boolean;
  /** The page has its own search form. */
  searches?: boolean;
  main: Html;
};

export function guidePage(bundle: DocsBundle, assets: Assets, guide: Guide): string {
  const all = isReference(guide) ? bundle.reference : bundle.groups.flatMap(({ guides }) => guides);
  const at = all.indexOf(guide);
  const [before, after] = [all[at - 1], all[at + 1]];
  const main = html`<article>${verbatim(guide.html)}</article>
<nav class="turn" aria-label="Next and previous guide">${
    before
      ? html`<a rel="prev" href="/docs/${before.name}"><small>Before</small>${before.label}</a>`
      : html`<a rel="prev" href="/docs"><small>Before</small>All guides</a>`
  }${after && html`<a rel="next" href="/docs/${after.name}"><small>Next</small>${after.label}</a>`}</nav>
<p class="source"><a href="/docs/${guide.name}.md">This page as Markdown</a></p>`;
  return layOut({ title: guide.title, bundle, assets, guide, main });
}

export function contentsPage(bundle: DocsBundle, assets: Assets): string {
  return layOut({
    title: "Documentation",
    isContents: true,
    bundle,
    assets,
    main: html`<article class="contents">${verbatim(bundle.contents.html)}</article>`,
  });
}

export function searchPage(
  bundle: DocsBundle,
  assets: Assets,
  question: string,
  hits: readonly Hit[],
): string {
  const found = hits.map(
    ({ guide, heading, address, excerpt }) =>
      html`<li><a href="${address}">${heading}</a>${
        heading !== guide.title && html` <small>${guide.label}</small>`
      }<p>${excerpt.map((piece, index) => (index % 2 === 1 ? html`<mark>${piece}</mark>` : piece))}</p></li>`,
  );
  const main = html`<article><h1>Search</h1>${searchForm("found", question)}
<p role="status">${countOf(question, hits)}</p>${hits.length > 0 && html`<ol class="hits">${found}</ol>`}
</article>`;
  return layOut({
    title: question === "" ? "Search" : `Search: ${question}`,
    bundle,
    assets,
    searches: true,
    main,
  });
}

function countOf(question: string, hits: readonly Hit[]): string {
  if (question === "") return "Search for a field, an error code, a status or any other word.";
  const [first] = hits;
  if (!first) return `No results for “${question}”. Try fewer or different words.`;
  if (!first.isWhole) return "No section contains all of these words. These are the closest matches.";
  return hits.length === 1 ? "1 result." : `${hits.length} results.`;
}

export function missingPage(bundle: DocsBundle, assets: Assets): string {
  const main = html`<article><h1>Page not found</h1>
<p>The address may be old or mistyped. Search for what you need, or see <a href="/docs">all guides</a> or the <a href="/docs/reference">API reference</a>.</p>
${searchForm("missing", "")}</article>`;
  return layOut({ title: "Page not found", bundle, assets, searches: true, main });
}

function layOut({ title, bundle, assets, guide, isContents, searches, main }: Sheet): string {
  const headings = guide?.sections.filter(({ depth }) => depth === 2 || depth === 3) ?? [];
  return markupOf(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title} · Billfold</title>${guide && html`<meta name="description" content="${guide.summary}">`}<link rel="icon" href="${icon}"><link rel="stylesheet" href="${assets.style}"><script defer src="${assets.script}"></script></head>
<body><a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="mark" href="/">${verbatim(logo)}<span>Billfold</span></a>
<nav class="ways" aria-label="Documentation"><button type="button" class="only-narrow" popovertarget="guides">Guides</button>${
    headings.length > 1 &&
    html`<button type="button" class="only-narrow" popovertarget="headings">On this page</button>`
  }<a class="only-wide" href="/docs"${currentIf(isContents === true)}>Guides</a><a class="only-wide" href="/docs/reference"${currentIf(guide?.name === "reference")}>Reference</a><a class="only-phone" href="/docs/search"${currentIf(searches === true)}>Search</a></nav>
${searches !== true && searchForm("top", "")}</header>
<div class="columns"><nav id="guides" class="side" popover aria-label="Guides"><ul><li><a href="/docs"${currentIf(isContents === true)}>All guides</a></li></ul>${bundle.groups.map(
    ({ title: group, guides }) =>
      html`<p>${group}</p><ul>${guides.map(
        ({ name, label }) =>
          html`<li><a href="/docs/${name}"${currentIf(name === guide?.name)}>${label}</a></li>`,
      )}</ul>`,
  )}<p>API</p><ul>${
    guide && isReference(guide)
      ? bundle.reference.map(
          ({ name, label }, index) =>
            html`<li><a href="/docs/${name}"${currentIf(name === guide.name)}>${index === 0 ? "API reference" : label}</a></li>`,
        )
      : html`<li><a href="/docs/reference">API reference</a></li>`
  }<li><a href="/api/v1/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li></ul></nav>
<main id="main" tabindex="-1">${main}</main>
${
  headings.length > 1 &&
  html`<nav id="headings" class="side" popover aria-label="On this page"><p>On this page</p><ul>${headings.map(
    ({ id, heading, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${heading}</a></li>`,
  )}</ul></nav>`
}</div></body></html>
`);
}

const isReference = ({ name }: Guide) => /^reference(\/|$)/.test(name);

const currentIf = (isCurrent: boolean) => isCurrent && html` aria-current="page"`;

const searchForm = (place: string, question: string) =>
  html`<form class="search" role="search" aria-label="Guides, ${place}" action="/docs/search"><label for="q-${place}">Search the guides</label><input id="q-${place}" type="search" name="q" value="${question}" maxlength="100" placeholder="Search" autocomplete="off"><button>Search</button></form>`;

/** A wallet with its clasp, as on the site. */
const logo =
  '<svg aria-hidden="true" viewBox="0 0 32 32"><path class="back" d="M5 9a3 3 0 0 1 3-3h17v20H8a3 3 0 0 1-3-3z"/><path class="front" d="M5 9a3 3 0 0 0 3 3h19v11a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3z"/><circle cx="22" cy="19" r="2"/></svg>';

// The icon is inlined, because a browser would otherwise request /favicon.ico.
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M5 9a3 3 0 0 1 3-3h17v20H8a3 3 0 0 1-3-3z' fill='%2307523b'/%3E%3Cpath d='M5 9a3 3 0 0 0 3 3h19v11a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3z' fill='%230a6b4e'/%3E%3C/svg%3E";
