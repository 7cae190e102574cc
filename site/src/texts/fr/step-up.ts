import type { texts as english } from "../step-up.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Confirmez votre identité",
  intro:
    "Cette modification concerne les personnes qui peuvent agir pour votre entreprise. Saisissez votre mot de passe pour continuer. Il ne vous sera plus demandé pendant 10 minutes.",
  codeIntro:
    "Cette modification concerne les personnes qui peuvent agir pour votre entreprise. Saisissez le code à 6 chiffres de votre application d’authentification. Il ne vous sera plus demandé pendant 10 minutes.",
  password: "Votre mot de passe",
  code: "Code",
  useCode: "Utiliser l’application d’authentification",
  usePassword: "Utiliser votre mot de passe",
  submit: "Continuer",
  ended: {
    title: "Votre session a expiré",
    intro: (email) =>
      `Vous avez été déconnecté. Reconnectez-vous avec ${email} pour continuer. Rien de ce que vous avez saisi n’est perdu.`,
    codeIntro: "Saisissez le code à 6 chiffres de votre application d’authentification.",
    submit: "Se connecter",
    leave: "Aller à la page de connexion",
  },
};
