import type { texts as english } from "../dates.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  open: "Ouvrir le calendrier",
  calendar: "Calendrier",
  invalid: (example) => `Saisissez une date, par exemple ${example}.`,
  today: "Aujourd’hui",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  words: { today: "aujourd’hui", tomorrow: "demain", yesterday: "hier" },
};
