import type { texts as english } from "../loading.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  failed: "Impossible de charger Billfold. Vérifiez votre connexion, puis réessayez.",
  again: "Réessayer",
  noScript: "Billfold a besoin de JavaScript. Activez-le pour ce site, puis rechargez la page.",
  description: "Factures, paiements et facturation électronique pour les entreprises.",
  offline: {
    message: "Vous êtes hors ligne. Cette page conserve tout ce que vous avez saisi.",
    action: "Réessayer",
  },
  new_version: {
    message:
      "Une nouvelle version de Billfold est disponible. Enregistrez votre travail, puis rechargez la page.",
    action: "Recharger",
  },
  pageOffline: {
    title: "Vous êtes hors ligne",
    message: "Impossible de charger cette page. Vérifiez votre connexion, puis réessayez.",
  },
};
