import type { texts as english } from "../help.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  help: "Aide",
  guide: (name) => `Guide : ${name}`,
  guides: "Tous les guides (en anglais)",
  reference: "Référence de l’API",
  whatsNew: "Nouveautés",
  whatsNewUnread: "Nouveautés (non lues)",
  shortcuts: "Raccourcis clavier",
  support: "Contacter l’assistance",
  guideNames: {
    quickstart: "Démarrage rapide",
    invoices: "Factures",
    payments: "Paiements",
    "e-invoicing": "Facturation électronique",
    webhooks: "Utiliser les webhooks",
    authentication: "Authentification",
    portal: "Portail",
    lists: "Listes et filtres",
    limits: "Limites",
    security: "Sécurité",
    questions: "Questions et réponses",
  },
  shortcutsIntro: "Les raccourcis fonctionnent sur toutes les pages, sauf pendant la saisie dans un champ.",
  followedBy: "puis",
  general: "Général",
  goTo: "Ouvrir une page",
  keys: {
    palette: "Recherche et commandes",
    search: "Rechercher",
    shortcuts: "Afficher les raccourcis clavier",
    newInvoice: "Nouvelle facture",
    close: "Fermer une fenêtre ou un menu",
  },
  releases: [
    {
      id: "2026-11",
      title: "Novembre 2026",
      items: [
        "La recherche trouve les noms sans accents, affiche d’abord le meilleur résultat et couvre aussi les ventes, les paiements et les liens de paiement.",
        "La palette de commandes (Ctrl K ou ⌘ K) ouvre toute page, tout élément et toute action. Appuyez sur ? pour voir les raccourcis.",
        "Les notifications vous signalent les paiements, les enregistrements refusés, les points de terminaison désactivés et les imports terminés.",
        "Le tableau de bord est disponible en français. Changez de langue dans le menu du compte.",
        "Les listes ont des onglets par statut avec le nombre d’éléments, un tri et des actions groupées.",
      ],
    },
  ],
};
