import type { texts as english } from "../payment-links.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  create: "Nouveau lien de paiement",
  title: "Nouveau lien de paiement",
  intro:
    "Pour tout ce qui n’a pas de facture : billets, dons, acomptes. Toute personne disposant du lien peut payer.",
  label: "Objet",
  labelHint: "L’acheteur le voit.",
  amount: "Montant",
  price: "Prix unitaire",
  suggested: "Montant proposé",
  currency: "Devise",
  expires: "Valable",
  choice: "L’acheteur paie",
  choices: {
    fixed: "ce montant",
    amount: "le montant de son choix",
    quantity: "la quantité de son choix",
  },
  minAmount: "Montant minimal",
  minAmountHint: "L’acheteur choisit alors combien payer, à partir de ce montant.",
  minQuantity: "Quantité minimale",
  maxQuantity: "Quantité maximale",
  reusable: "Plusieurs acheteurs peuvent payer",
  reusableHint: "Sinon, le premier paiement ferme le lien.",
  maxPayments: "Nombre de paiements",
  maxPaymentsHint: "Le lien se ferme ensuite. Si ce champ est vide, il reste ouvert jusqu’à son expiration.",
  more: "Où l’acheteur est dirigé ensuite",
  returnUrl: "Page après le paiement",
  cancelUrl: "Page en l’absence de paiement",
  urlNotAllowed:
    "Ce site n’est pas encore autorisé. Ajoutez-le dans les paramètres, sous Portail, Sites autorisés.",
  urlHint: "Sur un site que vous autorisez dans les paramètres, sous Portail.",
  save: "Créer le lien",
  done: "Lien de paiement créé.",
  payments: "Paiements",
  paidOf: (count, max) => `${count} sur ${max}`,
  paidOpen: (count) => `${count}, sans limite`,
  quantity: "Quantité",
  quantityRange: (min, max) => `${min} à ${max}`,
  reusableBadge: "Réutilisable",
};
