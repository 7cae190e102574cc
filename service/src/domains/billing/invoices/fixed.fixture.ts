/** What moves on an issued record, and who moves it; whatever is not named here must be fixed. */
export const moving = {
  invoices: {
    status: "transitions",
    amount_paid: "payments",
    amount_credited: "credit notes",
    amount_refunded: "refunds",
    irn: "the registration",
    fiscal_status: "the registration",
    fiscal: "the registration",
    payment_unreported: "payments, and the report of them",
    updated_at: "every change",
    paid_at: "payments",
    voided_at: "POST …/void",
    overdue_at: "the pass that marks what is overdue",
    customer_snapshot: "POST …/refresh_parties, within limits",
    supplier_snapshot: "POST …/refresh_parties, within limits",
    number_key: "follows the number",
  },
  credit_notes: {
    irn: "the registration",
    fiscal_status: "the registration",
    fiscal: "the registration",
    number_key: "follows the number",
  },
  invoice_lines: {},
  credit_note_lines: {},
} satisfies Record<string, Record<string, string>>;
