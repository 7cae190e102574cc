import type { ApiError } from "../contract/errors.ts";
import type { Language } from "../contract/languages.ts";
import { html } from "../platform/html.ts";
import { sign } from "./checkout/icons.ts";
import { type Page, renderLayout } from "./checkout/layout.ts";
import { checkoutTexts } from "./checkout/texts/texts.ts";

type Problem = { heading: string; what: string; cure: string };

/** What a page says of its problems, in its own words. */
export type ProblemTexts = { back: string } & Record<"missing" | "later" | "refused" | "fault", Problem>;

/** Why the page of a quote or an invoice can't be shown; `path` leads back to it where that makes sense. */
export function renderDocumentProblem(
  error: Pick<ApiError, "status" | "code" | "headers">,
  language: Language,
  texts: ProblemTexts,
  path: string,
  requestId: string,
): Page {
  const common = checkoutTexts[language];
  const isInsecure = error.code === "https_required";
  const { heading, what, cure } = isInsecure ? common.problems.insecure : texts[kindOf(error.status)];
  const retryAfter = error.headers["retry-after"];
  return renderLayout({
    texts: common,
    status: error.status,
    title: heading,
    companyName: null,
    isSandbox: false,
    main: html`<section class="card">${sign("stop")}<h1>${heading}</h1><div class="says"><p>${what}</p><p>${cure}</p></div>
${error.status !== 404 && !isInsecure && html`<div class="actions"><a class="button" href="${path}">${texts.back}</a></div>`}</section>`,
    footer: html`<p>${common.problems.requestId} ${requestId}</p>`,
    ...(retryAfter !== undefined && { headers: { "retry-after": retryAfter } }),
  });
}

function kindOf(status: number): "missing" | "later" | "refused" | "fault" {
  if (status === 404) return "missing";
  if (status === 429 || status === 503) return "later";
  return status >= 500 ? "fault" : "refused";
}
