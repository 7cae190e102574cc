import { make, setTrait } from "./elements.ts";
import { estimate } from "./estimate.ts";
import { showMoney } from "./money.ts";
import type { ProductField } from "./product-field.ts";
import { texts } from "./texts.ts";

/** The total, the button, and why the order was not placed. */
export type OrderTotal = {
  element: HTMLElement;
  update(goods: readonly ProductField[]): void;
  /** Shows why the order was not placed; undefined clears it. */
  show(words?: string): void;
  lock(isSending: boolean): void;
};

export function newOrderTotal(pricesIncludeTax: boolean): OrderTotal {
  const words = texts.order;
  const total = make("output", { class: "amount" });
  const small = make("p", { class: "small" });
  const alert = make("div", { role: "alert" });
  const button = make("button", { class: "button" }, words.submit);
  const element = make("div", { class: "sum" }, make("p", {}, words.total), total, small, alert, button);

  const update = (goods: readonly ProductField[]) => {
    const { currency, digits } = goods[0]!.product;
    const sums = estimate(goods, digits, pricesIncludeTax);
    const tax = /[1-9]/.test(sums.tax) ? words.ofWhichTax(showMoney(sums.tax, currency, digits)) : "";
    total.textContent = showMoney(sums.total, currency, digits);
    small.textContent = tax + words.isEstimate;
  };
  const show = (why?: string) => {
    alert.replaceChildren(...(why ? [make("strong", {}, texts.unsent.heading), make("p", {}, why)] : []));
    if (why) alert.scrollIntoView({ block: "nearest" });
  };
  const lock = (isSending: boolean) => {
    // Not `disabled`, which would lose the focus.
    setTrait(button, "aria-disabled", isSending && "true");
    button.textContent = isSending ? words.sending : words.submit;
  };
  return { element, update, show, lock };
}
