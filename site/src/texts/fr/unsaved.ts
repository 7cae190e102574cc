import type { Translation } from "../translation.ts";
import type { texts as english } from "../unsaved.ts";

export const texts: Translation<typeof english> = {
  title: "Abandonner vos modifications ?",
  body: "Vos modifications n’ont pas été enregistrées. Si vous quittez maintenant, elles seront perdues.",
  leave: "Abandonner les modifications",
  restored: (time) => `Nous avons rétabli vos modifications non enregistrées de ${time}.`,
  outdated: (time) =>
    `Vous avez des modifications non enregistrées de ${time}, mais cette fiche a été modifiée depuis.`,
  restore: "Rétablir mes modifications",
  discard: "Abandonner",
};
