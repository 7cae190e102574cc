/** Texts of tax that buyers withhold. */
export const texts = {
  rate: "Withholding tax %",
  rateHint: "What the buyer deducts, of the total without tax.",
  customerHint: "New invoices for this customer start with it.",
  reason: "Reason for withholding",
  deducted: (rate: string) => `Withholding tax (${rate}) deducted by the buyer`,
  payable: "Amount payable",
  certificate: "Certificate number",
  certificateHint: "You can add it later, on the page of the payment.",
  missing: "Certificate missing",
  add: {
    action: "Add certificate",
    change: "Change certificate",
    title: "Certificate of withheld tax",
    intro: "The number of the certificate that proves what the buyer has paid to the state.",
    save: "Save",
    done: "Certificate number saved.",
  },
};
