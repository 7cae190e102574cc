import type { texts as english } from "../onboarding.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  companyStatus: {
    none: {
      title: "Vous n’appartenez pas encore à une entreprise",
      description:
        "Demandez à un propriétaire de votre entreprise de vous inviter, ou créez un compte pour une nouvelle entreprise.",
    },
    pending: {
      title: "Nous vérifions votre entreprise",
      description:
        "Nous vérifions chaque nouvelle entreprise avant qu’elle puisse émettre des factures. Vous recevrez un e-mail à la fin de la vérification. Vous n’avez rien à faire d’ici là.",
    },
    refused: {
      title: "Votre entreprise n’a pas été approuvée",
      description:
        "Nous avons aussi écrit au propriétaire. Si vous pensez qu’il s’agit d’une erreur, répondez à cet e-mail.",
    },
    suspended: {
      title: "Cette entreprise est suspendue",
      description:
        "Vous ne pouvez ni émettre de factures ni recevoir de paiements pour le moment. Vos données sont en sécurité. Pour régler la situation, répondez à l’e-mail envoyé au propriétaire.",
    },
    reason: "Motif",
    refresh: "Actualiser",
    register: "Créer un compte pour une nouvelle entreprise",
    others: "Vos autres entreprises",
    steps: ["Inscription", "Vérification", "Clé API et première facture"],
    progress: "Avancement de la vérification",
  },
  credentials: {
    title: "Créez votre première clé API",
    intro:
      "Votre entreprise est approuvée. Vos systèmes appellent Billfold avec une clé API. Choisissez ce qu’elle peut faire.",
    ready:
      "Le secret n’est affiché qu’une fois. Continuez quand vous pouvez le conserver, par exemple dans un gestionnaire de mots de passe.",
    make: "Créer et afficher la clé",
    shownTitle: "Conservez vos identifiants",
    shownIntro:
      "Les secrets ne sont affichés qu’une fois. Conservez-les maintenant, là où vos systèmes lisent leurs paramètres.",
    appId: "App ID",
    secret: "Secret",
    webhookSecret: "Secret de webhook",
    portal: "Pour le panneau sur votre site web",
    portalBody: "Ces valeurs ne sont pas secrètes.",
    companyId: "Identifiant de l’entreprise",
    embedScript: "Script",
    baseUrl: "Adresse de l’API",
    download: "Télécharger au format .env",
    stored: "J’ai conservé les identifiants",
    leave: "Continuer",
    leaveTitle: "Quitter sans conserver les identifiants ?",
    leaveBody:
      "Les secrets ne pourront plus être affichés. Si vous quittez maintenant, vous devrez créer une nouvelle clé avant que vos systèmes puissent appeler Billfold.",
    leaveConfirm: "Quitter cette page",
    goneTitle: "La première clé a déjà été créée",
    gone: "Son secret a été affiché une fois. S’il est perdu, créez une nouvelle clé ou un nouveau secret sur la page Clés API.",
    toKeys: "Aller aux clés API",
  },
  checklist: {
    title: "Pour commencer",
    intro: "Six étapes jusqu’à votre première facture enregistrée et payée.",
    done: "Terminé",
    open: "À faire",
    progress: "Étapes terminées",
    count: (done, all) => `${done} sur ${all}`,
    finished: "Tout est prêt. Créez votre première facture.",
    toInvoices: "Créer une facture",
    steps: {
      credentials: {
        title: "Conserver une clé API",
        description:
          "Conservez l’App ID et le secret là où vos systèmes lisent leurs paramètres. Si le secret est perdu, créez une nouvelle clé.",
        action: "Créer une nouvelle clé",
      },
      ping: {
        title: "Tester la clé",
        description:
          "Appelez /ping avec la clé. La réponse indique votre entreprise et les droits de la clé.",
        action: "",
      },
      scopes: {
        title: "Activer des droits",
        description:
          "Une clé ne peut faire que ce que ses droits permettent. Activez ceux dont votre système a besoin.",
        action: "Choisir les droits",
      },
      webhook: {
        title: "Définir une URL de webhook",
        description: "Vos systèmes sont alors informés des paiements en moins d’une seconde.",
        action: "Définir l’URL",
      },
      einvoicing: {
        title: "Configurer la facturation électronique",
        description: "Choisissez l’administration fiscale auprès de laquelle vos factures sont enregistrées.",
        action: "Choisir une administration",
      },
      gateway: {
        title: "Choisir une passerelle de paiement",
        description: "Vos clients peuvent alors payer chaque facture en ligne.",
        action: "Choisir une passerelle",
      },
    },
    tryPing: "Exécutez ceci sur votre serveur",
    check: "Actualiser",
  },
};
