import type { texts as english, SentenceValues } from "../overview.ts";
import type { Translation } from "../translation.ts";

const to = (customer: string) => (customer ? ` à ${customer}` : "");
const from = (customer: string) => (customer ? ` de ${customer}` : "");
const forCustomer = (customer: string) => (customer ? ` pour ${customer}` : "");
const of = (amount: string) => (amount ? ` de ${amount}` : "");

export const texts: Translation<typeof english> = {
  title: "Vue d’ensemble",
  create: "Nouvelle facture",
  range: "Période",
  ranges: {
    month: "Ce mois-ci",
    last_month: "Mois dernier",
    "30": "30 jours",
    "90": "90 jours",
    "365": "12 mois",
    custom: "Personnalisée",
  },
  custom: {
    from: "Du",
    to: "Au",
    apply: "Appliquer",
    missing: "Saisissez les deux dates.",
    order: "La date de début ne doit pas être postérieure à la date de fin.",
    length: "Choisissez une période d’un an au plus.",
  },
  currency: "Devise",
  compared: (period, previous) => `${period}, par rapport à ${previous}`,
  change: {
    by: (amount, percent) => `${amount} (${percent})`,
    up: "En hausse de",
    down: "En baisse de",
    same: "Identique à la période précédente",
    new: "Rien sur la période précédente",
    none: "Rien sur les deux périodes",
  },
  received: "Paiements reçus",
  receivedHint: (count, one) => (one ? "1 paiement" : `${count} paiements`),
  refunded: (amount) => `${amount} remboursés`,
  invoiced: "Facturé",
  invoicedHint: (count, one) => (one ? "1 facture" : `${count} factures`),
  outstanding: "À encaisser",
  outstandingHint: (count, one) => (one ? "1 facture impayée" : `${count} factures impayées`),
  overdue: "En retard",
  overdueHint: (count, one) => (one ? "1 facture en retard" : `${count} factures en retard`),
  noneOutstanding: "Aucune facture impayée",
  noneOverdue: "Aucune facture en retard",
  now: "À ce jour",
  moneyPlot: "Paiements reçus et montants facturés",
  plotOf: (title) =>
    `Graphique : ${title}. Les flèches gauche et droite en lisent les valeurs ; le tableau ci-dessous les contient toutes.`,
  asTable: "Afficher sous forme de tableau",
  period: "Période",
  drafts: (count, one) => (one ? "1 brouillon n’a pas été émis." : `${count} brouillons n’ont pas été émis.`),
  draftsAtLeast: (count) => `Brouillons non émis : au moins ${count}.`,
  seeDrafts: "Voir les brouillons",
  ageing: {
    title: "Créances par ancienneté",
    intro: "Montants impayés selon le nombre de jours de retard.",
    caption: "Créances par ancienneté",
    age: "Jours de retard",
    invoices: "Factures",
    amount: "Montant",
    total: "Total",
    ages: {
      not_due: "Non échues",
      days_1_30: "1 à 30 jours",
      days_31_60: "31 à 60 jours",
      days_61_90: "61 à 90 jours",
      days_91_or_more: "Plus de 90 jours",
    },
    none: "Rien à encaisser dans cette devise.",
  },
  registrations: {
    title: "Enregistrements auprès de l’administration fiscale",
    intro: "Factures datées de cette période, toutes devises confondues.",
    plot: "Factures enregistrées",
    registered: "Enregistrées",
    pending: "En attente",
    rejected: "Rejetées",
    cancelled: "Annulées",
    none: "Non enregistrées",
  },
  attention: {
    title: "À traiter",
    rejected: (count, one) =>
      one
        ? "1 facture a été rejetée par l’administration fiscale."
        : `${count} factures ont été rejetées par l’administration fiscale.`,
    pending: (number, since) =>
      `${number} attend la décision de l’administration fiscale depuis le ${since}.`,
    refund: (amount, reason) => `Un remboursement de ${amount} a échoué${reason ? ` : ${reason}` : "."}`,
    payments: (count, one) =>
      one
        ? "1 paiement de client a échoué ces 7 derniers jours."
        : `${count} paiements de clients ont échoué ces 7 derniers jours.`,
    deliveries: (count, one) =>
      one ? "1 envoi de webhook a échoué." : `${count} envois de webhooks ont échoué.`,
    endpoint: (name) => `Le point de terminaison ${name} a été désactivé.`,
    endpointUnnamed: "Le point de terminaison principal a été désactivé.",
    gateway:
      "Vos clients ne peuvent pas encore payer en ligne : aucune passerelle de paiement n’est configurée.",
    authority:
      "Vos factures ne peuvent pas encore être enregistrées : aucune administration fiscale n’est configurée.",
    refused: "L’administration fiscale a refusé vos identifiants.",
    review: "Examiner",
    setUp: "Configurer",
    atLeast: (count) => `${count} ou plus`,
  },
  activity: {
    title: "Activité récente",
    all: "Voir tous les événements",
    none: "Rien ne s’est encore passé.",
    draft: (id) => `brouillon ${id}`,
    payment: (id) => `paiement ${id}`,
    sale: (id) => `vente ${id}`,
    recurringInvoice: (id) => `facture récurrente ${id}`,
    quote: (id) => `devis ${id}`,
    link: "lien de paiement",
    creditNote: "un avoir",
    endpoint: "point de terminaison",
    deleted: (id) => `brouillon ${id}`,
    unknown: "un élément",
    by: { key: "API", operator: "Opérateur", system: "Billfold", user: "Ancien utilisateur" },
    sentences: {
      "invoice.created": ({ customer }: SentenceValues) => `Création : {record}${forCustomer(customer)}`,
      "invoice.updated": () => "Modification : {record}",
      "invoice.deleted": () => "Suppression : {record}",
      "invoice.issued": ({ customer, amount }: SentenceValues) =>
        `Facture {record}${of(amount)} émise${to(customer)}`,
      "invoice.parties_refreshed": () => "Données du client et de l’entreprise actualisées : {record}",
      "invoice.sent": ({ customer }: SentenceValues) => `Facture {record} envoyée par e-mail${to(customer)}`,
      "invoice.reminded": ({ customer }: SentenceValues) =>
        `Rappel de la facture {record} envoyé${to(customer)}`,
      "invoice.viewed": ({ customer }: SentenceValues) =>
        `Facture {record}${forCustomer(customer)} ouverte par l’acheteur`,
      "invoice.registration_pending": () => "Facture {record} transmise à l’administration fiscale",
      "invoice.registered": () => "Facture {record} enregistrée auprès de l’administration fiscale",
      "invoice.registration_failed": () => "Facture {record} rejetée par l’administration fiscale",
      "invoice.registration_cancelled": () => "Enregistrement de {record} annulé",
      "invoice.partially_paid": ({ customer }: SentenceValues) =>
        `Facture {record}${forCustomer(customer)} payée en partie`,
      "invoice.paid": ({ customer }: SentenceValues) =>
        `Facture {record}${forCustomer(customer)} payée en totalité`,
      "invoice.overdue": ({ customer }: SentenceValues) =>
        `Facture {record}${forCustomer(customer)} en retard`,
      "invoice.voided": () => "Facture {record} annulée",
      "invoice.written_off": () => "Facture {record} passée en perte",
      "payment.recorded": ({ customer, amount }: SentenceValues) =>
        `Paiement${of(amount)}${customer ? ` reçu${from(customer)}` : " reçu"} pour {record}`,
      "payment.failed": ({ customer, amount }: SentenceValues) =>
        `Échec d’un paiement${of(amount)}${from(customer)} pour {record}`,
      "payment.refunded": ({ customer, amount }: SentenceValues) =>
        `Remboursement d’un paiement${of(amount)}${from(customer)} pour {record}`,
      "payment.receipt_sent": ({ customer, amount }: SentenceValues) =>
        `Envoi du reçu d’un paiement${of(amount)}${from(customer)} pour {record}`,
      "payment.allocated": ({ customer, amount }: SentenceValues) =>
        `Affectation d’un paiement${of(amount)}${from(customer)} à {record}`,
      "payment.updated": ({ customer, amount }: SentenceValues) =>
        `Numéro d’attestation d’un paiement${of(amount)}${from(customer)} pour {record} modifié`,
      "payment.disputed": ({ customer, amount }: SentenceValues) =>
        `Contestation d’un paiement${of(amount)}${from(customer)} pour {record}`,
      "payment.reversed": ({ customer, amount }: SentenceValues) =>
        `Annulation d’un paiement${of(amount)}${from(customer)} pour {record}`,
      "payment_link.created": ({ amount }: SentenceValues) =>
        `Lien de paiement${of(amount)} créé pour {record}`,
      "payment_link.paid": ({ amount }: SentenceValues) => `Lien de paiement${of(amount)} pour {record} payé`,
      "payment_link.expired": ({ amount }: SentenceValues) =>
        `Lien de paiement${of(amount)} pour {record} expiré`,
      "payment_link.cancelled": ({ amount }: SentenceValues) =>
        `Lien de paiement${of(amount)} pour {record} annulé`,
      "recurring_invoice.created": () => "Création : {record}",
      "recurring_invoice.updated": () => "Modification : {record}",
      "recurring_invoice.paused": () => "Mise en pause : {record}",
      "recurring_invoice.resumed": () => "Reprise : {record}",
      "recurring_invoice.invoiced": () => "Facture créée : {record}",
      "recurring_invoice.failed": () => "Échec d’une facture : {record}",
      "recurring_invoice.ended": () => "Fin : {record}",
      "quote.created": () => "Création : {record}",
      "quote.updated": () => "Modification : {record}",
      "quote.sent": () => "Ouverture au client : {record}",
      "quote.viewed": () => "Devis ouvert par le client : {record}",
      "quote.accepted": () => "Devis accepté : {record}",
      "quote.declined": () => "Devis refusé : {record}",
      "quote.expired": () => "Devis expiré : {record}",
      "quote.invoiced": () => "Facturation : {record}",
      "sale.created": () => "Création : {record}",
      "sale.updated": () => "Modification : {record}",
      "sale.cancelled": () => "Annulation : {record}",
      "sale.invoiced": () => "Facturation : {record}",
      "customer.created": () => "Client {record} ajouté",
      "customer.erased": () => "Données personnelles du client {record} effacées",
      "customer.updated": () => "Client {record} modifié",
      "product.created": () => "Produit {record} ajouté",
      "product.updated": () => "Produit {record} modifié",
      "credit_note.issued": ({ amount }: SentenceValues) => `Avoir {record}${of(amount)} émis`,
      "credit_note.sent": () => "Avoir {record} envoyé par e-mail",
      "credit_note.applied": () => "Avoir {record} imputé sur une autre facture",
      "credit_note.registration_pending": () => "Avoir {record} transmis à l’administration fiscale",
      "credit_note.registered": () => "Avoir {record} enregistré auprès de l’administration fiscale",
      "credit_note.registration_failed": () => "Avoir {record} rejeté par l’administration fiscale",
      "mail.failed": () => "Un e-mail n’a pas été distribué : {record}",
      "webhook.test": () => "Événement de test envoyé à {record}",
      "webhook.disabled": () => "Désactivation : {record}",
    },
  },
  welcome: "Votre tableau de bord est prêt",
  welcomeHint:
    "Créez votre première facture. Les paiements, les factures impayées et l’activité récente apparaîtront ici.",
  customers: "Ajouter des clients",
  start: "Premiers pas",
};
