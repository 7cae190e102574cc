import type { Translation } from "../translation.ts";
import type { texts as english } from "./en.ts";

export const texts: Translation<typeof english> = {
  methods: {
    card: "Carte bancaire",
    bank: "Compte bancaire",
    bank_transfer: "Virement bancaire",
    transfer: "Virement bancaire",
    cash: "Espèces",
    cheque: "Chèque",
    check: "Chèque",
    mobile_money: "Mobile money",
    ussd: "USSD",
    qr: "Code QR",
    direct_debit: "Prélèvement automatique",
    other: "Autre moyen",
  },
  rate: (percentage) => `${percentage}\u00a0%`,
};
