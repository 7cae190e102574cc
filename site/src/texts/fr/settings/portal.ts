import type { texts as english } from "../../settings/portal.ts";
import type { Translation } from "../../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Portail",
  intro: "Recevez commandes et paiements sur votre propre site web avec quelques lignes de code.",
  snippet: "Code",
  snippetIntro:
    "Collez ce code à l’endroit où le panneau doit apparaître. Le secret reste sur votre serveur.",
  wants: "Rôle du panneau",
  order: "Recevoir des commandes",
  pay: "Afficher une facture à payer",
  orderUrl: "URL de commande sur votre serveur",
  orderUrlHint: "Un chemin de votre site. Votre serveur reçoit la commande et crée la facture.",
  parameter: "Paramètre d’URL du jeton de facture",
  parameterHint: "Votre page s’ouvre sous la forme /thanks?invoice_id=pt_…",
  code: "Code pour votre page",
  noKey: "Aucune clé ne permet encore d’intégrer le portail",
  noKeyBody:
    "Ajoutez le droit portal:embed à une clé. Le code ne contient que son App ID, qui n’est pas secret.",
  toKeys: "Aller aux clés API",
  origins: "Sites autorisés",
  originsIntro:
    "Seules les pages de ces sites peuvent afficher le panneau. Indiquez le protocole, l’hôte et le port, sans chemin.",
  originsReadOnly: "Votre rôle permet de consulter ces paramètres, pas de les modifier.",
  originsLabel: "Un site par ligne",
  originsSaved: "Paramètres du portail enregistrés.",
  prices: "Prix des commandes",
  pricesHint: "Ce que le panneau affiche et ce que les acheteurs paient.",
  pricesAsCompany: "Comme le réglage de l’entreprise",
  originsNone: "Aucun site n’est encore autorisé : le panneau n’apparaît nulle part.",
  products: "Produits",
  productsIntro:
    "Sélectionnez les produits proposés par le panneau. Seuls les produits actifs avec un prix sont affichés.",
  noProducts: "Aucun produit",
  noProductsBody: "Créez d’abord des produits. Choisissez ensuite ici ceux que le panneau propose.",
  offer: (name) => `Proposer ${name}`,
  noPrice: "Non affiché : aucun prix",
  preview: "Aperçu",
  previewIntro:
    "Le panneau tel que les visiteurs de votre site le voient. Aucune commande ne peut être envoyée d’ici.",
  previewAgain: "Recharger l’aperçu",
};
