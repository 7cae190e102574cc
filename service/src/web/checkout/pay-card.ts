import { type Html, html } from "../../platform/html.ts";
import { qrPng } from "../../platform/qr.ts";
import { showMethod } from "../../platform/values/format.ts";
import { addressesOf } from "./addresses.ts";
import { emailFault } from "./form.ts";
import { icon } from "./icons.ts";
import type { CheckoutTexts } from "./texts/texts.ts";
import { amountOf, gatewayName, headlineAmount, moment, subject, subjectDetail } from "./values.ts";
import type { CheckoutState, CheckoutView } from "./view.ts";

type Payable = CheckoutState & { name: "payable" };

/** The amount, the button, and what buyers want to know before they press it. */
export function payCard(view: CheckoutView, state: Payable): Html {
  const { payable: texts } = view.texts;
  const detail = subjectDetail(view);
  const problemIsEmail =
    view.asksEmail && state.email !== undefined && emailFault(state.email, view.texts) !== null;
  const notice =
    state.problem !== null && !problemIsEmail && state.typed?.fault == null && alert(texts, state.problem);
  return html`<section class="card"><h1 class="what">${subject(view)}</h1>${detail && html`<p class="small">${detail}</p>`}
${!view.choice && headlineAmount(view.amount, view.currency, view.texts)}${view.quantity && html`<p class="small">${view.texts.quantity.each}</p>`}
<form method="post" action="${addressesOf(view.checkoutUrl).pay}">${notice}${view.choice && amountField(view, view.choice, state)}${view.quantity && quantityField(view, view.quantity, state)}${view.asksEmail && emailField(view, state, problemIsEmail)}
<button class="button">${view.choice || view.quantity ? texts.payOpen : texts.pay(amountOf(view.amount, view))}</button></form>
<p class="note small">${icon("lock")}<span>${texts.methods(methodNames(view), gatewayName(view))}</span></p>
<p class="note small">${icon("clock")}<span>${texts.expires(moment(view.expiresAt, view))}</span></p>
${scan(view)}</section>`;
}

/** `card, bank transfer or USSD`. */
function methodNames({ texts, methods }: CheckoutView): string {
  const names = methods.map((method) => lowered(showMethod(method, texts.language)));
  return new Intl.ListFormat(texts.language, { type: "disjunction" }).format(names);
}

/** Within a sentence; an abbreviation such as USSD stays. */
const lowered = (name: string) =>
  /^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

const alert = (texts: CheckoutTexts["payable"], problem: string): Html =>
  html`<div class="alert" role="alert"><strong>${texts.problem}</strong><p>${problem}</p><p>${texts.problemCure}</p></div>`;

function amountField(
  view: CheckoutView,
  { min, max }: NonNullable<CheckoutView["choice"]>,
  { typed }: Payable,
): Html {
  const { amount: texts } = view.texts;
  const fault = typed?.fault ?? null;
  const wrong = fault !== null && html` aria-invalid="true" autofocus`;
  const bounds =
    max === null ? texts.from(amountOf(min, view)) : texts.between(amountOf(min, view), amountOf(max, view));
  return html`<div class="field"><label for="amount">${texts.label} (${view.currency})</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="24" required aria-describedby="amount-hint" value="${typed?.text ?? view.amount}"${wrong}>
<p id="amount-hint" class="small${fault !== null && " wrong"}">${fault ?? bounds}</p></div>`;
}

function quantityField(
  { texts: { quantity: texts } }: CheckoutView,
  { min, max }: NonNullable<CheckoutView["quantity"]>,
  { typed }: Payable,
): Html {
  const fault = typed?.fault ?? null;
  const wrong = fault !== null && html` aria-invalid="true" autofocus`;
  return html`<div class="field"><label for="quantity">${texts.label}</label>
<input id="quantity" name="quantity" inputmode="numeric" autocomplete="off" maxlength="9" required aria-describedby="quantity-hint" value="${typed?.text ?? String(min)}"${wrong}>
<p id="quantity-hint" class="small${fault !== null && " wrong"}">${fault ?? texts.between(min, max)}</p></div>`;
}

function emailField(view: CheckoutView, { email, problem }: Payable, isWrong: boolean): Html {
  const { payable: texts } = view.texts;
  const wrong = isWrong && html` aria-invalid="true" autofocus`;
  const words = isWrong && problem !== null ? problem : texts.emailWhy(gatewayName(view));
  return html`<div class="field"><label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required aria-describedby="email-hint" value="${email}"${wrong}>
<p id="email-hint" class="small${isWrong && " wrong"}">${words}</p></div>`;
}

/** Shown only on screens that are too wide for a phone. */
function scan({ checkoutUrl, texts: { payable: texts } }: CheckoutView): Html {
  const png = qrPng(checkoutUrl);
  // Each module is eight pixels in the image and three on the page: whole pixels keep the edges sharp for cameras.
  const side = (png.readUInt32BE(16) / 8) * 3;
  const source = `data:image/png;base64,${png.toString("base64")}`;
  return html`<div class="scan"><img src="${source}" alt="${texts.scanAlternative}" width="${side}" height="${side}">
<div><p><strong>${texts.scan}</strong></p><p class="small">${texts.scanHow}</p></div></div>`;
}
