import { confirmationLinkHours, resetLinkHours } from "../../../../service/src/contract/link-lifetimes.ts";
import type { texts as english } from "../auth.ts";
import type { Translation } from "../translation.ts";

const hours = (count: number) => (count === 1 ? "1 heure" : `${count} heures`);

export const texts: Translation<typeof english> = {
  pitch: "Factures, paiements et facturation électronique au même endroit.",
  localMail: "Ouvrir la messagerie locale",
  email: "Adresse e-mail",
  password: "Mot de passe",
  newPassword: "Nouveau mot de passe",
  passwordHint:
    "Au moins 10 caractères. Quelques mots sans lien entre eux sont faciles à retenir et difficiles à deviner.",
  signIn: {
    title: "Se connecter",
    ended: "Votre session a expiré. Reconnectez-vous pour revenir à la page où vous étiez.",
    submit: "Se connecter",
    forgot: "Mot de passe oublié ?",
    newHere: "Vous découvrez Billfold ?",
    register: "Créer un compte",
    unconfirmedTitle: "Vous n’avez pas encore choisi de mot de passe ?",
    unconfirmed: `Suivez le lien de l’e-mail de confirmation que nous vous avons envoyé. Il est valable ${hours(confirmationLinkHours)}.`,
    sendAgain: "Renvoyer l’e-mail de confirmation",
    sentAgain:
      "Si cette adresse a un compte non confirmé, nous avons envoyé un nouvel e-mail de confirmation.",
  },
  second: {
    title: "Validation en deux étapes",
    intro: "Saisissez le code à 6 chiffres de votre application d’authentification.",
    code: "Code",
    submit: "Continuer",
    useBackup: "Utiliser un code de récupération",
    backupIntro:
      "Saisissez l’un des codes de récupération que vous avez conservés en activant la validation en deux étapes. Chaque code ne sert qu’une fois.",
    backupCode: "Code de récupération",
    useApp: "Utiliser l’application d’authentification",
    startOver: "Se connecter avec un autre compte",
  },
  register: {
    title: "Créez votre compte",
    intro:
      "Nous vérifions chaque nouvelle entreprise avant qu’elle puisse émettre des factures. Vous pouvez déjà vous connecter en attendant.",
    company: "Entreprise",
    companyName: "Nom de l’entreprise",
    country: "Pays",
    chooseCountry: "Choisissez un pays",
    countryHint: (currency, timeZone) =>
      `Vous commencez avec la devise ${currency} et le fuseau horaire ${timeZone}. Vous pourrez les modifier dans les paramètres.`,
    taxId: "Numéro fiscal",
    taxIdHint: "Vous pouvez l’ajouter plus tard. Il est nécessaire avant la première facture électronique.",
    you: "Votre compte",
    name: "Votre nom",
    submit: "Créer le compte",
    have: "Vous avez déjà un compte ?",
    signIn: "Se connecter",
    doneTitle: "Consultez votre messagerie",
    done: (email) =>
      `Nous avons envoyé un lien de confirmation à ${email}. Suivez-le pour confirmer votre adresse et choisir un mot de passe. Il est valable ${hours(confirmationLinkHours)}.`,
    notThere: "Rien reçu après quelques minutes ? Vérifiez vos courriers indésirables ou renvoyez l’e-mail.",
  },
  confirm: {
    title: "Confirmez votre adresse e-mail",
    intro: "Choisissez un mot de passe. Votre adresse e-mail sera confirmée en même temps.",
    submit: "Confirmer et définir le mot de passe",
    doneTitle: "Votre adresse e-mail est confirmée",
    done: (email) => `Connectez-vous avec ${email} pour voir l’état de votre demande.`,
    failedTitle: "Ce lien a expiré",
    failed: `Il a déjà été utilisé ou date de plus de ${hours(confirmationLinkHours)}. Si vous avez déjà choisi un mot de passe, connectez-vous. Sinon, demandez un nouveau lien.`,
  },
  confirmEmail: {
    title: "Confirmez votre nouvelle adresse e-mail",
    intro: "Vous vous connecterez désormais avec cette adresse.",
    submit: "Confirmer l’adresse",
    doneTitle: "Votre adresse e-mail a été modifiée",
    done: (email) => `Connectez-vous désormais avec ${email}.`,
    failedTitle: "Ce lien a expiré",
    failed:
      "Il a déjà été utilisé, ou un lien plus récent l’a remplacé. Connectez-vous et demandez à nouveau la modification.",
    toApp: "Aller au tableau de bord",
  },
  forgot: {
    title: "Réinitialisez votre mot de passe",
    intro:
      "Saisissez l’adresse e-mail avec laquelle vous vous connectez. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
    submit: "Envoyer le lien",
    doneTitle: "Consultez votre messagerie",
    done: (email) =>
      `Si ${email} a un compte, nous lui avons envoyé un lien. Il est valable ${hours(resetLinkHours)}.`,
    back: "Retour à la connexion",
  },
  reset: {
    title: "Choisissez un nouveau mot de passe",
    intro: "Vous serez déconnecté de tous vos autres appareils.",
    submit: "Définir le mot de passe",
    doneTitle: "Votre mot de passe a été modifié",
    done: "Connectez-vous avec votre nouveau mot de passe.",
    failedTitle: "Ce lien a expiré",
    failed: `Il a déjà été utilisé ou date de plus de ${hours(resetLinkHours)}. Demandez un nouveau lien.`,
    again: "Envoyer un nouveau lien",
  },
  invitation: {
    title: "Acceptez votre invitation",
    intro:
      "Saisissez votre nom et choisissez un mot de passe. Si vous avez déjà un compte avec cette adresse e-mail, laissez les deux champs vides.",
    name: "Votre nom",
    submit: "Accepter l’invitation",
    failedTitle: "Ce lien d’invitation est incomplet",
    failed:
      "Ouvrez à nouveau le lien de l’e-mail et vérifiez qu’il est complet. Si cela échoue, demandez une nouvelle invitation.",
    doneTitle: "Bienvenue",
  },
};
