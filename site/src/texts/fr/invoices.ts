import type { texts as english } from "../invoices.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Factures",
  invoice: "Facture",
  intro:
    "Une facture reste un brouillon jusqu’à son émission ; elle reçoit alors un numéro et ne change plus.",
  create: "Nouvelle facture",
  search: "Nom du client ou numéro",
  caption: "Factures, les plus récentes d’abord",
  number: "Numéro",
  draft: (id) => `Brouillon ${id}`,
  customer: "Client",
  date: "Date",
  due: "Échéance",
  dateAndDue: "Date",
  total: "Total",
  open: "À payer",
  status: "Statut",
  fiscal: "Enregistrement",
  overdue: "En retard",
  credited: "Annulée par avoir",
  statuses: {
    draft: "Brouillon",
    open: "Ouverte",
    overdue: "En retard",
    partially_paid: "Payée en partie",
    paid: "Payée",
    void: "Annulée",
    uncollectible: "Passée en perte",
  },
  fiscalStatuses: {
    none: "Non enregistrée",
    pending: "Enregistrement en cours",
    registered: "Enregistrée",
    rejected: "Rejetée",
    cancelled: "Enregistrement annulé",
  },
  emptyTitle: "Créez votre première facture",
  empty:
    "Choisissez un client, saisissez les lignes, puis émettez la facture. Vous pouvez y joindre un lien de paiement.",
  methods: {
    bank_transfer: "Virement bancaire",
    cash: "Espèces",
    card: "Carte",
    mobile_money: "Paiement mobile",
    cheque: "Chèque",
    withholding_tax: "Retenue à la source",
  },
};
