import { Big } from "big.js";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { invoiceExample } from "../../billing/invoices/schema.ts";
import { addUp, computeTotals } from "../../billing/lines/totals.ts";
import type { DocumentSettings } from "../document-settings/schema.ts";
import type { InvoiceDocument, InvoicePrint } from "./invoice-pdf.ts";

type Line = InvoiceDocument["lines"][number];

export const moment = new Date("2026-11-15T09:30:00.000Z");
export const settings: DocumentSettings = {
  accent_colour: null,
  footer: null,
  logo: null,
  embedded_xml: "ubl",
  bank_accounts: [],
  updated_at: null,
};
export const print: InvoicePrint & { pageUrl: string | null; xml: string | null } = {
  language: "en",
  isTest: false,
  settings,
  pageUrl: null,
  xml: null,
  now: moment,
};

const lineDefaults: Line = {
  id: 1,
  description: "Consulting, November",
  quantity: 3,
  unit_price: 45_000,
  tax_rate: 7.5,
  tax_category: "S",
  exemption_reason: null,
  product_id: null,
  unit_code: "C62",
  hs_code: null,
  service_code: null,
  discounts: [],
  charges: [],
  gross_amount: 0,
  discount_amount: 0,
  charge_amount: 0,
  net_amount: 0,
  tax_amount: 0,
  total_amount: 0,
};

/** An issued invoice that adds up. */
export function invoiceOf(
  lines: Partial<Line>[] = [{}],
  fields: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const currency = fields.currency ?? "NGN";
  const full = lines.map((line, index) => ({ ...lineDefaults, id: index + 1, ...line }));
  const big = (value: number) => new Big(String(value));
  const adjustment = ({ percent, amount }: Line["discounts"][number]) =>
    percent === undefined ? { amount: big(amount!) } : { percent: big(percent) };
  const totals = computeTotals(
    full.map((line) => ({
      quantity: big(line.quantity),
      unitPrice: big(line.unit_price),
      taxRate: big(line.tax_rate),
      taxCategory: line.tax_category,
      discounts: line.discounts.map(adjustment),
      charges: line.charges.map(adjustment),
    })),
    currencyDigits(currency)!,
    {
      discounts: fields.discounts?.map(adjustment),
      charges: fields.charges?.map(adjustment),
      pricesIncludeTax: fields.prices_include_tax,
      withholdingRate: fields.withholding ? big(fields.withholding.rate) : undefined,
    },
  );
  return {
    ...(invoiceExample as unknown as InvoiceDocument),
    number: "INV-000042",
    status: "open",
    currency,
    accounting_currency: currency,
    lines: full.map((line, index) => ({
      ...line,
      gross_amount: Number(totals.lines[index]!.gross),
      discount_amount: Number(addUp(totals.lines[index]!.discounts)),
      charge_amount: Number(addUp(totals.lines[index]!.charges)),
      net_amount: Number(totals.lines[index]!.net),
      tax_amount: Number(totals.lines[index]!.tax),
      total_amount: Number(totals.lines[index]!.total),
    })),
    taxes: totals.taxes.map((group) => ({
      category: group.category as Line["tax_category"],
      rate: Number(group.rate),
      taxable_amount: Number(group.taxable),
      tax_amount: Number(group.tax),
    })),
    subtotal: Number(totals.subtotal),
    discount_total: Number(totals.discountTotal),
    charge_total: Number(totals.chargeTotal),
    tax_total: Number(totals.taxTotal),
    total: Number(totals.total),
    withholding_amount: Number(totals.withholding),
    amount_due: Number(totals.total),
    amount_payable: Number(totals.total.minus(totals.withholding)),
    ...fields,
  };
}
