import type { roleTexts as english } from "../roles.ts";
import type { Translation } from "../translation.ts";

export const roleTexts: Translation<typeof english> = {
  owner: {
    title: "Propriétaire",
    description:
      "Accès complet. Seuls les propriétaires gèrent les utilisateurs, l’identité de l’entreprise, la passerelle de paiement et la facturation électronique.",
  },
  accountant: {
    title: "Comptable",
    description: "Gère les factures, les clients, les produits, les ventes, les paiements et les imports.",
  },
  developer: {
    title: "Développeur",
    description:
      "Consulte tout. Gère les webhooks, le portail, les paramètres et les clés API dans la limite des droits de ce rôle.",
  },
  viewer: { title: "Lecteur", description: "Consulte tout. Ne peut rien modifier." },
};
