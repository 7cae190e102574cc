/** The words for values, on pages, in mails and in documents. */
export const texts = {
  methods: {
    card: "Card",
    bank: "Bank account",
    bank_transfer: "Bank transfer",
    transfer: "Bank transfer",
    cash: "Cash",
    cheque: "Cheque",
    check: "Cheque",
    mobile_money: "Mobile money",
    ussd: "USSD",
    qr: "QR code",
    direct_debit: "Direct debit",
    other: "Other",
  },
  rate: (percentage: string) => `${percentage}%`,
};
