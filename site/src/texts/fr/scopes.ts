import type { scopeTexts as english } from "../scopes.ts";

export const scopeTexts: typeof english = {
  "invoices:read": {
    group: "Factures",
    title: "Lire les factures",
    description: "Lire les factures et les avoirs, y compris en PDF et XML.",
  },
  "invoices:write": {
    group: "Factures",
    title: "Gérer les factures",
    description:
      "Créer, modifier et émettre des factures. Les annuler, les passer en perte et établir des avoirs.",
  },
  integrations: {
    group: "Factures",
    title: "Enregistrer les factures",
    description: "Enregistrer les factures auprès de l’administration fiscale.",
  },
  "integrations:read": {
    group: "Factures",
    title: "Lire les réglages de facturation électronique",
    description: "Voir quelle administration fiscale est configurée, sans ses identifiants.",
  },
  "integrations:configure": {
    group: "Factures",
    title: "Configurer la facturation électronique",
    description:
      "Choisir l’administration fiscale et définir ses identifiants. Seuls les propriétaires peuvent l’accorder.",
  },
  "customers:read": {
    group: "Catalogue",
    title: "Lire les clients",
    description: "Lire les noms, adresses et numéros fiscaux de vos clients.",
  },
  "customers:write": {
    group: "Catalogue",
    title: "Gérer les clients",
    description: "Créer et modifier des clients.",
  },
  "customers:erase": {
    group: "Catalogue",
    title: "Effacer les clients",
    description: "Effacer définitivement les données personnelles des clients.",
  },
  "products:read": {
    group: "Catalogue",
    title: "Lire les produits",
    description: "Lire les produits avec leurs prix et taux de TVA.",
  },
  "products:write": {
    group: "Catalogue",
    title: "Gérer les produits",
    description: "Créer et modifier des produits et leurs prix.",
  },
  "sales:read": {
    group: "Catalogue",
    title: "Lire les ventes",
    description: "Lire les ventes, les devis et leur statut.",
  },
  "sales:write": {
    group: "Catalogue",
    title: "Gérer les ventes",
    description:
      "Créer, modifier et annuler des ventes. Créer des devis, les envoyer et y répondre. Les transformer en factures.",
  },
  "payments:read": {
    group: "Paiements",
    title: "Lire les paiements",
    description: "Lire les paiements, les remboursements et les liens de paiement.",
  },
  "payments:write": {
    group: "Paiements",
    title: "Encaisser des paiements",
    description: "Créer des liens de paiement, enregistrer et rembourser des paiements. Déplace de l’argent.",
  },
  "reports:read": {
    group: "Paiements",
    title: "Lire les rapports",
    description: "Lire les rapports, comme les retenues à la source et les attestations manquantes.",
  },
  "portal:embed": {
    group: "Intégration",
    title: "Intégrer le portail",
    description: "Intégrer le panneau à un site web et en recevoir des commandes.",
  },
  "portal:configure": {
    group: "Intégration",
    title: "Configurer le portail",
    description: "Choisir les sites web qui peuvent afficher le panneau.",
  },
  "webhooks:read": {
    group: "Intégration",
    title: "Lire les événements et webhooks",
    description:
      "Lire le flux d’événements, les points de terminaison et les envois. Un événement ne contient son enregistrement que si la clé peut le lire.",
  },
  "webhooks:write": {
    group: "Intégration",
    title: "Configurer les webhooks",
    description: "Ajouter, modifier et tester des webhooks, pour les événements que la clé peut lire.",
  },
  "company:read": {
    group: "Intégration",
    title: "Lire l’entreprise",
    description:
      "Lire le profil, les utilisateurs, les clés, le journal d’audit et la passerelle de paiement.",
  },
  sandbox: {
    group: "Intégration",
    title: "Répéter dans le bac à sable",
    description:
      "Avancer l’horloge de l’entreprise, provoquer des pannes et charger des données d’essai, hors production.",
  },
};
