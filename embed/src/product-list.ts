import { make } from "./elements.ts";
import { type Good, newGood } from "./product-field.ts";
import type { Catalogue } from "./service.ts";
import { texts } from "./texts.ts";

/** The products on offer. An order has one currency, so products in another currency are on another shelf. */
export type Shelf = { element: HTMLElement; goods(): readonly Good[] };

export function newShelf({ currency, products }: Catalogue): Shelf {
  const currencies = [...new Set(products.map((product) => product.currency))];
  const list = make("ul", { role: "list" });
  let goods: Good[] = [];
  const stock = (wanted: string) => {
    goods = products.filter((product) => product.currency === wanted).map(newGood);
    list.replaceChildren(...goods.map(({ field }) => field.element));
  };
  const first = currencies.includes(currency) ? currency : currencies[0]!;
  stock(first);
  const choice = currencies.length > 1 && newChoice(currencies, first, stock);
  const element = make("fieldset", {}, make("legend", {}, texts.order.goods), choice, list);
  return { element, goods: () => goods };
}

function newChoice(currencies: string[], first: string, choose: (currency: string) => void): HTMLElement {
  const options = currencies.map((code) => make("option", { selected: code === first }, code));
  const select = make("select", { input: () => choose(select.value) }, ...options);
  return make("label", {}, texts.order.currency, select);
}
