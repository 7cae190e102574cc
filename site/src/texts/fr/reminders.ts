import type { texts as english } from "../reminders.ts";
import type { Translation } from "../translation.ts";

const withDays = (days: number) => (days === 1 ? "1 jour" : `${days} jours`);

export const texts: Translation<typeof english> = {
  title: "Rappels de paiement",
  intro:
    "Les acheteurs qui n’ont pas encore réglé reçoivent un rappel par e-mail. Les rappels cessent dès qu’une facture est réglée, annulée ou passée en perte.",
  readOnly: "Votre rôle permet de lire ces paramètres, mais pas de les modifier.",
  enabled: "Envoyer des rappels",
  enabledHint:
    "Concerne toutes les factures ouvertes. Les étapes passées depuis plus de 7 jours sont ignorées, pour que personne n’en reçoive plusieurs à la fois.",
  when: "Quand",
  from: "De",
  until: "À",
  weekdaysOnly: "Du lundi au vendredi seulement",
  zone: (timeZone) => `Dans le fuseau horaire de l’entreprise, ${timeZone}.`,
  steps: "Étapes",
  stepsIntro: "Chaque étape est envoyée une fois pour chaque facture qui reste à régler ce jour-là.",
  step: (days) =>
    days === 0
      ? "À l’échéance"
      : days < 0
        ? `${withDays(-days)} avant l’échéance`
        : `${withDays(days)} après l’échéance`,
  unknownStep: "Nouvelle étape",
  days: "Jours",
  side: "Quand",
  sides: { before: "avant l’échéance", on: "le jour de l’échéance", after: "après l’échéance" },
  ownText: "Mon propre texte",
  subject: "Objet",
  message: "Message",
  placeholders: (names) => `Vous pouvez utiliser ${names}.`,
  preview: "Aperçu",
  previewNote:
    "En dessous viennent le montant, l’échéance, un bouton pour voir et régler la facture, et le PDF.",
  translated: "Les clients d’une autre langue reçoivent notre texte dans la leur.",
  add: "Ajouter une étape",
  remove: "Retirer",
  removeStep: (step) => `Retirer l’étape : ${step}`,
  saved: "Rappels enregistrés.",
  pause: "Suspendre les rappels",
  resume: "Reprendre les rappels",
  paused: "Les rappels sont suspendus pour cette facture.",
  resumed: "Les rappels reprennent pour cette facture.",
  pausedNote: "Rappels suspendus",
  remindedAt: "Dernier rappel",
  reminded: "Rappel envoyé à l’acheteur par e-mail",
  customerPaused: "Ne pas envoyer de rappels à ce client",
  customerHint: "Laisse de côté toutes ses factures.",
};
