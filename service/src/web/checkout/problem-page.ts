import type { Language } from "../../contract/languages.ts";
import { type Html, html } from "../../platform/html.ts";
import { addressesOf } from "./addresses.ts";
import { sign } from "./icons.ts";
import { type Page, renderLayout } from "./layout.ts";
import { type CheckoutTexts, checkoutTexts } from "./texts/texts.ts";

type ProblemTexts = CheckoutTexts["problems"];

/** Why a link's page cannot be shown. `checkoutUrl` is set if going back there makes sense. */
export type Problem = {
  checkoutUrl?: string | undefined;
  /** The request id in our log, to quote when asking for help. */
  requestId?: string | undefined;
} & (
  | { name: "missing" | "insecure" | "declined" | "fault" }
  | { name: "refused"; status?: 413 | 422 | undefined }
  | { name: "busy" | "down"; retryAfterSeconds?: number | undefined }
  /** The gateway did not open its page, so nothing was charged. If a charge is possible, use `down`. */
  | {
      name: "unreachable";
      status?: 502 | 503 | undefined;
      retryAfterSeconds?: number | undefined;
    }
);

const statuses = {
  missing: 404,
  insecure: 403,
  declined: 502,
  busy: 429,
  unreachable: 503,
  down: 503,
  refused: 422,
  fault: 500,
};

export function renderProblem(problem: Problem, language: Language = "en"): Page {
  const all = checkoutTexts[language];
  const texts = all.problems;
  const { heading, what, cure } = say(texts, problem);
  const { checkoutUrl, requestId } = problem;
  const retryAfter = "retryAfterSeconds" in problem ? problem.retryAfterSeconds : undefined;
  return renderLayout({
    texts: all,
    status: ("status" in problem && problem.status) || statuses[problem.name],
    title: heading,
    companyName: null,
    isSandbox: false,
    main: html`<section class="card">${sign("stop")}<h1>${heading}</h1><div class="says"><p>${what}</p><p>${cure}</p></div>
${checkoutUrl !== undefined && html`<div class="actions">${nextStep(texts, problem.name, checkoutUrl)}</div>`}</section>`,
    ...(requestId !== undefined && { footer: html`<p>${texts.requestId} ${requestId}</p>` }),
    ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }),
  });
}

/** Links back to the link's page, unless that page is the problem. */
function nextStep(texts: ProblemTexts, problem: Problem["name"], checkoutUrl: string): Html {
  const isInsecure = problem === "insecure";
  const address = isInsecure ? checkoutUrl : addressesOf(checkoutUrl).page;
  return html`<a class="button" href="${address}">${isInsecure ? texts.insecure.onward : texts.back}</a>`;
}

function say(texts: ProblemTexts, problem: Problem): { heading: string; what: string; cure: string } {
  switch (problem.name) {
    case "busy":
      return { ...texts.busy, cure: texts.busy.cure(wait(texts, problem.retryAfterSeconds)) };
    default:
      return texts[problem.name];
  }
}

function wait(texts: ProblemTexts, seconds: number | undefined): string {
  if (seconds === undefined) return texts.moment;
  return seconds < 60 ? texts.seconds(seconds) : texts.minutes(Math.ceil(seconds / 60));
}
