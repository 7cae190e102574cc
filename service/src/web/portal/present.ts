import { Big } from "big.js";
import type { Config } from "../../config/config.ts";
import { checkoutUrlOf } from "../../domains/payments/links/service.ts";
import type { PortalConfig, PortalInvoice } from "../../domains/portal/service.ts";
import { currencyDigits } from "../../platform/values/currency.ts";

/** An invoice as shown to somebody who has its token: what it is for, the amount to pay, and where to pay. */
export function presentInvoice(config: Config, portal: PortalConfig, invoice: PortalInvoice): string {
  const { currency, total, payable } = invoice;
  const state = stateOf(invoice);
  const reference = state === "payable" && portal.takesPayments ? invoice.link_reference : null;
  const checkoutUrl = reference && checkoutUrlOf(config, reference);
  return (
    `{"success":true,"invoice":{"label":${JSON.stringify(labelOf(invoice))}` +
    `,"amount":${state === "payable" ? payable : total},"currency":"${currency}","digits":${currencyDigits(currency)}` +
    `,"state":"${state}","checkout_url":${JSON.stringify(checkoutUrl)}}}`
  );
}

function stateOf({ status, payable, link_reference }: PortalInvoice): "payable" | "paid" | "closed" {
  if (status === "void") return "closed";
  if (status === "paid" || new Big(payable).lte(0)) return "paid";
  // The company has written the invoice off, but a buyer who still has a link may pay it.
  return status === "uncollectible" && link_reference === null ? "closed" : "payable";
}

function labelOf({ number, sale_number, link_label }: PortalInvoice): string {
  if (sale_number !== null) return `Order ${sale_number}`;
  if (number !== null) return `Invoice ${number}`;
  return link_label ?? "Invoice";
}
