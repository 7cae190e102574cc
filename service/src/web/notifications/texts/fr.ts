import { html } from "../../../platform/html.ts";
import type { UnsubscribeTexts } from "./texts.ts";

export const texts: UnsubscribeTexts = {
  title: "Notifications par e-mail",
  ask: {
    heading: "Ne plus recevoir ces e-mails ?",
    what: (company) =>
      html`Vous recevez les notifications de ${company} par e-mail. Le tableau de bord les affiche aussi, quel que soit votre choix.`,
    button: "Ne plus recevoir ces e-mails",
  },
  done: {
    heading: "Vous ne recevrez plus ces e-mails",
    what: "Les notifications restent affichées dans le tableau de bord. Les e-mails sur la sécurité de votre compte ne sont pas concernés.",
  },
  settings: "Choisir les notifications",
  problems: {
    back: "Retour",
    missing: {
      heading: "Ce lien ne fonctionne pas",
      what: "Il a peut-être été coupé lors de la copie, ou il est très ancien.",
      cure: "Connectez-vous et choisissez vos notifications sous Paramètres, Mon compte.",
    },
    later: {
      heading: "Réessayez plus tard",
      what: "Le service ne peut pas le faire pour le moment.",
      cure: "Réessayez dans une minute.",
    },
    refused: {
      heading: "Cela n’a pas fonctionné",
      what: "Le service n’a pas pu accepter ce qui a été envoyé.",
      cure: "Ouvrez de nouveau le lien de l’e-mail.",
    },
    fault: {
      heading: "Un problème est survenu",
      what: "L’erreur vient de notre service, et rien n’a été modifié.",
      cure: "Réessayez dans une minute.",
    },
  },
};
