import type { Translation } from "../../../../platform/values/translation.ts";
import type { texts as english } from "./en.ts";

const verifyPerson =
  "demandez à cette personne si c’était bien elle et retirez-la de l’entreprise en attendant sa réponse";

export const texts: Translation<typeof english> = {
  ignore: {
    signUp:
      "Si vous ne vous êtes pas inscrit, ignorez cet e-mail : personne ne peut utiliser votre adresse sans ce lien.",
    reset: "Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste le même.",
    change: "Si vous n’avez rien demandé, ignorez cet e-mail : rien ne change.",
    invitation: "Si vous ne connaissez pas cette entreprise, ignorez cet e-mail.",
    known: "Si ce n’était pas vous, vous n’avez rien à faire.",
  },
  lifetime: (time) => `Le lien ne fonctionne qu’une fois et expire dans ${time}.`,
  hours: (count) => (count === 1 ? "une heure" : `${count} heures`),
  days: (count) => (count === 1 ? "un jour" : `${count} jours`),
  test: "TEST : cet e-mail vient d’un bac à sable. Le document n’est pas réel et rien n’est à payer.",
  linkBelow: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
  sentBy: (host) => `Cet e-mail a été envoyé par Billfold sur ${host}.`,
  sentFor: (company, host) => `${company} a envoyé cet e-mail avec Billfold sur ${host}.`,
  reply: "Vous pouvez répondre à cet e-mail.",

  confirm: {
    subject: "Confirmez votre adresse e-mail",
    what: "Bienvenue sur Billfold. Confirmez que cette adresse est la vôtre et choisissez votre mot de passe.",
    action: "Confirmer l’adresse e-mail",
  },
  known: {
    subject: "Vous avez déjà un compte",
    what: "Quelqu’un, probablement vous, a voulu s’inscrire sur Billfold avec cette adresse. Elle a déjà un compte.",
    forgot: "Mot de passe oublié ? Définissez-en un nouveau :",
    action: "Se connecter",
  },
  reset: {
    subject: "Réinitialisez votre mot de passe",
    what: "Vous avez demandé à réinitialiser le mot de passe de votre compte Billfold.",
    action: "Définir un nouveau mot de passe",
  },
  changeEmail: {
    subject: "Confirmez votre nouvelle adresse e-mail",
    what: "Confirmez que vous souhaitez vous connecter à Billfold avec cette adresse.",
    action: "Confirmer la nouvelle adresse",
  },
  emailChanged: {
    subject: "Votre adresse e-mail a été modifiée",
    what: (email) => `Vous vous connectez désormais à Billfold avec ${email} au lieu de cette adresse.`,
    otherwise: "Si ce n’était pas vous, contactez immédiatement l’exploitant de ce service.",
    action: "Ouvrir Billfold",
  },
  passwordSet: {
    subject: "Votre mot de passe a été modifié",
    what: "Le mot de passe de votre compte Billfold a été modifié et vous avez été déconnecté de tous vos appareils.",
    otherwise: "Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe.",
    action: "Réinitialiser le mot de passe",
  },

  changed: {
    subject: (company, did) => `${company} : quelqu’un ${did}`,
    what: (who, did, company) => `${who} ${did} dans ${company}.`,
    about: "Objet",
    at: "Date",
    from: "Origine",
    expected: "Si vous étiez au courant, vous n’avez rien à faire.",
    otherwise: (undo) =>
      `Si vous n’étiez pas au courant, agissez immédiatement : ${undo}. Réinitialisez ensuite votre mot de passe :`,
    action: "Vérifier la modification",
    audit:
      "Tous les propriétaires de l’entreprise reçoivent cet e-mail. Le journal d’audit contient les détails :",
    auditLog: "Ouvrir le journal d’audit",
    key: (id) => `La clé API ${id}`,
    operator: "L’exploitant de ce service",
    somebody: "Quelqu’un",
  },
  actions: {
    "key.created": { did: "a créé une clé API", undo: "révoquez la clé" },
    "key.widened": {
      did: "a étendu les droits d’une clé API",
      undo: "retirez ces droits ou révoquez la clé",
    },
    "key.rotated": { did: "a renouvelé le secret d’une clé API", undo: "révoquez la clé" },
    "gateway.set": {
      did: "a modifié la passerelle de paiement",
      undo: "rétablissez votre passerelle et vérifiez les paiements reçus depuis",
    },
    "bank_accounts.set": {
      did: "a modifié les comptes bancaires de vos documents",
      undo: "rétablissez vos comptes et vérifiez les factures envoyées depuis",
    },
    "customer.erased": {
      did: "a effacé les données personnelles d’un client",
      undo: "restaurez une sauvegarde antérieure : rien d’autre ne les rétablit",
    },
    "einvoicing.set": {
      did: "a modifié l’intégration de facturation électronique",
      undo: "rétablissez vos identifiants",
    },
    "einvoicing.removed": {
      did: "a supprimé l’intégration de facturation électronique",
      undo: "rétablissez vos identifiants",
    },
    "user.invited": { did: "a invité une personne", undo: "retirez l’invitation ou la personne" },
    "user.added": { did: "a ajouté une personne", undo: "retirez cette personne" },
    "user.role_set": { did: "a modifié le rôle d’une personne", undo: "rétablissez son rôle" },
    "user.removed": {
      did: "a retiré une personne",
      undo: "invitez de nouveau cette personne",
    },
    "webhook.created": { did: "a ajouté un point de terminaison webhook", undo: "supprimez-le" },
    "webhook.url_set": {
      did: "a modifié l’adresse d’un point de terminaison webhook",
      undo: "rétablissez votre adresse",
    },
    "webhook.secret_rotated": {
      did: "a renouvelé le secret d’un point de terminaison webhook",
      undo: "renouvelez-le à votre tour",
    },
    "second_factor.enabled": {
      did: "a activé la validation en deux étapes de son compte",
      undo: verifyPerson,
    },
    "second_factor.disabled": {
      did: "a désactivé la validation en deux étapes de son compte",
      undo: verifyPerson,
    },
    "second_factor.reset": {
      did: "a désactivé la validation en deux étapes d’une autre personne",
      undo: verifyPerson,
    },
    "second_factor.codes_made": {
      did: "a créé de nouveaux codes de secours pour son compte",
      undo: verifyPerson,
    },
  },

  invitation: {
    subject: (company) => `${company} vous invite sur Billfold`,
    what: (company, role) => `Vous êtes invité à rejoindre ${company} sur Billfold en tant que ${role}.`,
    action: "Accepter l’invitation",
  },
  roles: {
    owner: "propriétaire",
    accountant: "comptable",
    developer: "développeur",
    viewer: "lecteur",
  },
  approved: {
    subject: (company) => `${company} est approuvée`,
    what: (company) =>
      `Votre entreprise ${company} est approuvée. Connectez-vous pour créer sa première clé API. Le secret n’est affiché qu’une seule fois.`,
    action: "Se connecter",
  },
  refused: {
    subject: (company) => `${company} n’a pas été approuvée`,
    what: (company) => `Votre entreprise ${company} n’a pas été approuvée.`,
    reason: (reason) => `Motif : ${reason}`,
  },
  suspended: {
    subject: (company) => `${company} est suspendue`,
    what: (company) =>
      `Votre entreprise ${company} est suspendue. Son API est fermée ; ses données sont conservées.`,
    reason: (reason) => `Motif : ${reason}`,
  },
};
