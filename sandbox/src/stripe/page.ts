import { showAmount } from "./currencies.ts";
import type { SessionRecord } from "./store.ts";

/** The buyer's payment page, which works without scripts. */
export function renderPage({ session, product, intent }: SessionRecord): string {
  const open = session.status === "open";
  const failure = open ? intent?.last_payment_error?.message : undefined;
  const title = open ? `Pay ${showAmount(session.amount_total, session.currency)}` : "This page is closed";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} | Stripe simulator</title>
<h1>${escaped(title)}</h1>
<p>${escaped(product)}</p>
${failure ? `<p role="alert">${escaped(failure)}</p>` : ""}
${open ? `<form method="post">${buttons}</form>` : ""}
</html>
`;
}

const buttons = [
  ["paid", "Pay"],
  ["declined", "Pay with a card that is declined"],
  ["delayed", "Pay by bank debit"],
  ["cancel", "Cancel"],
]
  .map(([outcome, label]) => `<p><button name="outcome" value="${outcome}">${label}</button></p>`)
  .join("");

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
