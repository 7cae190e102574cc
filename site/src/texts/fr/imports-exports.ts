import type { texts as english } from "../imports-exports.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Import et export",
  intro: "Échangez vos données avec des tableurs.",
  exports: {
    title: "Export",
    intro:
      "Tous vos enregistrements au format CSV. Pour exporter une sélection, filtrez une liste et exportez-la.",
    names: {
      invoices: "Factures",
      credit_notes: "Avoirs",
      customers: "Clients",
      products: "Produits",
      sales: "Ventes",
      quotes: "Devis",
      recurring_invoices: "Factures récurrentes",
      payments: "Paiements",
      exchange_rates: "Taux de change",
    },
  },
  imports: {
    title: "Import",
    intro:
      "Importez des clients ou des produits depuis un fichier CSV de 5 000 lignes au maximum. Un aperçu s’affiche d’abord.",
    what: "Que voulez-vous importer ?",
    kinds: { customers: "Clients", products: "Produits" },
    columns: {
      customers:
        "Colonnes : name, email, phone, kind, tax_id, registration_number, address_line1, address_line2, address_city, address_region, address_postal_code, address_country, external_id, default_discount_percent. Seule name est obligatoire. Le pays peut être un code ou un nom. Les clients existants sont reconnus par id, external_id ou email.",
      products:
        "Colonnes : name, description, sku, kind, unit_price, currency, tax_rate, tax_category, exemption_reason, unit_code, hs_code, service_code, active, portal, external_id, default_discount_percent. Seule name est obligatoire. Les produits existants sont reconnus par id, external_id ou sku.",
    },
    template: "Télécharger un modèle",
    choose: "Choisir un fichier CSV",
    drop: "ou déposez-le ici",
    another: "Choisir un autre fichier",
    tooLarge: "Le fichier dépasse 1 Mo. Divisez-le et importez les parties l’une après l’autre.",
    checking: "Vérification du fichier…",
    preview: "Aperçu",
    file: (name, rows) => `${name} : ${rows} ${rows > 1 ? "lignes" : "ligne"}`,
    create: "Nouveaux",
    update: "Modifiés",
    unchanged: "Inchangés",
    faulty: "Avec erreurs",
    unknown: (headers) => `Colonnes inconnues, ignorées : ${headers}.`,
    sample: "Premières lignes",
    row: "Ligne",
    action: "Résultat",
    actions: { create: "Nouveau", update: "Modifié", unchanged: "Inchangé" },
    errors: "Lignes avec erreurs",
    errorsHint:
      "Elles ne sont pas importées. Téléchargez-les, corrigez-les et importez à nouveau le fichier.",
    downloadErrors: "Télécharger les lignes avec erreurs",
    field: "Colonne",
    problem: "Problème",
    more: (count) => `Et ${count} de plus.`,
    start: (count) => `Importer ${count} ${count > 1 ? "lignes" : "ligne"}`,
    nothing: "Ce fichier ne contient rien à importer.",
    running: "Import en cours",
    progress: (done, of) => `${done} lignes sur ${of}`,
    broke:
      "L’import a été interrompu. Les lignes importées sont enregistrées. Reprenez là où il s’est arrêté.",
    goOn: "Reprendre",
    stopped: (name) => `L’importation de ${name} n’est pas terminée. Les lignes importées sont enregistrées.`,
    discard: "Abandonner",
    done: "Import terminé",
    result: (created, updated, unchanged) =>
      `${created} nouveaux, ${updated} modifiés, ${unchanged} inchangés.`,
    see: "Afficher la liste",
  },
};
