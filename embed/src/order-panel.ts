import { isOfSite } from "./address.ts";
import { button, type Child, doneSign, pageLink, quoted, says } from "./elements.ts";
import { newIdempotencyKeys, type Order } from "./order.ts";
import { newOrderForm } from "./order-form.ts";
import type { Panel, View } from "./panel.ts";
import { showInvoice } from "./pay-panel.ts";
import { type Placed, placeOrder } from "./place-order.ts";
import { pollUntilDone } from "./poll.ts";
import { loadingView, problemView } from "./problem.ts";
import { type Catalogue, findCatalogue } from "./service.ts";
import type { Setup } from "./tag.ts";
import { hints, texts } from "./texts.ts";
import { loadToken, saveToken } from "./token-storage.ts";

/** Takes an order, hands it over, opens the payment page, and shows a returning buyer the state of the order. */
export function showOrderPanel(panel: Panel, setup: Setup, orderUrl: string | undefined): void {
  const memory = `billfold:${setup.companyId}:${orderUrl}`;
  let keyFor = newIdempotencyKeys();
  let leave = () => {};

  const offer = async () => {
    panel.show(loadingView());
    try {
      panel.show(offerView(await findCatalogue(setup), place));
    } catch (trouble) {
      panel.show(problemView(trouble, offer));
    }
  };
  const place = async (order: Order) => {
    panel.say(texts.order.sending);
    const placed = await placeOrder(panel.element, orderUrl, order, keyFor(order));
    if (placed) conclude(placed);
  };
  const conclude = ({ checkoutUrl, token }: Placed) => {
    const page = checkoutUrl !== null && isOfSite(checkoutUrl, setup.portal) ? checkoutUrl : undefined;
    if (checkoutUrl !== null && !page) console.error(hints.badAddress, checkoutUrl);
    if (token) saveToken(memory, token);
    // From here on, ordering the same again is deliberate.
    keyFor = newIdempotencyKeys();
    panel.show(placedView(checkoutUrl, page, token, another()));
    if (page) open(page, "_top");
    // A buyer who comes back, or is still here after a moment, sees the state of the payment.
    if (page && token) leave = pollUntilDone(panel.element, async () => follow(token));
  };
  const follow = (token: string) => {
    leave = showInvoice(panel, setup, token, { below: another, onEnd: forget });
    return false;
  };
  const forget = () => saveToken(memory, "");
  const another = () =>
    button(texts.placed.another, () => {
      leave();
      forget();
      void offer();
    });

  const token = loadToken(memory);
  if (token) follow(token);
  else void offer();
}

function offerView(catalogue: Catalogue, place: (order: Order) => Promise<void>): View {
  const company = quoted(catalogue.company.name);
  if (catalogue.products.length > 0) {
    return {
      state: "ready",
      heading: [texts.order.heading, company],
      body: [newOrderForm(catalogue, place)],
    };
  }
  return { state: "empty", heading: [texts.nothing.heading], body: [says(company, texts.nothing.what)] };
}

/** The link to the payment page, or why there is none. */
function placedView(
  checkoutUrl: string | null,
  page: string | undefined,
  token: string | undefined,
  another: Child,
): View {
  const words = texts.placed;
  const onward = page ? words.onward : checkoutUrl === null ? words.noPayment : words.badAddress;
  return {
    state: "ordered",
    details: { portal_token: token },
    heading: [doneSign(), words.heading],
    body: [says(onward), page && pageLink(page, words.pay), another],
  };
}
