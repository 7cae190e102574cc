import type { texts as english } from "../../settings/einvoicing.ts";
import type { Translation } from "../../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Facturation électronique",
  intro: "L’administration fiscale auprès de laquelle vos factures sont enregistrées.",
  environment: (name) => `Ces paramètres valent pour l’environnement ${name}.`,
  state: "Statut",
  none: "La facturation électronique n’est pas configurée",
  noneBody:
    "Choisissez une administration ci-dessous. Nous testons vos identifiants auprès d’elle avant de les enregistrer.",
  adapter: "Administration",
  status: "Connexion",
  statuses: { working: "Fonctionne", refused: "Identifiants rejetés", unchecked: "Pas encore testée" },
  checkedAt: "Dernier test",
  refusal: "Message de l’administration",
  businessId: "Identifiant d’entreprise",
  serviceId: "Identifiant de service",
  baseUrl: "URL",
  readOnly:
    "Seuls les propriétaires de l’entreprise peuvent configurer la facturation électronique. Adressez-vous à l’un d’eux.",
  change: "Configurer",
  changeIntro:
    "Les identifiants sont chiffrés et ne sont plus jamais affichés. Pour en modifier un, saisissez-les tous.",
  save: "Tester et enregistrer",
  saved: "L’administration a accepté ces paramètres. Ils sont enregistrés.",
  remove: "Supprimer",
  removeTitle: "Ne plus enregistrer les factures ?",
  removeIntro:
    "Les factures enregistrées le restent. Les nouvelles ne le sont plus tant qu’aucune administration n’est configurée.",
  removeBody:
    "Les identifiants conservés sont supprimés. Pour enregistrer à nouveau des factures, il faudra les ressaisir.",
  removed: "La facturation électronique a été supprimée. Les factures ne sont plus enregistrées.",
  adapters: {
    sandbox: {
      title: "Administration de test",
      description: "Pour tester. Sans effet juridique, avec une entreprise de test.",
    },
    async_demo: {
      title: "Administration de test à réponse différée",
      description: "Pour tester les administrations qui ne répondent qu’après un certain temps.",
    },
    firs_mbs: {
      title: "Nigeria : FIRS Merchant Buyer Solution",
      description: "Vous obtenez ces identifiants sur le portail de l’administration après l’inscription.",
    },
    india_irp: {
      title: "Inde : Invoice Registration Portal",
      description: "Vous obtenez ces identifiants en vous inscrivant à l’API du portail.",
    },
    document_only: {
      title: "Aucune administration",
      description:
        "Pour les entreprises sans obligation. Les factures sont seulement validées selon EN 16931.",
    },
  },
  fields: {
    base_url: "URL de l’API de l’administration",
    business_id: "Identifiant d’entreprise",
    service_id: "Identifiant de service",
    api_key: "Clé API",
    api_secret: "Secret API",
    username: "Nom d’utilisateur",
    password: "Mot de passe",
    public_key: "Clé publique (PEM)",
    certificate: "Certificat",
    signing_key: "Clé de signature (PEM)",
  },
};
