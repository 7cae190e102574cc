import type { texts as english } from "../not-found.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Page introuvable",
  description:
    "L’adresse est peut-être mal saisie, ou la page a été déplacée. Vérifiez l’adresse, ou repartez d’ici :",
  home: "Page d’accueil",
  dashboard: "Tableau de bord",
  docs: "Documentation (en anglais)",
};
