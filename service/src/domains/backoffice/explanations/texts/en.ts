import type { Inputs } from "../tree.ts";
import type { RuleTexts } from "./texts.ts";

const ofWhat = ({ percent, base, given_amount, reason }: Inputs) => {
  const size = percent === undefined ? `a fixed amount of ${given_amount}` : `${percent} % of ${base}`;
  return reason === undefined ? size : `${size} (${reason})`;
};
const onDocument = ({ percent, given_amount, reason }: Inputs) => {
  const size = percent === undefined ? `a fixed amount of ${given_amount}` : `${percent} %`;
  return reason === undefined ? size : `${size} (${reason})`;
};
const group = ({ tax_category, tax_rate }: Inputs) => `tax group ${tax_category} at ${tax_rate} %`;
const line = ({ line: place, description }: Inputs) =>
  place === undefined ? "The net amount of the line" : `Line ${place}, ${description}`;

const counted = (one: string, several: string) => (count: string | number | undefined) =>
  `${count} ${count === 1 ? one : several}`;
const invoices = counted("invoice", "invoices");
const documents = counted("document", "documents");
const recordCount = counted("record", "records");
const taxed = (of: string | number | undefined) =>
  of === undefined ? "Amounts without tax" : of === "tax" ? "Tax" : "Taxable amounts";
const movementNames: Record<string, string> = {
  invoice: "Invoice",
  credit_note: "Credit note",
  payment: "Payment",
  reversal: "Reversal of a payment",
  refund: "Refund",
  write_off: "Write-off",
  void: "Void of",
};

const movement = ({ type, number, date }: Inputs) =>
  `${movementNames[String(type)]}${number === undefined ? "" : ` ${number}`} of ${date}`;

export const en: RuleTexts = {
  "line.gross": ({ quantity, unit_price }) =>
    quantity === undefined
      ? "The quantity times the unit price"
      : `Quantity ${quantity} × unit price ${unit_price}`,
  "line.discount": (inputs) => `Discount on the line: ${ofWhat(inputs)}`,
  "line.charge": (inputs) => `Charge on the line: ${ofWhat(inputs)}`,
  "line.discount_total": () => "What the discounts of the line take off",
  "line.charge_total": () => "What the charges of the line add",
  "line.tax_included": ({ tax_rate, base }) =>
    `The tax of ${tax_rate} % that ${base} includes; the lines of a tax group share the tax of the group`,
  "line.net": line,
  "line.tax": ({ tax_rate, net }) =>
    net === undefined
      ? "The tax of the line"
      : `The share of the line, with its net amount of ${net}, in the tax of its group at ${tax_rate} %; the shares add up to the tax of the group`,
  "line.total": () => "The net amount of the line and its tax",
  "document.subtotal": () => "The sum of the net amounts of the lines",
  "discount.document": (inputs) => `Discount ${inputs.place} on the document: ${onDocument(inputs)}`,
  "discount.document.spread": (inputs) =>
    `The share of ${group(inputs)} in ${inputs.place === undefined ? "this discount" : `discount ${inputs.place} on the document`}, in proportion to the net amounts`,
  "charge.document": (inputs) => `Charge ${inputs.place} on the document: ${onDocument(inputs)}`,
  "charge.document.spread": (inputs) =>
    `The share of ${group(inputs)} in ${inputs.place === undefined ? "this charge" : `charge ${inputs.place} on the document`}, in proportion to the net amounts`,
  "document.discount_total": () => "Discounts on the document, without tax",
  "document.charge_total": () => "Charges on the document, without tax",
  "tax.group.taxable": () => "What the tax of the group is computed on",
  "tax.group.round": (inputs) => {
    if (inputs.gross !== undefined)
      return `${inputs.gross} × ${inputs.tax_rate} / (100 + ${inputs.tax_rate}), the tax that the prices of ${group(inputs)} include`;
    if (inputs.taxable !== undefined)
      return `${inputs.tax_rate} % of ${inputs.taxable}, once for ${group(inputs)}`;
    return inputs.tax_rate === undefined ? "The tax of the group" : `Tax of ${group(inputs)}`;
  },
  "document.tax_total": () => "The sum of the taxes of the groups",
  "document.total": () => "The total with tax",
  withholding: ({ rate, net }) =>
    rate === undefined
      ? "The tax that the buyer withholds"
      : `The buyer withholds ${rate} % of ${net}, the total without tax`,
  "withholding.open": ({ withholding_amount, recorded }) =>
    recorded === undefined
      ? `What is left of the ${withholding_amount} that the buyer withholds`
      : `The buyer withholds ${withholding_amount}, of which ${recorded} is recorded; the rest is not asked for`,
  "accounting.tax_total": ({ tax_total, exchange_rate, currency }) =>
    tax_total === undefined
      ? "The tax in the accounting currency"
      : `${tax_total} ${currency} at an exchange rate of ${exchange_rate}`,
  "accounting.total": ({ total, exchange_rate, currency }) =>
    total === undefined
      ? "The total in the accounting currency"
      : `${total} ${currency} at an exchange rate of ${exchange_rate}`,
  "payment.applied": ({ payment, invoice, method, paid_at }) =>
    payment === undefined
      ? `Pays invoice ${invoice}`
      : `Payment ${payment}${method === undefined ? "" : ` (${method})`} of ${String(paid_at).slice(0, 10)}`,
  "payments.total": () => "Payments",
  "refund.recorded": ({ payment, refund }) =>
    payment === undefined ? `Refund ${refund}` : `Refunds of payment ${payment}`,
  "refunds.total": () => "Refunds that are completed",
  "credit.issued": ({ number }) => `Credit note ${number}`,
  "credit.total": () => "Credit notes of this invoice",
  "credit.applied": ({ number }) => `Credit of credit note ${number}`,
  "credit.applied_total": () => "Credit of other invoices that was applied to this one",
  "credit.applied_elsewhere": ({ number, invoice }) =>
    `Credit of credit note ${number} that was applied to invoice ${invoice}`,
  "credit.applied_elsewhere_total": () => "Credit that was applied to other invoices",
  "amount.due": () => "What is owed on the invoice",
  "amount.payable": () => "What the buyer is asked for",
  "amount.to_refund": () => "What was paid beyond what the invoice comes to, and is not given back",
  "payment.received": () => "The money that was received",
  "payment.unallocated": () => "Money that pays no invoice yet",
  "payment.reversed": ({ reason, reversed_at }) =>
    `Reversed on ${String(reversed_at).slice(0, 10)}, so it pays nothing${reason === undefined ? "" : `: ${reason}`}`,
  "report.age": ({ first, last }) =>
    first === undefined
      ? "Owed on invoices that are not due yet"
      : last === undefined
        ? `Owed on invoices that have been overdue for ${first} days or more`
        : `Owed on invoices that have been overdue for ${first} to ${last} days`,
  "report.due": () => "All that is owed on invoices",
  "report.due_accounting": () =>
    "The same in the company’s currency, each invoice at the rate that it has kept since it was issued",
  "report.credit": () => "What was paid or credited beyond what is owed",
  "report.balance": () => "What is owed, less the credit",
  "report.customer": ({ name, records }) =>
    `${name === undefined ? "Payments without an invoice" : name}${records === undefined ? "" : `, ${invoices(records)}`}`,
  "report.invoice": ({ number, due_date }) => `Invoice ${number}, due on ${due_date}`,
  "report.invoice_credit": ({ number, invoice }) =>
    `Invoice ${number ?? invoice}: paid or credited beyond what is owed`,
  "report.invoice_accounting": ({ number, amount, currency, exchange_rate }) =>
    `Invoice ${number}: ${amount} ${currency} at the rate ${exchange_rate}`,
  "report.invoiced": ({ of }) => `${taxed(of)} of the invoices that are dated in the period`,
  "report.credited": ({ of }) => `${taxed(of)} of the credit notes of the period`,
  "report.voided": ({ of }) =>
    `${taxed(of)} of the invoices that were voided in the period, less their credit notes`,
  "report.tax": ({ of }) => `${taxed(of)}: invoiced, less what was credited and voided`,
  "report.tax_accounting": ({ of }) =>
    `${taxed(of)} in the accounting currency, of the documents that have an exchange rate`,
  "report.tax_group": (inputs) => `${documents(inputs.records)} of ${group(inputs)}`,
  "report.document": ({ type, number }) => `${movementNames[String(type)]} ${number}`,
  "report.opening_balance": () => "What the customer owed before the period",
  "report.closing_balance": () => "What the customer owes at the end of the period",
  "report.balance_after": (inputs) => `What the customer owes after: ${movement(inputs)}`,
  "report.all_currencies": () =>
    "All currencies together, at the rate of each document; documents without a rate are left out",
  "report.row": ({ name }) => String(name),
  "report.sales_net": () => "Without tax: invoiced, less what was credited and voided",
  "report.sales_tax": () => "Tax of the invoices, less that of credit notes and voids",
  "report.sales_accounting": () =>
    "In the accounting currency, at the rate of each document; documents without a rate are left out",
  "report.sales_total": () => "What was sold, with tax",
  "report.received": () => "Payments that were made in the period",
  "report.reversed": () => "Payments that were reversed in the period",
  "report.refunded": () => "Refunds of the period",
  "report.money": () => "Received, less what was reversed and refunded",
  "report.withheld": ({ name }) =>
    name === undefined ? "Tax that buyers withheld" : `Tax that ${name} withheld`,
  "journal.receivables": () => "What the record changes about what is owed",
  "journal.counterpart": () => "The other side of the entry, without tax",
  "journal.tax": (inputs) => `Tax of ${group(inputs)}`,
  "report.month": ({ month }) => `${month}`,
  "report.movements": ({ type, records }) => `${movementNames[String(type)]}: ${recordCount(records)}`,
  "report.movement": movement,
  "records.more": ({ why, records }) =>
    why === "many"
      ? `Others: ${recordCount(records)}`
      : why === "unreadable"
        ? "Payments that the caller may not read"
        : why === "shared"
          ? "Refunds of payments, some of which pay several invoices"
          : "Older records",
  "floor.zero": ({ sum }) => `The parts come to ${sum}, and this amount is never below 0`,
  "stored.difference": () =>
    "The record has another amount than the rules of today give; it counts as it is stored",
};
