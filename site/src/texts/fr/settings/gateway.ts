import type { texts as english } from "../../settings/gateway.ts";
import type { Translation } from "../../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Passerelle de paiement",
  intro:
    "Le prestataire qui traite les paiements de vos clients. L’argent arrive directement sur votre compte chez lui.",
  state: "Statut",
  inUse: "Utilisée",
  setAt: "Définie le",
  chosen: "Choisie par vous",
  notChosen: "Non, c’est la valeur par défaut",
  yes: "Oui",
  change: "Choisir une passerelle",
  changeIntro:
    "Nous testons la clé auprès de la passerelle avant de l’enregistrer. Elle est chiffrée et n’est plus jamais affichée.",
  readOnly: "Seuls les propriétaires de l’entreprise peuvent changer de passerelle de paiement.",
  choices: {
    sandbox: {
      title: "Bac à sable",
      description: "Pour tester : cartes et virements sans argent réel.",
    },
    paystack: {
      title: "Paystack",
      description: "Cartes, virement et USSD au Nigeria, au Ghana, au Kenya et en Afrique du Sud.",
    },
    stripe: { title: "Stripe", description: "Cartes et portefeuilles dans la plupart des pays." },
    none: {
      title: "Aucune",
      description: "Saisissez les paiements à la main. Vous ne pouvez pas créer de liens de paiement.",
    },
  },
  secretKey: "Clé secrète",
  secretKeyHint: {
    paystack: "Dans le tableau de bord Paystack, sous Settings, API keys. Elle commence par sk_.",
    stripe: "Dans le tableau de bord Stripe, sous Developers, API keys. Elle commence par sk_ ou rk_.",
  },
  webhookSecret: "Secret de webhook",
  webhookSecretHint: "Dans le tableau de bord Stripe, sous Developers, Webhooks. Il commence par whsec_.",
  callback: "URL de webhook pour la passerelle",
  callbackHint:
    "Saisissez-la dans le tableau de bord de la passerelle pour que les paiements soient enregistrés en moins d’une seconde.",
  save: "Tester et enregistrer",
  saved: "Passerelle de paiement enregistrée.",
};
