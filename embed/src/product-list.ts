import { make } from "./elements.ts";
import { newProductField, type ProductField } from "./product-field.ts";
import type { Catalogue } from "./service.ts";
import { texts } from "./texts.ts";

/** The products on offer. An order has one currency, so products in another currency are on another shelf. */
export type ProductList = { element: HTMLElement; fields(): readonly ProductField[] };

export function newProductList({ currency, prices_include_tax, products }: Catalogue): ProductList {
  const currencies = [...new Set(products.map((product) => product.currency))];
  const list = make("ul", { role: "list" });
  let fields: ProductField[] = [];
  const showCurrency = (wanted: string) => {
    fields = products
      .filter((product) => product.currency === wanted)
      .map((product) => newProductField(product, prices_include_tax));
    list.replaceChildren(...fields.map(({ field }) => field.element));
  };
  const first = currencies.includes(currency) ? currency : currencies[0]!;
  showCurrency(first);
  const choice = currencies.length > 1 && newChoice(currencies, first, showCurrency);
  const element = make("fieldset", {}, make("legend", {}, texts.order.goods), choice, list);
  return { element, fields: () => fields };
}

function newChoice(currencies: string[], first: string, choose: (currency: string) => void): HTMLElement {
  const options = currencies.map((code) => make("option", { selected: code === first }, code));
  const select = make("select", { input: () => choose(select.value) }, ...options);
  return make("label", {}, texts.order.currency, select);
}
