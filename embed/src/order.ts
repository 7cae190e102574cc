/**
 * The order as the partner's server gets it, in the format of POST /portal/orders: products and quantities, but never
 * a price.
 */
export type Order = {
  currency: string;
  lines: { product_id: number; quantity: number }[];
  customer: { name: string; email: string; phone?: string };
  booking_date?: string;
  notes?: string;
};

/** `read` returns the input by the service's field names. Empty fields are left out. */
export function orderOf(currency: string, lines: Order["lines"], read: (name: string) => string): Order {
  const phone = read("customer.phone");
  const booking_date = read("booking_date");
  const notes = read("notes");
  return {
    currency,
    lines,
    customer: { name: read("customer.name"), email: read("customer.email"), ...(phone && { phone }) },
    ...(booking_date && { booking_date }),
    ...(notes && { notes }),
  };
}

/**
 * The same order is sent under the same key however often it is sent, so it is placed once; a different one gets a
 * different key.
 */
export function newIdempotencyKeys(): (order: Order) => string {
  let content = "";
  let key = "";
  return (order) => {
    const current = JSON.stringify(order);
    // Not randomUUID(), which pages without HTTPS do not have.
    if (current !== content) key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    content = current;
    return key;
  };
}
