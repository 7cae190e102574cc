import { checkoutTexts } from "./texts/texts.ts";
import type { CheckoutState, CheckoutView, InvoiceView } from "./view.ts";

/** A typical link: an invoice of three lines, to be paid at a gateway. */
export const checkoutView = (fields: Partial<CheckoutView> = {}): CheckoutView => ({
  texts: checkoutTexts.en,
  reference: "pl_88_x7Qm0wz9Lr3TnVbY2cKd5A",
  companyName: "Acme Trading Ltd",
  look: { accent: null, logo: null },
  contact: { email: null, phone: null },
  label: "Order 4711",
  amount: "145125.00",
  currency: "NGN",
  invoice: invoiceView(3),
  expiresAt: new Date("2026-11-16T09:30:00Z"),
  timeZone: "Africa/Lagos",
  checkoutUrl: "https://billing.example.com/checkout/pl_88_x7Qm0wz9Lr3TnVbY2cKd5A",
  returnUrl: null,
  cancelUrl: null,
  choice: null,
  quantity: null,
  attempt: null,
  left: null,
  methods: ["card", "bank_transfer", "ussd"],
  gatewayTitle: "Paystack",
  isSandbox: false,
  asksEmail: false,
  state: { name: "payable", problem: null },
  ...fields,
});

const things = [
  ["Consulting, three days on site", 75_000, 1],
  ["Solar panel 450 W, with frame", 22_500, 2],
  ["Delivery to Ikeja", 15_000, 1],
  ["Installation and first test", 48_000, 1],
  ["Inverter 5 kVA, pure sine wave, 48 V", 310_000, 1],
  ["Cable, copper, 6 mm²", 1_250, 40],
] as const;

/** The totals are correct as long as all amounts are whole naira; the tax is 7.5 %. */
export function invoiceView(lineCount: number, fields: Partial<InvoiceView> = {}): InvoiceView {
  const items = Array.from({ length: lineCount }, (_, index) => things[index % things.length]!);
  const subtotal = items.reduce((sum, [, price, quantity]) => sum + price * quantity, 0);
  return {
    number: "INV-000123",
    dueDate: "2026-11-20",
    lines: items.map(([thing, price, quantity], index) => ({
      description: index < things.length ? thing : `${thing} (${index + 1})`,
      quantity: String(quantity),
      unitPrice: String(price),
      discount: "0",
      charge: "0",
      total: `${price * quantity}.00`,
    })),
    pricesIncludeTax: false,
    subtotal: `${subtotal}.00`,
    discountTotal: "0",
    discountReason: null,
    chargeTotal: "0",
    chargeReason: null,
    taxTotal: String((subtotal * 75) / 1000),
    taxes: [{ rate: "7.5", category: "S", amount: String((subtotal * 75) / 1000) }],
    total: String((subtotal * 1075) / 1000),
    settled: "0.00",
    hasCredit: false,
    withheld: null,
    ...fields,
  };
}

export const paid: CheckoutState & { name: "paid" } = {
  name: "paid",
  receipt: {
    paymentId: 1042,
    amount: "145125.00",
    currency: "NGN",
    paidAt: new Date("2026-11-15T11:04:00Z"),
    method: "card",
    gatewayReference: "T685312322670591",
    amountRefunded: "0.00",
    quantity: null,
  },
};

/** One of each state, and also the two payable ones that show a problem. */
export const states: CheckoutState[] = [
  { name: "payable", problem: null },
  { name: "payable", problem: "The card was declined. Nothing was charged. Try another card." },
  { name: "payable", problem: "Please enter an email address such as you@example.com.", email: "ada@" },
  { name: "begun", pageUrl: "https://checkout.paystack.com/0peioxfhpn" },
  { name: "starting" },
  { name: "processing" },
  paid,
  { name: "expired" },
  { name: "cancelled" },
  { name: "full" },
  { name: "held" },
  { name: "settled", why: "This invoice has been paid in another way." },
  { name: "unavailable" },
];

/** The page's text: without markup, with entities resolved and white space collapsed. */
export const read = (page: { html: string }) =>
  page.html
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<\/?(bdi|time|span|strong)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&#34;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
