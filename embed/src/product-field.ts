import { make } from "./elements.ts";
import { type Field, framed } from "./fields.ts";
import { showMoney } from "./money.ts";
import type { Product } from "./service.ts";
import { texts } from "./texts.ts";

/** One product on offer, with the field for how many. */
export type ProductField = { product: Product; field: Field; quantity(): number };

export function newProductField(product: Product, pricesIncludeTax: boolean): ProductField {
  const { id, name, description, unit_price, currency, digits, tax_rate, discount } = product;
  const words = texts.order;
  const small = (note: string) => make("span", { class: "small" }, note);
  const traits = { id: `product-${id}`, type: "number", inputmode: "numeric", min: 0, max: 9999, value: 0 };
  const input = make("input", traits);
  // An empty field counts as zero.
  const quantity = () => (input.validity.valid && input.valueAsNumber) || 0;
  const step = (label: string, sign: string, move: () => void) => {
    const click = () => {
      move();
      // Dispatches the event that typing would, so that listeners on the form notice.
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    return make("button", { type: "button", "aria-label": label + name, click }, sign);
  };
  const offer = make(
    "div",
    {},
    make("label", { for: traits.id }, make("span", { class: "unseen" }, words.quantityOf), name),
    description && make("p", { class: "small" }, description),
    make(
      "p",
      {},
      showMoney(unit_price, currency, digits),
      discount > 0 && small(` −${discount} %`),
      tax_rate > 0 && !pricesIncludeTax && small(words.plusTax(tax_rate)),
    ),
  );
  const less = step(words.less, "−", () => input.stepDown());
  const more = step(words.more, "+", () => input.stepUp());
  const stepper = make("div", { class: "stepper" }, less, input, more);
  const check = () => !input.validity.valid && texts.wrong.quantity;
  return { product, field: framed(make("li"), input, check, offer, stepper), quantity };
}
