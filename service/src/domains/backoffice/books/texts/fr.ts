import type { CheckpointMailTexts } from "./texts.ts";

export const texts: CheckpointMailTexts = {
  subject: (company, sequence) => `${company} : point de contrôle des livres à l’événement ${sequence}`,
  what: (sequence) =>
    `Ce point de contrôle est une empreinte signée de tous les événements de vos livres, jusqu’à l’événement ${sequence}.`,
  keep: "Conservez cet e-mail, ou enregistrez le texte ci-dessous dans un fichier à part, par exemple checkpoint.json. Tant que vous l’avez, personne ne peut modifier ces événements à votre insu, pas même l’exploitant du service.",
  use: (command) =>
    `Pour l’utiliser, exportez les livres (GET /books/export) à tout moment ultérieur et lancez : ${command}. La vérification échoue si l’export contredit ce point de contrôle.`,
  chosen: (company) =>
    `Un propriétaire de ${company} a choisi ces e-mails sous Paramètres, Entreprise. Les propriétaires peuvent y mettre fin au même endroit.`,
};
