import { isPage } from "./address.ts";
import { type Child, doneSign, make, pageLink, quoted, says } from "./elements.ts";
import { showMoney } from "./money.ts";
import type { Panel, View } from "./panel.ts";
import { pollUntilDone } from "./poll.ts";
import { loadingView, problemView } from "./problem.ts";
import { findInvoice, type Invoice } from "./service.ts";
import type { Setup } from "./tag.ts";
import { texts } from "./texts.ts";

export type PayOptions = {
  /** Shown below every view; a new one for each. */
  below?: () => Child;
  /** Called when there is nothing left to pay. */
  onEnd?: () => void;
};

/** Shows the invoice that a token names, and keeps watching it until it is paid. Returns a function that ends this. */
export function showInvoice(panel: Panel, setup: Setup, token: string, options: PayOptions = {}): () => void {
  let shown = "";
  let stop = () => {};
  let isOver = false;

  const look = async (): Promise<boolean> => {
    const invoice = await findInvoice(setup, token);
    const isPayable = invoice.state === "payable";
    if (isOver) return false;
    if (!isPayable) options.onEnd?.();
    // An unchanged view stays as it is, with whatever the buyer is doing there.
    if (shown !== JSON.stringify(invoice)) panel.show(invoiceView(invoice, options.below?.()));
    shown = JSON.stringify(invoice);
    return isPayable;
  };
  // Once something was shown, later failures are not reported to the buyer.
  const lookAgain = () => look().catch(() => true);
  const begin = async () => {
    panel.show(loadingView());
    try {
      if (await look()) stop = pollUntilDone(panel.element, lookAgain);
    } catch (trouble) {
      if (!isOver) panel.show(problemView(trouble, begin, options.below?.()));
    }
  };
  void begin();
  return () => {
    isOver = true;
    stop();
  };
}

/** Nothing is known here, and nobody was asked. */
export const neutralView = (): View => ({
  state: "neutral",
  heading: [texts.neutral.heading],
  body: [says(texts.neutral.what)],
});

function invoiceView({ state, label, amount, currency, digits, checkout_url }: Invoice, below: Child): View {
  const words = texts.invoice;
  const shown = showMoney(amount, currency, digits);
  const sum = make("p", { class: "amount" }, shown);
  const view = (heading: Child[], ...body: Child[]): View => ({ state, heading, body: [...body, below] });
  if (state === "paid") return view([doneSign(), words.paid, quoted(label)], sum, says(words.thanks));
  if (state === "closed") return view([words.closed, quoted(label)], says(words.closedWhy));
  if (!checkout_url || !isPage(checkout_url)) return view([quoted(label)], sum, says(words.unavailable));
  return view([quoted(label)], sum, pageLink(checkout_url, words.pay + shown), says(words.where));
}
