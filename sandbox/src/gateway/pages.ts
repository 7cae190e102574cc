import { type CardFault, showNumber, type TestCard, testCards } from "./cards.ts";
import { showAmount } from "./currency.ts";
import { type Html, html } from "./html.ts";
import { style } from "./style.ts";
import type { Transaction } from "./transactions.ts";
import { numberFor } from "./wire.ts";

/** Links are relative, because the pages may be served under another address. */
export type Place = {
  transaction: Transaction;
  /** The relative path from the requested address to the payment page's folder. */
  up: "" | "../";
  /** Whether the seller has given an address to return to. */
  canLeave: boolean;
};

export type Entered = { fault: CardFault; card: TestCard | undefined; expiry: string };

/** The choice of payment methods; `entered` is a card form with an error. */
export function choosePage(place: Place, entered?: Entered): Html {
  const { transaction } = place;
  const { state } = transaction;
  const isAgain = state.name === "failed";
  return page(
    `Pay ${showAmount(transaction.amount, transaction.currency)}`,
    html`<div class="sheet">
      ${amountBlock(transaction)}
      ${isAgain && !entered && html`<p class="bad" role="alert">${failure(state.why)} Nothing was taken. You can try again.</p>`}
      <details name="way" ${!entered && open}><summary><h2>Choose a test card</h2></summary>
        <div class="inside">${cardButtons(place)}</div></details>
      <details name="way" ${entered && open}><summary><h2>Type a card</h2></summary>
        <div class="inside">${cardForm(place, entered)}</div></details>
      <details name="way"><summary><h2>Bank transfer</h2></summary>
        <div class="inside">${transferForm(place)}</div></details>
    </div>
    ${place.canLeave && html`<p class="out"><a href="${to(place, "cancel")}">Cancel and go back</a></p>`}`,
  );
}

const open: Html = { html: "open" };
const to = ({ transaction, up }: Place, step: string) => `${up}${transaction.accessCode}/${step}`;
const self = ({ transaction, up }: Place) => `${up}${transaction.accessCode}`;

function amountBlock({ amount, currency, metadata, reference }: Transaction): Html {
  const what = metadata?.description;
  return html`<div class="amount-block">
    <h1>Amount to pay in ${currency}</h1>
    <p class="amount">${showAmount(amount, currency)}</p>
    <p class="what">${typeof what === "string" && what ? what : `Payment ${reference}`}</p>
  </div>`;
}

function failure(why: string): string {
  if (why === "Declined") return "The card was declined.";
  if (why === "Insufficient Funds") return "The card has insufficient funds.";
  return "The one-time code was wrong.";
}

function cardButtons(place: Place): Html {
  const items = testCards.map(
    (card) => html`<li><button class="card" name="test_card" value="${card.number}">
      <span class="number">${showNumber(card)}</span> <span class="words">${card.words}</span></button></li>`,
  );
  return html`<form method="post" action="${to(place, "card")}"><ul>${items}</ul></form>`;
}

function cardForm(place: Place, entered: Entered | undefined): Html {
  const number = entered?.card ? showNumber(entered.card) : "";
  return html`<form method="post" action="${to(place, "card")}" novalidate>
    ${field({ name: "number", label: "Card number", value: number, entered, maxlength: 25 })}
    <div class="pair">
      ${field({ name: "expiry", label: "Expires (MM/YY)", value: entered?.expiry ?? "", entered, maxlength: 9 })}
      ${field({ name: "cvc", label: "Security code", value: "", entered, maxlength: 4 })}
    </div>
    <button>Pay ${showAmount(place.transaction.amount, place.transaction.currency)}</button>
  </form>
  <p class="soft out">Only the test cards of the list are taken.<br>Never type a real card here.</p>`;
}

type Field = {
  name: CardFault["field"] | "code";
  label: string;
  value: string;
  entered?: Entered | undefined;
  maxlength: number;
};

// Browsers must not offer the buyer's real cards, so the fields have no recognisable names.
function field({ name, label, value, entered, maxlength }: Field): Html {
  const fault = entered?.fault.field === name ? entered.fault.message : undefined;
  const invalid = html`aria-invalid="true" aria-describedby="${name}-fault" autofocus`;
  return html`<div class="field"><label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" inputmode="numeric" autocomplete="off" maxlength="${maxlength}" required ${fault && invalid}>
    ${fault && html`<p class="fault" id="${name}-fault" role="alert">${fault}</p>`}</div>`;
}

function transferForm(place: Place): Html {
  const { amount, currency, reference } = place.transaction;
  const account = String(numberFor(reference)).padStart(10, "0");
  return html`<p>Send exactly this amount to the account below. It is made up, and so is the money.</p>
    <dl>
      <div><dt>Bank</dt><dd>Sandbox Bank</dd></div>
      <div><dt>Account number</dt><dd>${account}</dd></div>
      <div><dt>Amount</dt><dd>${showAmount(amount, currency)}</dd></div>
    </dl>
    <form method="post" action="${to(place, "transfer")}"><button>I have sent the money</button></form>`;
}

export function codePage(place: Place): Html {
  return page(
    "Enter the one-time code",
    html`<div class="sheet">
      <h1 class="said">Enter the code</h1>
      <p>Your bank wants to know that it is you. Here the code is always <strong>123456</strong>; any other fails.</p>
      <form method="post" action="${to(place, "code")}">
        ${field({ name: "code", label: "One-time code", value: "", maxlength: 6 })}
        <button>Confirm ${showAmount(place.transaction.amount, place.transaction.currency)}</button>
      </form>
    </div>
    <p class="out"><a href="${self(place)}?other=1">Pay in another way</a></p>`,
  );
}

/** The bank has not decided. The page does not reload by itself, which would disturb a reader. */
export function waitingPage(place: Place): Html {
  const { state } = place.transaction;
  const isTransfer = state.name === "pending";
  return page(
    "The bank is still deciding",
    html`<div class="sheet">
      <h1 class="said">${isTransfer ? "Waiting for your transfer" : "The bank is still deciding"}</h1>
      <p>${isTransfer ? "The money has not arrived yet." : "Your bank takes its time with this card."}
        You need not wait here, and you should not pay again.</p>
      ${summary(place.transaction)}
      <div class="actions">
        <a class="button" href="${to(place, "next")}">Look again</a>
        ${place.canLeave && html`<a class="button plain" href="${to(place, "return")}">Go back to the seller</a>`}
      </div>
    </div>`,
  );
}

export function donePage(place: Place): Html {
  const isReversed = place.transaction.state.name === "reversed";
  return page(
    isReversed ? "Given back" : "Paid",
    html`<div class="sheet">
      <h1 class="said">${isReversed ? "This payment was given back" : "This payment is done"}</h1>
      ${summary(place.transaction)}
      ${place.canLeave && html`<div class="actions"><a class="button" href="${to(place, "return")}">Go back to the seller</a></div>`}
    </div>`,
  );
}

function summary({ amount, currency, reference }: Transaction): Html {
  return html`<dl>
    <div><dt>Amount</dt><dd>${showAmount(amount, currency)}</dd></div>
    <div><dt>Reference</dt><dd>${reference}</dd></div>
  </dl>`;
}

export function missingPage(): Html {
  return page(
    "Page not found",
    html`<div class="sheet">
      <h1 class="said">There is no such payment</h1>
      <p>The address may have been cut off. Go back to where you came from and start again.</p>
    </div>`,
  );
}

function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sandbox</title>
<style>${{ html: style }}</style>
</head>
<body>
<header class="note"><strong>Sandbox.</strong> This is a test page: no real money moves.</header>
<main>${content}</main>
</body>
</html>
`;
}
