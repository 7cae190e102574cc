import type { texts as english } from "../landing.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Facturation, facturation électronique et paiements",
  description:
    "Émettez vos factures, enregistrez-les auprès de l’administration fiscale et soyez payé par lien ou code QR. Depuis le tableau de bord ou par l’API.",
  navigation: "Principale",
  footer: "Pied de page",
  signIn: "Se connecter",
  register: "Créer un compte",
  docs: "Documentation (en anglais)",
  headline: ["Émettez la facture.", "Enregistrez-la.", "Soyez payé."],
  intro:
    "Billfold émet vos factures, les enregistre auprès de l’administration fiscale, encaisse le paiement et prévient vos systèmes. Utilisez le tableau de bord, ou connectez vos propres logiciels par l’API.",
  points: {
    invoices: {
      title: "Des factures justes",
      description:
        "Brouillons, avoirs, numérotation continue, PDF et XML conformes à la norme EN 16931. Votre client, votre comptabilité et l’administration fiscale voient les mêmes totaux.",
    },
    operator: {
      title: "Enregistrées une seule fois",
      description:
        "Chaque facture parvient une seule fois à l’administration fiscale, même si la connexion est coupée. Vous pouvez consulter chaque requête envoyée.",
    },
    payments: {
      title: "Payées par lien ou code QR",
      description:
        "Chaque facture peut avoir un lien de paiement. Un paiement n’est comptabilisé qu’après confirmation du prestataire de paiement.",
    },
    events: {
      title: "Vos systèmes toujours à jour",
      description:
        "Des webhooks signés, livrés dans l’ordre et rejouables, ainsi qu’un flux d’événements à interroger.",
    },
  },
  developers: "Pour les développeurs",
  developersBody:
    "Une clé d’API, du JSON simple et des reprises sans risque pour les clients, produits, ventes, factures, paiements et événements. Testez tout dans l’environnement de test, sans argent réel.",
  openDocs: "Lire la documentation",
  reference: "Référence de l’API",
  contact: "Nous contacter",
  privacy: "Confidentialité",
  terms: "Conditions d’utilisation",
  language: "Langue",
  sample: {
    company: "Comptoir Méridien",
    number: "Facture INV-000042",
    billTo: "Facturé à",
    customer: "Transit du Golfe SARL",
    lines: [
      ["40 caisses de livraison", "1180.00"],
      ["Transport routier", "260.00"],
      ["TVA 7,5 %", "108.00"],
    ],
    total: "Total à payer",
    amount: "1548.00",
    registered: "Enregistrée",
    paid: "Payée",
    label: "Exemple d’une facture enregistrée et payée",
  },
};
