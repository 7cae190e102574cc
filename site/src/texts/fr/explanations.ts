import type { texts as english } from "../explanations.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "D’où vient ce montant",
  rounded: (exact) => `Exactement ${exact}, arrondi`,
  shared: (exact) => `Exactement ${exact} ; les parts sont arrondies pour que leur somme soit juste`,
  open: "Ouvrir",
  nothing: "Il n’y a rien dans ce montant.",
};
