import type { texts as english } from "../sales.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Ventes",
  sale: "Vente",
  intro: "Les commandes que vous n’avez pas encore facturées. Chaque vente devient une facture.",
  create: "Nouvelle vente",
  search: "Rechercher par client ou numéro",
  caption: "Ventes",
  number: "Numéro",
  customer: "Client",
  made: "Créée le",
  booking: "Date de réservation",
  status: "Statut",
  statuses: { open: "Ouverte", invoiced: "Facturée", cancelled: "Annulée" },
  total: "Montant total",
  source: "Origine",
  sources: { api: "Par l’API", portal: "Portail", site: "Tableau de bord" },
  tabs: { label: "Statut", all: "Toutes" },
  count: (count) => (count === "1" ? "1 vente" : `${count} ventes`),
  draftInvoice: "Brouillon",
  details: "Informations",
  invoice: "Facture",
  toInvoice: "Voir la facture",
  emptyTitle: "Aucune vente",
  empty:
    "Les commandes du portail et de l’API apparaissent ici. Vous pouvez aussi créer une vente et la facturer plus tard.",
  convert: {
    action: "Créer la facture",
    title: (number) => `Créer une facture à partir de ${number} ?`,
    body: "Crée un brouillon avec les mêmes lignes. Vous pouvez encore le modifier avant de l’émettre.",
    done: "Brouillon créé.",
    needsCustomer: "Une facture exige un client. Modifiez d’abord la vente et choisissez-en un.",
  },
  cancel: {
    action: "Annuler la vente",
    title: (number) => `Annuler ${number} ?`,
    body: "Une vente annulée ne peut pas être facturée. Cette action est irréversible.",
    confirm: "Annuler la vente",
    done: "Vente annulée.",
  },
};
