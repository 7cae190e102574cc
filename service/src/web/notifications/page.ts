import type { Language } from "../../contract/languages.ts";
import type { Subscription } from "../../domains/backoffice/notifications/service.ts";
import { type Html, html } from "../../platform/html.ts";
import { sign } from "../checkout/icons.ts";
import { type Page, renderLayout } from "../checkout/layout.ts";
import { checkoutTexts } from "../checkout/texts/texts.ts";
import { name } from "../checkout/values.ts";
import { unsubscribeTexts } from "./texts/texts.ts";

/** Asks once, because programs that check the links in mails open them, or says that it is done. */
export function renderSubscription(
  { company, isOn }: Subscription,
  language: Language,
  path: string,
  isSandbox: boolean,
): Page {
  const texts = unsubscribeTexts[language];
  const common = checkoutTexts[language];
  const main = company && isOn ? ask(company.name, texts, path) : done(company?.id, texts);
  return renderLayout({
    texts: common,
    status: 200,
    title: texts.title,
    companyName: company?.name ?? null,
    isSandbox,
    main,
    footer: html`<p>${common.poweredBy}</p>`,
  });
}

type Texts = (typeof unsubscribeTexts)[Language];

const ask = (company: string, { ask: texts }: Texts, path: string): Html =>
  html`<section class="card"><h1>${texts.heading}</h1><div class="says"><p>${texts.what(name(company))}</p></div>
<form method="post" action="${path}"><button class="button">${texts.button}</button></form></section>`;

function done(companyId: number | undefined, { done: texts, settings }: Texts): Html {
  const address = `/app/settings/account?company=${companyId}`;
  return html`<section class="card">${sign("good")}<h1>${texts.heading}</h1><div class="says"><p>${texts.what}</p></div>
${companyId !== undefined && html`<div class="actions"><a class="button other" href="${address}">${settings}</a></div>`}</section>`;
}
