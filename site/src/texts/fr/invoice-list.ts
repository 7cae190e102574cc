import type { texts as english } from "../invoice-list.ts";
import type { Translation } from "../translation.ts";

const factures = (count: number | string) => (Number(count) <= 1 ? `${count} facture` : `${count} factures`);

export const texts: Translation<typeof english> = {
  title: "Factures",
  intro: "Un brouillon est modifiable. Une facture émise porte un numéro et ne l’est plus.",
  create: "Nouvelle facture",
  search: "Rechercher par client ou numéro",
  caption: "Factures",
  emptyTitle: "Créez votre première facture",
  empty:
    "Choisissez un client, ajoutez ce que vous avez vendu et émettez la facture. Envoyez ensuite un lien de paiement.",
  number: "Numéro",
  customer: "Client",
  date: "Date de facture",
  due: "Échéance",
  amount: "Montant",
  amountDue: "Reste à payer",
  status: "Statut",
  registration: "Enregistrement",
  dueToday: "aujourd’hui",
  daysOverdue: (days) => (days === 1 ? "1 jour de retard" : `${days} jours de retard`),
  dueInDays: (days) => (days === 1 ? "demain" : `dans ${days} jours`),
  tabs: {
    label: "Statut",
    all: "Toutes",
    draft: "Brouillons",
    open: "Ouvertes",
    overdue: "En retard",
    partially_paid: "Partiellement payées",
    paid: "Payées",
    void: "Annulées",
    uncollectible: "Passées en perte",
  },
  filters: {
    due: "Date d’échéance",
    dueOptions: { overdue: "En retard", upcoming: "À échoir" },
    dueFrom: "Échéance à partir du",
    dueTo: "Échéance jusqu’au",
    invoicedFrom: "Facturé à partir du",
    invoicedTo: "Facturé jusqu’au",
  },
  count: factures,
  total: "Montant total",
  totalDue: "À payer",
  selection: {
    label: "Factures sélectionnées",
    count: (count) => (count === 1 ? "1 facture sélectionnée" : `${count} factures sélectionnées`),
    clear: "Effacer la sélection",
    export: "Exporter",
    actions: { issue: "Émettre", register: "Enregistrer", void: "Annuler" },
    actionFor: (action, count) => `${action} : ${count}`,
  },
  bulk: {
    issue: {
      title: (count) => `Émettre ${factures(count)} ?`,
      body: "Chaque brouillon reçoit le numéro de facture suivant. Son contenu ne peut plus être modifié ensuite. Cette action est irréversible.",
      confirm: (count) => `Émettre ${factures(count)}`,
      done: (count) => (count === 1 ? "1 facture émise." : `${count} factures émises.`),
    },
    register: {
      title: (count) => `Enregistrer ${factures(count)} ?`,
      body: "Chaque facture est envoyée à l’administration fiscale. Les brouillons sont d’abord émis. Une facture enregistrée ne peut pas être annulée.",
      confirm: (count) => `Enregistrer ${factures(count)}`,
      done: (count) => (count === 1 ? "1 facture envoyée." : `${count} factures envoyées.`),
    },
    void: {
      title: (count) => `Annuler ${factures(count)} ?`,
      body: "Les clients ne pourront plus les payer. Leurs numéros restent utilisés. Cette action est irréversible.",
      confirm: (count) => `Annuler ${factures(count)}`,
      done: (count) => (count === 1 ? "1 facture annulée." : `${count} factures annulées.`),
    },
    left: (count) =>
      count === 1
        ? "1 facture sélectionnée est ignorée, car son statut ne le permet pas."
        : `${count} factures sélectionnées sont ignorées, car leur statut ne le permet pas.`,
    progress: (done, all) => `${done} sur ${all} terminées`,
    stop: "Arrêter",
    stopped: (count) =>
      count === 1
        ? "Arrêté. 1 facture n’a pas été modifiée."
        : `Arrêté. ${count} factures n’ont pas été modifiées.`,
    failedTitle: (count) => (count === 1 ? "1 facture a échoué" : `${count} factures ont échoué`),
    rejected: "L’administration fiscale a rejeté la facture.",
    retry: (count) => (count === 1 ? "Réessayer" : `Réessayer ces ${count} factures`),
    close: "Fermer",
  },
};
