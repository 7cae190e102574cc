import type { texts as english, overlaps as englishOverlaps } from "../../settings/keys.ts";
import type { Translation } from "../../translation.ts";

export const overlaps: Translation<typeof englishOverlaps> = [
  { value: "0", label: "Ne plus l’accepter dès maintenant" },
  { value: "3600", label: "1 heure" },
  { value: "86400", label: "1 jour" },
  { value: "604800", label: "7 jours" },
];

export const texts: Translation<typeof english> = {
  title: "Clés API",
  intro:
    "Vos systèmes appellent l’API avec une clé. Créez-en une par système, avec les seuls droits dont il a besoin.",
  notAllowedTitle: "Vous ne pouvez pas gérer les clés API",
  notAllowed: (role) =>
    `Votre rôle (${role}) ne comprend pas les clés API. Demandez à un propriétaire de l’entreprise de créer une clé ou de changer votre rôle.`,
  create: "Créer une clé",
  empty: "Aucune clé API",
  emptyBody:
    "Une clé se compose d’un App ID et d’un secret. Créez-en une pour appeler l’API depuis vos systèmes.",
  name: "Nom",
  nameHint: "Le système qui utilise la clé, par exemple « Boutique en ligne ».",
  rename: "Renommer",
  renamed: "La clé a été renommée.",
  limits: "Limites",
  limitsTitle: "Limites de la clé",
  limitsSaved: "Limites modifiées. Elles prennent effet immédiatement.",
  allowedIps: "Adresses IP autorisées",
  allowedIpsHint:
    "Une adresse ou un réseau par ligne, par exemple 203.0.113.7 ou 203.0.113.0/24. Sans adresse, la clé fonctionne de partout.",
  expiresAt: "Dernier jour",
  expiresAtHint: "La clé cesse de fonctionner à la fin de ce jour. Sans date, jamais.",
  postRate: "Requêtes POST par seconde",
  postRateHint: "Si cette clé doit en avoir moins que votre offre ne le permet.",
  strict: "Mode strict",
  strictHint: "Refuser les requêtes avec des champs ou paramètres inconnus, au lieu d’ignorer ceux-ci.",
  expires: "Expire",
  expired: "Expirée",
  onlyFrom: (networks) => `Uniquement depuis ${networks}`,
  perSecond: (rate) => `Au plus ${rate} requêtes POST par seconde`,
  active: "Active",
  revoked: "Révoquée",
  overlapping: "L’ancien secret fonctionne encore",
  created: "Créée le",
  lastUsed: "Dernière utilisation",
  neverUsed: "Jamais utilisée",
  rotated: "Secret modifié le",
  oldSecretUntil: "L’ancien secret fonctionne jusqu’au",
  oldSecretOpen:
    "L’ancien secret fonctionne jusqu’à la première utilisation du nouveau, puis pendant la durée choisie.",
  scopes: "Droits",
  scopesHint: "N’accordez que ce dont le système a besoin. Vous pouvez le modifier à tout moment.",
  purpose: "Que peut faire cette clé ?",
  purposeMissing: "Choisissez ce que la clé peut faire.",
  presets: {
    sell: {
      title: "Vendre et être payé",
      description: "Gérer clients, produits, ventes, factures et liens de paiement. Aucun paramètre.",
    },
    read: {
      title: "Lecture seule",
      description: "Lire toutes les données et les événements. Ne rien modifier.",
    },
    all: {
      title: "Tout",
      description:
        "Tous les droits, y compris les webhooks, le portail et la facturation électronique. Déplace de l’argent.",
    },
    custom: { title: "Choisir les droits", description: "Sélectionner chaque droit vous-même." },
  },
  includes: "Droits :",
  notYours: (scopes) =>
    `Votre rôle ne comprend pas ${scopes} ; vous ne pouvez donc pas l’accorder à une clé. Adressez-vous à un propriétaire de l’entreprise.`,
  rotateNotYours: (scopes) =>
    `Seul un propriétaire peut créer un nouveau secret pour cette clé, car elle a ${scopes}, que votre rôle ne comprend pas. Vous pouvez retirer des droits ou révoquer la clé.`,
  noScopes:
    "Cette clé n’a aucun droit : elle peut seulement se vérifier avec /ping. Ajoutez des droits avant de l’utiliser.",
  all: "Tous",
  none: "Aucun",
  readOnly: "Lecture seule",
  unusedTitle: "Droits inutilisés depuis 90 jours",
  unused: (scopes) =>
    `${scopes}. Si vous n’en avez pas besoin, retirez-les : une clé divulguée pourra moins nuire.`,
  unusedMark: "inutilisé depuis 90 jours",
  editScopes: "Modifier les droits",
  saveScopes: "Enregistrer les droits",
  scopesSaved: "Droits modifiés. Ils prennent effet immédiatement.",
  rotate: "Nouveau secret",
  rotation: {
    title: "Créer un nouveau secret ?",
    intro:
      "Le nouveau secret n’est affiché qu’une fois. Conservez-le là où votre système le lit. L’ancien fonctionne jusqu’à la première utilisation du nouveau, puis pendant la durée ci-dessous.",
    overlap: "Continuer à accepter l’ancien secret pendant",
    overlaps,
    confirm: "Créer un nouveau secret",
  },
  revoke: "Révoquer",
  revokeTitle: (name) => `Révoquer ${name} ?`,
  revokeBody:
    "Les requêtes avec cette clé sont désormais rejetées. C’est irréversible, mais vous pouvez créer une nouvelle clé.",
  revokeConfirm: "Révoquer la clé",
  revokedToast: "La clé a été révoquée.",
  createTitle: "Créer une clé API",
  createConfirm: "Créer la clé",
  secretTitle: "Conservez le secret maintenant",
  secretBody: "Il n’est affiché qu’une fois. Si vous le perdez, créez un nouveau secret.",
  appId: "App ID",
  secret: "Secret",
  stored: "J’ai conservé le secret",
  done: "Terminé",
  showRevoked: (count) => (count === 1 ? "Afficher 1 clé révoquée" : `Afficher ${count} clés révoquées`),
};
