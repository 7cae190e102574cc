import type { texts as english } from "../errors.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  codes: {
    unauthenticated: "Vous n’êtes pas connecté, ou votre session a expiré. Reconnectez-vous.",
    csrf: "Cette page n’est plus à jour. Rechargez-la, puis réessayez.",
    scope_missing: "Votre rôle ne le permet pas. Adressez-vous à un propriétaire de l’entreprise.",
    operator_only: "Seuls les opérateurs de ce service peuvent le faire.",
    subscription_inactive: "L’entreprise est suspendue ou n’est pas encore approuvée.",
    feature_disabled: "Votre formule ne comprend pas cette fonction.",
    not_found: "Cet élément est introuvable. Il a peut-être été supprimé.",
    invalid_request: "Corrigez les champs signalés.",
    invalid_state: "Le statut actuel de cet élément ne le permet pas. Rechargez la page pour le voir.",
    already_invoiced: "Cette vente a déjà une facture.",
    feed_position_ahead: "Ces événements n’existent plus. Rechargez la page.",
    idempotency_mismatch:
      "Cette demande a déjà été envoyée avec un autre contenu. Rechargez la page, puis réessayez.",
    idempotency_busy: "La même demande est en cours de traitement. Réessayez dans un instant.",
    document_invalid: "Ce document est incomplet. Complétez le profil de l’entreprise ou le client.",
    fiscal_incomplete: "L’administration fiscale demande plus d’informations. Rien n’a été envoyé.",
    fiscal_rejected: "L’administration fiscale a rejeté ce document.",
    integration_not_configured: "Ce service n’est pas encore connecté. Connectez-le dans les paramètres.",
    integration_error: "L’autre service a renvoyé une erreur. Réessayez plus tard.",
    integration_auth_failed: "L’autre service a refusé vos identifiants. Vérifiez-les dans les paramètres.",
    integration_unavailable: "L’autre service est injoignable pour le moment. Réessayez plus tard.",
    rate_limited: "Trop de tentatives. Patientez un instant, puis réessayez.",
    quota_exceeded: "La limite de votre formule est atteinte.",
    body_too_large: "Le contenu est trop volumineux pour un seul envoi.",
    internal_error: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
    database_unavailable: "Le service est momentanément indisponible. Réessayez dans un instant.",
    query_too_broad:
      "Trop d’éléments devraient être lus pour ces filtres réunis. Choisissez une période plus courte ou retirez un filtre.",
    query_timeout: "L’opération a pris trop de temps. Affinez votre recherche, puis réessayez.",
    mail_not_configured: "Ce service ne peut pas encore envoyer d’e-mails. Adressez-vous à son opérateur.",
    last_owner:
      "Une entreprise a besoin d’au moins un propriétaire. Nommez d’abord quelqu’un d’autre propriétaire.",
    credentials_shown:
      "Les premiers identifiants ont déjà été affichés. Créez une autre clé dans les paramètres.",
    INVALID_EMAIL_OR_PASSWORD: "L’adresse e-mail ou le mot de passe est incorrect.",
    EMAIL_NOT_VERIFIED: "Confirmez d’abord votre adresse e-mail.",
    INVALID_PASSWORD: "Le mot de passe est incorrect.",
    PASSWORD_TOO_SHORT: "Le mot de passe est trop court.",
    PASSWORD_TOO_LONG: "Le mot de passe est trop long.",
    INVALID_CODE: "Le code est incorrect ou a expiré.",
    INVALID_TOKEN: "Ce lien ne fonctionne plus. Demandez-en un nouveau.",
  },
  erasableFrom: (day) =>
    `La loi vous oblige à conserver des factures émises pour ce client jusqu’au ${day}. Les données personnelles pourront être effacées à partir de cette date.`,
  field: (message) => {
    for (const [pattern, words] of fields) {
      if (pattern.test(message)) return message.replace(pattern, words);
    }
    return message;
  },
};

const fields: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^is required unless there is an iban\.?$/i, "Indiquez un IBAN ou un numéro de compte."],
  [/^is required\b.*$/i, "Ce champ est obligatoire."],
  [/^must not be (empty|blank)\.?$/i, "Ce champ est obligatoire."],
  [/^must have at most (\d+) characters\.?$/i, "$1 caractères au maximum."],
  [/^must have at most (\d+) entries\.?$/i, "$1 éléments au maximum."],
  [/^must have at least one entry\.?$/i, "Ajoutez au moins un élément."],
  [/^must have at most (\d+) decimals\.?$/i, "$1 décimales au maximum."],
  [
    /^is larger than what is left of the (line|document) to discount\.?$/i,
    "Dépasse ce qu’il reste à remiser.",
  ],
  [/^needs percent or amount\.?$/i, "Indiquez un pourcentage ou un montant."],
  [/^has percent and amount; give one of them\.?$/i, "Indiquez soit un pourcentage, soit un montant."],
  [/^must have at most (\d+) digits\.?$/i, "$1 chiffres au maximum."],
  [/^must be at least (\S+?)\.?$/i, "La valeur doit être au moins $1."],
  [/^must be at most (\S+?)\.?$/i, "La valeur doit être au plus $1."],
  [/^must be more than (\S+?)\.?$/i, "La valeur doit être supérieure à $1."],
  [/^must be a valid email address\b.*$/i, "Saisissez une adresse e-mail."],
  [/^must be a (decimal )?number\b.*$/i, "Saisissez un nombre."],
  [/^must be a whole number\b.*$/i, "Saisissez un nombre entier."],
  [/^must be a (valid )?date\b.*$/i, "Saisissez une date."],
  [/^must be a PNG, JPEG or SVG file\.?$/i, "Choisissez un fichier PNG, JPEG ou SVG."],
  [/^must be at most 256 KiB\b.*$/i, "256 Kio au maximum. Réduisez l’image."],
  [/^must be at most (\d+) by \d+ pixels\b.*$/i, "$1 pixels de côté au maximum. Réduisez l’image."],
  [
    /^can't be read: export it again\b.*$/i,
    "Ce fichier est illisible. Exportez-le de nouveau ou dans un autre format.",
  ],
  [/^must not (declare entities|contain other pictures)\b.*$/i, "Exportez ce dessin en PNG."],
  [/^shows nothing\b.*$/i, "L’image est vide. Vérifiez qu’elle n’est pas blanche sur fond blanc."],
  [/^is too complicated to draw\b.*$/i, "Ce dessin est trop complexe. Exportez-le en PNG."],
  [/^must be a colour\b.*$/i, "Saisissez une couleur, comme #0a6b4e."],
  [/^must be a valid IBAN\b.*$/i, "Cet IBAN n’est pas valide. Vérifiez chaque caractère."],
  [/^must be a BIC\b.*$/i, "Saisissez un BIC de 8 ou 11 caractères, comme FBNINGLA."],
  [/^must be left out where there is an iban\b.*$/i, "À laisser vide : l’IBAN le contient."],
  [/^has (\d+) accounts already\b.*$/i, "Cette devise a déjà $1 comptes. Retirez-en un."],
  [
    /^must be a phone number\b.*$/i,
    "Saisissez un numéro de téléphone international, comme +221 33 800 00 00.",
  ],
  [/^must be an ISO 4217 currency code\b.*$/i, "Saisissez un code de devise en majuscules, comme XOF."],
  [/^must be an ISO 3166 country code\b.*$/i, "Saisissez un code de pays en majuscules, comme SN."],
  [/^must be an IANA time zone\b.*$/i, "Saisissez un fuseau horaire, comme Africa/Dakar."],
  [
    /^must contain only capital letters, digits and dashes, end with a letter, and not be ([\w, ]{1,100}) or (\S+)$/i,
    "Majuscules, chiffres et tirets seulement, avec une lettre à la fin ; $1 et $2 sont réservés.",
  ],
  [/^must be written like (.+?)\.?$/i, "Format attendu : $1"],
  [/^must be one of (.+?)\.?$/i, "Choisissez l’une de ces valeurs : $1."],
  [/^is not a customer of this company\.?$/i, "Ce client n’existe pas dans cette entreprise."],
];
