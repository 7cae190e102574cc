/** Labels of API statuses; others are shown as they are, without underscores. */
export const statusNames: Readonly<Record<string, string>> = {
  active: "Actif",
  cancelled: "Annulé",
  closed: "Fermé",
  delivered: "Livré",
  done: "Terminé",
  draft: "Brouillon",
  expired: "Expiré",
  failed: "Échoué",
  in_progress: "En cours",
  invoiced: "Facturé",
  open: "Ouvert",
  paid: "Payé",
  partially_paid: "Payé en partie",
  pending: "En attente",
  processing: "En cours",
  refunded: "Remboursé",
  starting: "En cours",
  void: "Annulé",
  write_off: "Passé en perte",
  written_off: "Passé en perte",
};

export function statusName(status: string): string {
  const words = statusNames[status] ?? status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
