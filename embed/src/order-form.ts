import { newDetails } from "./details.ts";
import { make } from "./elements.ts";
import type { Field } from "./fields.ts";
import { type Order, orderOf } from "./order.ts";
import { newOrderTotal, type OrderTotal } from "./order-total.ts";
import { Refusal } from "./place-order.ts";
import type { ProductField } from "./product-field.ts";
import { newProductList } from "./product-list.ts";
import type { Catalogue } from "./service.ts";
import { texts } from "./texts.ts";

/** The order form. `place` is called with a complete order, and throws a Refusal where it could not be placed. */
export function newOrderForm(catalogue: Catalogue, place: (order: Order) => Promise<void>): HTMLElement {
  const shelf = newProductList(catalogue);
  const details = newDetails();
  const sum = newOrderTotal(catalogue.prices_include_tax);
  let isSending = false;

  const update = () => sum.update(shelf.fields());
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSending) return;
    const goods = shelf.fields();
    const chosen = goods.filter((good) => good.quantity() > 0);
    const fields = [...goods.map(({ field }) => field), ...details.values()];
    if (isIncomplete(fields, chosen, sum)) return;
    isSending = true;
    sum.lock(true);
    try {
      const lines = chosen.map(({ product, quantity }) => ({ product_id: product.id, quantity: quantity() }));
      await place(orderOf(chosen[0]!.product.currency, lines, (name) => details.get(name)!.value()));
    } catch (fault) {
      explain(fault, (name) => chosen[lineOf(name)]?.field ?? details.get(name), sum);
    }
    isSending = false;
    sum.lock(false);
  };

  update();
  const fields = [...details.values()].map((field) => field.element);
  const buyer = make("fieldset", { class: "fields" }, make("legend", {}, texts.order.details), ...fields);
  const side = make("div", {}, buyer, sum.element);
  return make("form", { novalidate: true, input: update, submit }, shelf.element, side);
}

/** Shows what has to be corrected before the order can be sent, and moves the focus to the first fault. */
function isIncomplete(fields: readonly Field[], chosen: readonly ProductField[], sum: OrderTotal): boolean {
  const wrong = fields.filter((field) => field.isWrong());
  const isEmpty = wrong.length === 0 && chosen.length === 0;
  sum.show(isEmpty ? texts.unsent.empty : wrong[0] && texts.unsent.fields);
  const first = isEmpty ? fields[0] : wrong[0];
  first?.input.focus();
  return first !== undefined;
}

/** Shows why the order was not placed: each fault at its field, and the rest above the button. */
function explain(fault: unknown, find: (name: string) => Field | undefined, sum: OrderTotal): void {
  const { message, faults } = fault instanceof Refusal ? fault : new Refusal(texts.unsent.failed);
  const elsewhere: string[] = [];
  let first: Field | undefined;
  for (const each of faults) {
    const field = find(each.field);
    field?.show(each.message);
    first ??= field;
    if (!field) elsewhere.push(each.message);
  }
  sum.show([message, ...elsewhere].join(" "));
  first?.input.focus();
}

/** `lines[0].quantity` is about the first line. */
const lineOf = (name: string): number => Number(/^lines\[(\d+)\]/.exec(name)?.[1]);
