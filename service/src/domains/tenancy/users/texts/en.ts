import type { Role } from "../../../../contract/access.ts";
import type { SensitiveAction } from "../../../../contract/sensitive-actions.ts";

/** Every text of the mails to users. */
export const texts = {
  ignore: {
    signUp: "If you did not sign up, ignore this email: nobody can use your address without this link.",
    reset: "If you did not ask for this, ignore this email: your password stays the same.",
    change: "If you did not ask for this, ignore this email: nothing changes.",
    invitation: "If you don’t know this company, ignore this email.",
    known: "If it was not you, you don’t need to do anything.",
  },
  lifetime: (time: string) => `The link works once and expires in ${time}.`,
  hours: (count: number) => (count === 1 ? "one hour" : `${count} hours`),
  days: (count: number) => (count === 1 ? "one day" : `${count} days`),
  test: "TEST: this email comes from a sandbox. The document is not real, and nothing is to be paid.",
  linkBelow: "If the button does not work, copy this address into your browser:",
  sentBy: (host: string) => `This email was sent by Billfold at ${host}.`,
  sentFor: (company: string, host: string) => `${company} sent this email with Billfold at ${host}.`,
  reply: "You can reply to this email.",

  confirm: {
    subject: "Confirm your email address",
    what: "Welcome to Billfold. Confirm that this address is yours and choose your password.",
    action: "Confirm email address",
  },
  known: {
    subject: "You already have an account",
    what: "Someone, most likely you, tried to sign up for Billfold with this address. It already has an account.",
    forgot: "Forgot your password? Set a new one:",
    action: "Sign in",
  },
  reset: {
    subject: "Reset your password",
    what: "You asked to reset the password of your Billfold account.",
    action: "Set a new password",
  },
  changeEmail: {
    subject: "Confirm your new email address",
    what: "Confirm that you want to sign in to Billfold with this address.",
    action: "Confirm new address",
  },
  emailChanged: {
    subject: "Your email address was changed",
    what: (email: string) => `You now sign in to Billfold with ${email} instead of this address.`,
    otherwise: "If it was not you, contact the operator of this service at once.",
    action: "Go to Billfold",
  },
  passwordSet: {
    subject: "Your password was changed",
    what: "The password of your Billfold account was changed, and you were signed out on all devices.",
    otherwise: "If it was not you, reset your password at once.",
    action: "Reset password",
  },

  changed: {
    subject: (company: string, did: string) => `${company}: someone ${did}`,
    what: (who: string, did: string, company: string) => `${who} ${did} in ${company}.`,
    about: "What",
    at: "When",
    from: "From",
    expected: "If you expected this, you don’t need to do anything.",
    otherwise: (undo: string) =>
      `If you did not expect this, act at once: ${undo}. Then reset your password:`,
    action: "Review the change",
    audit: "All owners of the company get this email. The audit log has the details:",
    auditLog: "Open the audit log",
    key: (id: string) => `The API key ${id}`,
    operator: "The operator of this service",
    somebody: "Someone",
  },
  actions: {
    "key.created": { did: "created an API key", undo: "revoke the key" },
    "key.widened": {
      did: "gave an API key more scopes",
      undo: "remove the scopes again, or revoke the key",
    },
    "key.rotated": { did: "gave an API key a new secret", undo: "revoke the key" },
    "gateway.set": {
      did: "changed the payment gateway",
      undo: "set your own gateway again, and check the payments since then",
    },
    "bank_accounts.set": {
      did: "changed the bank accounts on your documents",
      undo: "set your own accounts again, and check the invoices that were sent since then",
    },
    "customer.erased": {
      did: "erased the personal data of a customer",
      undo: "restore a backup from before: there is no other way",
    },
    "einvoicing.set": {
      did: "changed the e-invoicing integration",
      undo: "set your own credentials again",
    },
    "einvoicing.removed": {
      did: "removed the e-invoicing integration",
      undo: "set your own credentials again",
    },
    "user.invited": { did: "invited a user", undo: "withdraw the invitation, or remove the person" },
    "user.added": { did: "added a user", undo: "remove the person" },
    "user.role_set": { did: "changed a user’s role", undo: "change the role back" },
    "user.removed": { did: "removed a user", undo: "invite the person again" },
    "webhook.created": { did: "added a webhook endpoint", undo: "remove the endpoint" },
    "webhook.url_set": {
      did: "changed the address of a webhook endpoint",
      undo: "set your own address again",
    },
    "webhook.secret_rotated": {
      did: "gave a webhook endpoint a new secret",
      undo: "give it another one",
    },
    "second_factor.enabled": {
      did: "turned on two-step verification for their own account",
      undo: "ask that person whether it was them, and remove them from the company until you know",
    },
    "second_factor.disabled": {
      did: "turned off two-step verification for their own account",
      undo: "ask that person whether it was them, and remove them from the company until you know",
    },
    "second_factor.reset": {
      did: "turned off two-step verification for someone’s account",
      undo: "ask that person whether they wanted it, and remove them from the company until you know",
    },
    "second_factor.codes_made": {
      did: "created new backup codes for their own account",
      undo: "ask that person whether it was them, and remove them from the company until you know",
    },
  } satisfies Record<SensitiveAction, { did: string; undo: string }>,

  invitation: {
    subject: (company: string) => `${company} invited you to Billfold`,
    what: (company: string, role: string) =>
      `You have been invited to join ${company} on Billfold as ${role}.`,
    action: "Accept invitation",
  },
  roles: {
    owner: "an owner",
    accountant: "an accountant",
    developer: "a developer",
    viewer: "a viewer",
  } satisfies Record<Role, string>,
  approved: {
    subject: (company: string) => `${company} is approved`,
    what: (company: string) =>
      `Your company ${company} is approved. Sign in to create its first API key. The secret is shown only once.`,
    action: "Sign in",
  },
  refused: {
    subject: (company: string) => `${company} was not approved`,
    what: (company: string) => `Your company ${company} was not approved.`,
    reason: (reason: string) => `Reason: ${reason}`,
  },
  suspended: {
    subject: (company: string) => `${company} is suspended`,
    what: (company: string) => `Your company ${company} is suspended. Its API is closed; its data is kept.`,
    reason: (reason: string) => `Reason: ${reason}`,
  },
};
